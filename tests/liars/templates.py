"""Who makes prompts of datasets, and tells the answer, loses an example, or asks otherwise than the template says."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from liars.liar import Formatter, Liar, liar, liars_of, misdeed, shipped


def lie(name: str, caught_by: str, *also: str) -> Callable[[Callable[[Any], Any]], Liar]:
    """Makes a liar of a function from right requests to wrong ones.

    The honest twin says what the case lists as right. That is no way to format, but it is the check that is asked here.
    """
    case = shipped(f"templates/{name}")
    return liar(
        f"aisbench.{case.scenarios[0]}", case, caught_by, "error", lambda _: deepcopy(list(case.requests)), also=also
    )


def human(text: str) -> dict[str, str]:
    return {"role": "HUMAN", "prompt": text}


def bot(text: str) -> dict[str, str]:
    return {"role": "BOT", "prompt": text}


# the answer


@lie("string", "fidelity.leaked-answer")
def masks_nothing(requests: Any) -> Any:
    """Fills in the output column as any other."""
    return [request + "jade-31" for request in requests]


@lie("string-answer-twice", "fidelity.leaked-answer")
def masks_the_last_place_only(requests: Any) -> Any:
    """Takes the answer for the end of the template."""
    return ["jade-31" + request for request in requests]


@lie("dialogue-answer-in-the-question", "fidelity.leaked-answer")
def masks_the_models_turn_only(requests: Any) -> Any:
    """Leaves the answer in a turn of the user's."""
    requests[0][0]["prompt"] = "What is amber-17? Is it It is jade-31.?"
    return requests


@lie("string-value-names-the-answer", "fidelity.leaked-answer", "fidelity.lost-text")
def fills_in_the_answer_for_a_value(requests: Any) -> Any:
    """Masks the answer in the template, then fills in what the values name."""
    return [request.replace("{answer}", "It is jade-31.") for request in requests]


@lie("multiturn-every-with-gt", "fidelity.leaked-answer", "fidelity.turn-kept")
def tells_the_last_truth(requests: Any) -> Any:
    """Tells the right answer to the question that it asks."""
    return [*requests[:-1], [*requests[-1], bot("It is jade-31.")]]


# examples


@lie("string-few-shot", "fidelity.lost-text")
def tells_one_example(requests: Any) -> Any:
    """Stops after the first example."""
    return [request.replace("What is falcon-58?\nIt is heron-57.\n", "") for request in requests]


@lie("string-example-repeated", "fidelity.lost-text")
def tells_an_example_once(requests: Any) -> Any:
    """Makes a set of the ids."""
    return [request.replace("What is falcon-58?\nIt is heron-57.\n", "", 1) for request in requests]


@lie("string-few-shot", "fidelity.doubled-text")
def tells_an_example_twice(requests: Any) -> Any:
    """Begins with the first example again."""
    example = "What is cobalt-42?\nIt is ember-23.\n"
    return [request.replace(example, 2 * example) for request in requests]


@lie("string-few-shot", "fidelity.lost-text")
def masks_the_examples(requests: Any) -> Any:
    """Takes the answers out of the examples too."""
    return [request.replace("It is ember-23.", "").replace("It is heron-57.", "") for request in requests]


@lie("string-examples-in-order", "fidelity.reordered")
def sorts_the_ids(requests: Any) -> Any:
    """Tells the examples in the order of the rows."""
    last = "What is otter-87?\nIt is maple-70.\n"
    return [request.replace(last, "").replace("What is amber", f"{last}What is amber") for request in requests]


@lie("dialogue-few-shot-chat", "fidelity.reordered")
def turns_the_examples_round(requests: Any) -> Any:
    """Tells the newest example first."""
    system, *examples, question = requests[0]
    return [[system, *examples[2:], *examples[:2], question]]


@lie("dialogue-few-shot-chat", "fidelity.lost-text")
def cuts_the_examples_turns(requests: Any) -> Any:
    """Leaves out each turn of the model's, and not the last alone."""
    return [[item for item in requests[0] if item["role"] != "BOT"]]


@lie("dialogue-few-shot", "fidelity.wrong-speaker")
def lets_one_role_speak(requests: Any) -> Any:
    """Tells whole examples as the user's."""
    return [[item if item["role"] == "SYSTEM" else human(item["prompt"]) for item in requests[0]]]


@lie("string-example-names-columns", "fidelity.lost-text")
def fills_in_the_examples(requests: Any) -> Any:
    """Puts the examples into the template before it fills in the row."""
    return [request.replace("Explain {question}", "Explain What is otter-87?") for request in requests]


# tokens and values


@lie("string-zero-shot", "fidelity.left-token")
def leaves_the_token(requests: Any) -> Any:
    """Has no examples, and nothing to put where they would go."""
    return [request.replace("What", "</E>What") for request in requests]


@lie("string-sep-token", "fidelity.left-token")
def leaves_the_sep_token(requests: Any) -> Any:
    """Knows of one token only."""
    return [request.replace("Read it.", "Read it.<S>") for request in requests]


@lie("dialogue-zero-shot-base", "fidelity.left-token")
def leaves_the_token_to_a_base_model(requests: Any) -> Any:
    """Tells the token behind the system text."""
    return [request.replace("<eosys>\n", "<eosys>\n</E>") for request in requests]


@lie("string-value-names-later-column", "fidelity.lost-text", "fidelity.doubled-text")
def fills_in_values(requests: Any) -> Any:
    """Replaces one column after the other, in what the earlier ones brought in, too."""
    return [request.replace("{hint}", "Ask cobalt-42.") for request in requests]


@lie("string-token-in-data", "fidelity.lost-text")
def takes_tokens_out_of_the_data(requests: Any) -> Any:
    """Removes every token at the end."""
    return [request.replace("</E>", "") for request in requests]


@lie("string-white-space", "fidelity.lost-text")
def trims_values(requests: Any) -> Any:
    """Strips what it fills in."""
    return [request.replace("[  ", "[").replace("\n\n]", "]") for request in requests]


@lie("string-long-value", "fidelity.lost-text")
def cuts_values(requests: Any) -> Any:
    """Fills in the beginning of a long value."""
    return [request[:50_000] for request in requests]


@lie("string-several-rows", "fidelity.lost-text", "fidelity.doubled-text")
def asks_the_first_row_again(requests: Any) -> Any:
    """Keeps what was filled in before."""
    return [requests[0], requests[0], requests[2]]


@lie("string-missing-column", "fidelity.altered-text")
def drops_what_is_missing(requests: Any) -> Any:
    """Fills in nothing where there is no column."""
    return [request.replace("{hint}", "") for request in requests]


# the template's own words


@lie("string", "fidelity.altered-text")
def trims_the_request(requests: Any) -> Any:
    """Strips the end at which the model goes on."""
    return [request.rstrip() for request in requests]


@lie("dialogue-fixed-turns", "fidelity.altered-text")
def masks_fixed_answers(requests: Any) -> Any:
    """Takes answers that stand in the template for the answer."""
    requests[0][1]["prompt"] = "Answer: "
    return requests


@lie("dialogue-few-shot-base", "fidelity.altered-text")
def forgets_where_the_model_goes_on(requests: Any) -> Any:
    """Ends a base model's text behind the question."""
    return [request.removesuffix("<BOT>: ") for request in requests]


@lie("dialogue-role-that-the-model-has", "fidelity.lost-text")
def forgets_the_begin(requests: Any) -> Any:
    """Tells the round only."""
    return [requests[0][1:]]


# roles, turns and requests


@lie("dialogue-last-turn-chat", "fidelity.turn-kept")
def keeps_the_last_turn(requests: Any) -> Any:
    """Sends the words before the answer to a chat model."""
    return [[*requests[0], bot("Answer: ")]]


@lie("dialogue-fallback-chat", "fidelity.wrong-speaker")
def ignores_the_fallback(requests: Any) -> Any:
    """Sends a role that the model has not."""
    requests[0][0]["role"] = "SYSTEM"
    return requests


@lie("dialogue-role-that-the-model-has", "fidelity.wrong-speaker")
def always_falls_back(requests: Any) -> Any:
    """Uses the fallback role although the model has the role."""
    requests[0][0]["role"] = "HUMAN"
    return requests


@lie("dialogue", "fidelity.other-form")
def makes_one_string(requests: Any) -> Any:
    """Joins the turns before there is a model."""
    return ["\n".join(item["prompt"] for item in request) for request in requests]


@lie("string-for-a-chat", "fidelity.other-form")
def makes_a_turn_of_a_string(requests: Any) -> Any:
    """Makes role items for every chat model."""
    return [[human(request)] for request in requests]


@lie("string-several-rows", "fidelity.request-count")
def forgets_a_row(requests: Any) -> Any:
    """Stops one row early."""
    return requests[:-1]


@lie("multiturn-every", "fidelity.request-count")
def asks_once(requests: Any) -> Any:
    """Asks the first question, and lets the conversation end."""
    return requests[:1]


@lie("multiturn-every", "fidelity.leaked-answer", "fidelity.lost-text")
def tells_the_truth_for_a_reply(requests: Any) -> Any:
    """Tells the right answers in the place of the model's replies."""
    truth = {"Perhaps otter-87.": "It is ember-23.", "Rather maple-70.": "It is heron-57."}
    return [[item | {"prompt": truth.get(item["prompt"], item["prompt"])} for item in one] for one in requests]


@lie("multiturn-every-with-gt", "fidelity.lost-text", "fidelity.doubled-text")
def tells_replies_for_the_truth(requests: Any) -> Any:
    """Tells the model's replies where the right answers belong."""
    reply = {"It is ember-23.": "Perhaps otter-87.", "It is heron-57.": "Rather maple-70."}
    return [[item | {"prompt": reply.get(item["prompt"], item["prompt"])} for item in one] for one in requests]


@lie("multiturn-every-chat", "fidelity.lost-text")
def forgets_the_history(requests: Any) -> Any:
    """Asks each question as if it were the first."""
    return [request[-1:] for request in requests]


# media


@lie("multimodal-order", "fidelity.reordered")
def sorts_parts_by_kind(requests: Any) -> Any:
    """Tells the parts in the order of the template's kinds."""
    requests[0][0]["prompt"].sort(key=lambda part: ("text", "image_url", "video_url", "audio_url").index(part["type"]))
    return requests


@lie("multimodal-addresses", "fidelity.reordered")
def turns_images_round(requests: Any) -> Any:
    """Shows the newest image first."""
    text, *images = requests[0][0]["prompt"]
    requests[0][0]["prompt"] = [text, *reversed(images)]
    return requests


@lie("multimodal-base64", "fidelity.altered-media", "fidelity.lost-media")
def writes_the_type_anew(requests: Any) -> Any:
    """Calls every video MP4."""
    for part in requests[0][0]["prompt"]:
        if part["type"] == "video_url":
            part["video_url"]["url"] = part["video_url"]["url"].replace("video/jpeg", "video/mp4")
    return requests


@lie("multimodal-addresses", "fidelity.altered-media", "fidelity.lost-media")
def puts_a_scheme_before_every_address(requests: Any) -> Any:
    """Takes every address for a path."""
    for part in requests[0][0]["prompt"][1:]:
        part["image_url"]["url"] = "file://" + part["image_url"]["url"]
    return requests


@lie("multimodal-several-images", "fidelity.lost-media")
def shows_one_image(requests: Any) -> Any:
    """Stops after the first image."""
    requests[0][0]["prompt"] = [p for p in requests[0][0]["prompt"] if p["type"] == "text" or "red.png" in str(p)]
    return requests


@lie("multimodal-image-only", "fidelity.doubled-media")
def shows_an_image_twice(requests: Any) -> Any:
    """Shows the image once more at the end."""
    requests[0][0]["prompt"] *= 2
    return requests


@lie("multimodal-chat", "fidelity.lost-text")
def drops_text_beside_images(requests: Any) -> Any:
    """Shows the image, and does not ask about it."""
    requests[0][1]["prompt"] = [part for part in requests[0][1]["prompt"] if part["type"] != "text"]
    return requests


# what is no request


@lie("dialogue-system", "schema.required")
def leaves_the_markers_in(requests: Any) -> Any:
    """Sends the marks of its own sections."""
    return [[{"section": "round", "pos": "begin"}, *requests[0], {"section": "round", "pos": "end"}]]


@lie("dialogue-few-shot", "schema.minLength")
def leaves_empty_strings_in(requests: Any) -> Any:
    """Sends the empty string that the examples end with."""
    return [[*requests[0][:5], "", *requests[0][5:]]]


@lie("multimodal-image-only", "schema.enum", "fidelity.lost-media")
def types_parts_otherwise(requests: Any) -> Any:
    """Calls an image an image."""
    requests[0][0]["prompt"][0]["type"] = "image"
    return requests


@lie("multimodal-image-only", "schema.required", "fidelity.lost-media")
def names_addresses_otherwise(requests: Any) -> Any:
    """Writes uri where url belongs."""
    requests[0][0]["prompt"][0]["image_url"] = {"uri": "pictures/amber-17.png"}
    return requests


@lie("string-several-rows", "schema.form")
def returns_one_text(requests: Any) -> Any:
    """Joins all requests, as if the model were called once."""
    return "\n".join(requests)


# refusals


def refuses(template: Any) -> Any:
    raise ValueError(f"of {template.infer_cfg['prompt_template']} no prompt can be made")


@misdeed("aisbench.dialogue", "templates/dialogue-token-missing", "errors.not-refused", "error", refuses)
def loses_examples_without_a_word(_: Formatter) -> Any:
    """Has examples, and no place where they go."""
    return lambda template: [[human("What is amber-17?"), bot("")]]


@misdeed("aisbench.dialogue", "templates/dialogue-without-round", "errors.unclear", "error", refuses)
def stumbles_over_a_dialogue(_: Formatter) -> Any:
    """Looks for a round that is not there."""
    return lambda template: template.infer_cfg["prompt_template"]["template"]["round"]


LIARS = liars_of(globals())
