"""What a provider's answer says of the request in words that no rule quotes, held against what the request has.

An answer is held against a request in three steps:

- What does it say? Each module has a table of sentences: a key is missing (`missing`), a value is of another type
  (`mistyped`), none of a list or unlike a pattern (`listed`), beyond a bound (`bounded`), a key or a value is not taken
  (`refused`), the model or the version does not have it (`unserved`), the model cannot or takes so many (`abilities`),
  keys do not go together (`clashing`), something is empty or stands twice (`emptied`), messages stand in another order
  (`ordered`), a schema is none that is taken (`schemas`), a field of the answer has the parameter (`pointed`). `answer`
  is how an answer is read.
- Which part of the request does it name, however it spells the place (`places`)?
- Is that so in this request? Nothing is said of a part that keeps to the sentence, and none is guessed among several.

Beside that the answer has words that a rule does quote, for another model or of another provider (`rules`), and names
that stand in the request, of which it says nothing that is understood (`named`).
"""
