"""What the sentences of an answer say, one module for each thing that they say in many words.

A key is missing (`missing`), a value is of another type (`mistyped`), none of a list or unlike a pattern (`listed`),
beyond a bound (`bounded`); a key or a value is not taken (`refused`), be it quoted whole (`literals`); the provider has
no such model, or a later version of the API (`unserved`); the model cannot, or takes so many (`abilities`); keys do not
go together (`clashing`); something is empty or stands twice (`emptied`); messages stand in another order (`ordered`); a
schema is none that is taken (`schemas`); a field of the answer has the parameter (`pointed`).
"""
