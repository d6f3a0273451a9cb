"""``--junitxml``: what other programs read."""

from __future__ import annotations

from xml.etree import ElementTree

from support.kits import HONEST, LOSSY, Kit


def cases(kit: Kit, *options: str) -> list[ElementTree.Element]:
    kit.run("--junitxml=report.xml", *options)
    return list(ElementTree.parse(kit.pytester.path / "report.xml").iter("testcase"))


def test_class_and_name_follow_the_id_and_the_properties_tell_the_checks(kit: Kit) -> None:
    (case,) = cases(kit.write(mypkg=LOSSY), "--promptfmt-case=chat/plain-turns")
    properties = {p.get("name"): p.get("value") for p in case.iter("property")}

    assert (case.get("classname"), case.get("name")) == ("promptfmt.mypkg.openai.chat", "chat/plain-turns")
    assert properties == {
        "promptfmt.target": "openai.chat",
        "promptfmt.case": "chat/plain-turns",
        "promptfmt.schema": "pass",
        "promptfmt.protocol": "pass",
        "promptfmt.fidelity": "fail",
        "promptfmt.purity": "pass",
        "promptfmt.errors": "pass",
    }


def test_the_message_is_one_line_and_the_text_is_the_failure(kit: Kit) -> None:
    (case,) = cases(kit.write(mypkg=LOSSY), "--promptfmt-case=chat/plain-turns")
    failure = case.find("failure")

    assert failure is not None
    assert failure.text is not None
    assert "\n" not in failure.get("message", "\n")
    assert failure.text.startswith(failure.get("message", "?"))
    assert "run it again" in failure.text


def test_what_xml_cannot_hold_is_spelled_out(kit: Kit) -> None:
    """The cases with surrogates and control characters, and an error that is full of both."""
    hostile = HONEST.replace("payload = []", "raise ValueError('\\x1b[31m \\x00 \\ud800 \\ufffe')", 1)

    found = cases(kit.write(mypkg=hostile), "--promptfmt-case=chat/*")

    assert len(found) > 20
    assert "\\u001b[31m \\u0000 \\ud800 \\ufffe" in str(found[0].find("failure").text)  # type: ignore[union-attr]


def test_a_reason_to_skip_or_to_expect_is_in_it(kit: Kit) -> None:
    kit.pytester.path.joinpath("promptfmt.toml").write_text("[[xfail]]\nmatch = '*'\nreason = 'known'\n")

    found = cases(kit.write(mypkg=LOSSY), "--promptfmt-case=chat/plain-turns")
    skipped = [element for case in found for element in case.iter("skipped")]

    assert [element.get("message") for element in skipped] == ["known"]
