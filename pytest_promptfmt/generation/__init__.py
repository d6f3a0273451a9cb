"""Conversations that nobody enumerated: drawn from a model of conversations, each with what a right formatter does.

`features` are the questions that a conversation answers, `building` makes the conversation of some answers,
`expected` derives what a right formatter for a dialect does with it, `cases` makes cases of it, and `covering` chooses
few conversations that have every two answers together.
"""
