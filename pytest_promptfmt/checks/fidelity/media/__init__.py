"""Images, audio, video, documents: the same bytes, picture or address, once, and a true type."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pytest_promptfmt.checks.fidelity.losses import cut, loss
from pytest_promptfmt.checks.fidelity.media.given import GivenMedia
from pytest_promptfmt.checks.fidelity.media.names import address, misnamed
from pytest_promptfmt.checks.fidelity.media.pictures import alike, compressed, same_picture, turned
from pytest_promptfmt.checks.fidelity.segments import Position, Segments
from pytest_promptfmt.common.media import (
    bytes_of_url,
    canonical,
    has_magic,
    is_audio_or_video,
    is_plain_text,
    read_data_uri,
    sniff,
    type_by_misleading_extension,
)
from pytest_promptfmt.conversation import Base64Source, Image, Source
from pytest_promptfmt.conversation.sources import declared_type
from pytest_promptfmt.payload.finding import Finding
from pytest_promptfmt.payload.transcript import MediaPart, ResultPart

Found: TypeAlias = tuple[GivenMedia, Position, MediaPart]
Fits: TypeAlias = Callable[[GivenMedia, MediaPart], bool]


@dataclass(frozen=True, slots=True)
class MediaComparison:
    found: tuple[Found, ...]
    findings: tuple[Finding, ...]


def compare_media(
    given_media: list[GivenMedia],
    segments: Segments,
    carried: Container[str],
    *,
    redrawn: bool = False,
    unsought: Container[int] = (),
    copies: Container[str] = (),
    neutral: bool = False,
) -> MediaComparison:
    """Holds the payload's media against those of the conversation; what is not `carried` need not be there.

    `redrawn` says that pictures may come in another size, or as what compression makes of them. Those `unsought`, by
    number, are taken for lost or altered, those of the payload that are `copies`, by path, for doubled. Names are to be
    `neutral` where the provider says so.
    """
    matching = _Matching([each for each in segments.media if each[1].path not in copies])
    left_alone = [given for number, given in enumerate(given_media) if number in unsought]
    unmatched = [given for number, given in enumerate(given_media) if number not in unsought]
    shown: tuple[tuple[Fits, bool], ...] = ((same, False), (like, False) if redrawn else (saved_anew, True))
    for fits, anew in ((equal, False), *((_in_its_format(fits), anew) for fits, anew in shown), *shown):
        for there in (True, False):  # two results that show the same have one picture each
            unmatched = [given for given in unmatched if not matching.find(given, fits, anew=anew, there=there)]
    for given in (*left_alone, *unmatched):
        matching.miss(given, is_carried=given.media.type in carried)
    findings = matching.findings
    surplus = (*matching.left, *(each for each in segments.media if each[1].path in copies))
    findings += (_doubled(part, given_media) for _, part, _ in surplus)
    findings += misnamed(matching.found, neutral=neutral)
    order = {id(given): number for number, given in enumerate(given_media)}
    return MediaComparison(tuple(sorted(matching.found, key=lambda match: order[id(match[0])])), tuple(findings))


@dataclass
class _Matching:
    """What is `left` of the payload's media as one after the other is found."""

    left: list[tuple[Position, MediaPart, ResultPart | None]]
    found: list[Found] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def find(self, given: GivenMedia, fits: Fits, *, anew: bool, there: bool) -> bool:
        """Is there one that fits, or, where it has to be `there`, one in the result of the same call?

        `anew`: one that fits in this way was saved anew, which is told.
        """
        number = self._first(lambda part, holder: (not there or _holds(holder, given)) and fits(given, part))
        if number is None:
            return False
        part, holder = self._take(number, given)
        self.findings.extend(_judge(given, part, holder))
        if anew:
            self.findings.append(_saved_anew(given, part))
        return True

    def miss(self, given: GivenMedia, *, is_carried: bool) -> None:
        """One that was not found: altered, under another kind, or lost; where nothing carries it, it may be."""
        of_its_kind = self._first(lambda part, _: part.kind in (given.media.type, "unknown"))
        spelled = self._first(lambda part, _: _spells(given, part))
        if of_its_kind is None and spelled is not None:
            part, _ = self._take(spelled, given)
            self.findings.append(_as_another(given, part))
        elif not is_carried:
            if of_its_kind is not None:  # the rules blame what stands where nothing has a place
                self.left.pop(of_its_kind)
        elif of_its_kind is None:
            self.findings.append(loss("lost-media", "$", lost_message(given), (given.index,)))
        else:
            part, _ = self._take(of_its_kind, given)
            self.findings.append(_altered(given, part))

    def _first(self, fits: Callable[[MediaPart, ResultPart | None], bool]) -> int | None:
        return next((number for number, (_, part, holder) in enumerate(self.left) if fits(part, holder)), None)

    def _take(self, number: int, given: GivenMedia) -> tuple[MediaPart, ResultPart | None]:
        place, part, holder = self.left.pop(number)
        self.found.append((given, place, part))
        return part, holder


def _doubled(part: MediaPart, given_media: Sequence[GivenMedia]) -> Finding:
    """One that is left over when all that was shown is found."""
    twin = next((given for given in given_media if same(given, part)), None)
    about = (twin.index,) if twin else ()
    unasked = f"an empty {part.kind} is here" if is_empty(part) else f"nobody showed this {part.kind}"
    message = f"this {part.kind} is here once more than it was shown" if twin else unasked
    return loss("doubled-media", part.path, message, about)


def lost_message(given: GivenMedia) -> str:
    """What is said of media that were not found."""
    return f"the {given.media.type} {given.title} is nowhere"


def emptied_message(given: GivenMedia) -> str:
    """What is said of media in whose place stands nothing."""
    return f"the {given.media.type} {given.title} came out empty"


def _altered(given: GivenMedia, part: MediaPart) -> Finding:
    """Other media than were given; where no base64 stands at the place of base64, what does."""
    undecoded = part.loose if part.data is None else None
    actual = cut(undecoded) if undecoded else part.url or f"{len(part.data or b'')} bytes"
    what = f"the {given.media.type} {given.title}"
    message = f"{what} came out as another one"
    if is_empty(part):
        message = emptied_message(given)
    elif _spells(given, part) and part.data is not None:
        message = f"the base64 of {what} stands at the place of its text"
    elif undecoded and undecoded == getattr(given.media.source, "url", None):
        message = f"the address of {what} stands at the place of its bytes"
    elif undecoded and undecoded.lower().startswith("data:"):
        message = f"at the place of the bytes of {what} stands a data URI"
    elif undecoded or (part.url and part.url == _rest(given.media.source)):
        message = f"at the place of the bytes of {what} stands what is no base64"
    return loss("altered-media", part.path, message, (given.index,), expected=given.title, actual=actual)


def is_empty(part: MediaPart) -> bool:
    """Has it neither bytes nor an address?"""
    return not (part.data or part.loose or part.url)


def _spells(given: GivenMedia, part: MediaPart) -> bool:
    """Is it the text that tells the medium, at a place where that is not read?"""
    source = given.media.source
    whole = source.data if isinstance(source, Base64Source) else source.url
    if part.data is not None:
        told = whole if isinstance(source, Base64Source) else _rest(source)
        return told is not None and part.data == told.encode(errors="replace")
    text = (part.url if part.loose is None else part.loose) or ""
    decoded = read_data_uri(text) if text.lower().startswith("data:") else None
    alike = whole in (text, text.partition(",")[2]) or text == _rest(source)
    return bool(text) and (alike or (decoded is not None and decoded == given.data))


def _rest(source: Source) -> str | None:
    """What stands behind the head of a data URI."""
    url = getattr(source, "url", "")
    return url.partition(",")[2] if url.lower().startswith("data:") else None


def _as_another(given: GivenMedia, part: MediaPart) -> Finding:
    kind = {"audio": "audio", "image": "an image"}.get(part.kind, f"a {part.kind}")
    under = f" ({part.media_type})" if part.media_type else ""
    message = f"the {given.media.type} {given.title} is sent as {kind}{under}"
    return loss("media-type", part.path, message, (given.index,))


def _holds(holder: ResultPart | None, given: GivenMedia) -> bool:
    return holder is not None and given.result is not None and holder.id == given.result


def _judge(given: GivenMedia, part: MediaPart, holder: ResultPart | None) -> Iterator[Finding]:
    kind, about = given.media.type, (given.index,)
    if part.kind not in (kind, "unknown") and not _as_its_ending_says(given, part):
        yield _as_another(given, part)
    if holder is not None and given.result is not None and holder.id is not None and holder.id != given.result:
        message = f"the {kind} of {given.result} is told as that of {holder.id}"
        yield loss("wrong-call", part.path, message, about)
    if holder is not None and given.result is None:
        message = f"no tool showed the {kind} {given.title}, it is told as one of {holder.id or holder.name}'s"
        yield loss("wrong-call", part.path, message, about)
    if part.loose is not None:
        yield _loose(given, part)
    if part.data is None:
        if part.url and part.media_type and (address_type := type_by_misleading_extension(part.url, part.media_type)):
            message = f"the {kind} is declared as {part.media_type}, its address shows {address_type}"
            yield loss("guessed-type", part.path, message, about, expected=address_type, actual=part.media_type)
        return
    actual_type = sniff(part.data) or declared_type(given.media.source)
    if actual_type is None and part.media_type and has_magic(part.media_type) and is_plain_text(part.data):
        actual_type = "text/plain"
    if actual_type is not None and part.media_type is not None and canonical(part.media_type) != canonical(actual_type):
        declared = part.media_type.removeprefix("document/") or "nothing"  # of some providers a format is all there is
        message = f"the {kind} is declared as {declared}, its bytes are {actual_type}"
        yield loss("media-type", part.path, message, about, expected=actual_type, actual=part.media_type)
    if given.data is not None and given.data != part.data and turned(given.data, part.data):
        yield loss("turned-media", part.path, f"the {kind} {given.title} is no longer set upright", about)


def _loose(given: GivenMedia, part: MediaPart) -> Finding:
    """Base64 that few decode: as it was given, or of the formatter's own making."""
    source, loose = given.media.source, part.loose or ""
    how = "in the alphabet for addresses" if {"-", "_"} & {*loose} else "without its padding"
    whole = source.data if isinstance(source, Base64Source) else source.url
    if whole.endswith(loose):
        message = f"the base64 of the {given.media.type} is passed on as it came, {how}"
        return loss("base64-as-given", part.path, message, (given.index,))
    message = f"the {given.media.type} {given.title} is written in base64 {how}"
    return loss("altered-media", part.path, message, (given.index,), expected=given.title, actual=cut(loose))


def _as_its_ending_says(given: GivenMedia, part: MediaPart) -> bool:
    """Is it a sound or a video of which nothing but the block says which it is, under a type of its ending's?"""
    source = given.media.source
    return (
        {given.media.type, part.kind} == {"audio", "video"}
        and not isinstance(source, Base64Source)
        and part.media_type is not None
        and is_audio_or_video(source.url, part.media_type)
    )


def equal(given: GivenMedia, part: MediaPart) -> bool:
    """Is it the same address, or the same bytes?"""
    if part.data is not None:
        return given.data == part.data
    if part.url is None:
        return False
    source = given.media.source
    if not isinstance(source, Base64Source) and address(source.url) == address(part.url):
        return True
    return given.data is not None and given.data == bytes_of_url(part.url)


def same(given: GivenMedia, part: MediaPart) -> bool:
    """Is it the same address, or the same bytes, or (images) the same pixels?"""
    if part.kind != "image" or given.data is None or part.data is None:
        return equal(given, part)
    return equal(given, part) or same_picture(given.data, part.data) or turned(given.data, part.data)


def saved_anew(given: GivenMedia, part: MediaPart) -> bool:
    """Is it the same picture, of the same size, as what compression makes of it, be it no longer set upright?"""
    if not isinstance(given.media, Image) or part.kind != "image" or given.data is None or part.data is None:
        return False
    return compressed(given.data, part.data) or compressed(given.data, part.data, upright=False)


def _in_its_format(fits: Fits) -> Fits:
    """So, and in the format that it was given in: of two that show the same, each is its own."""

    def fit(given: GivenMedia, part: MediaPart) -> bool:
        return bool(given.data and part.data and sniff(given.data) == sniff(part.data) and fits(given, part))

    return fit


def _saved_anew(given: GivenMedia, part: MediaPart) -> Finding:
    what, about = f"the {given.media.type} {given.title}", (given.index,)
    if compressed(given.data or b"", part.data or b""):
        return loss("redrawn-media", part.path, f"{what} is saved anew, and has lost detail", about)
    return loss("turned-media", part.path, f"{what} is saved anew, and no longer set upright", about)


def like(given: GivenMedia, part: MediaPart) -> bool:
    """Is it the same picture, in another size or as what compression makes of it?"""
    images = isinstance(given.media, Image) and part.kind == "image"
    return images and given.data is not None and part.data is not None and alike(given.data, part.data)
