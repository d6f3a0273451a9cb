"""What a provider's answer says of the request in words that no rule quotes, held against what the request has.

An answer is held against a request in three steps:

- What does it say? Each module of `sentences` has a table of its own. `answer` is how an answer is read.
- Which part of the request does it name, however it spells the place (`places`)?
- Is that so in this request? Nothing is said of a part that keeps to the sentence, and none is guessed among several.

Beside that the answer has words that a rule does quote, for another model or of another provider (`rules`), and names
that stand in the request, of which it says nothing that is understood (`named`).
"""
