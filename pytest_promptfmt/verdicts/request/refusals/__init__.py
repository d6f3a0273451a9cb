"""What providers refuse of a request beside its messages: tables of refusals, and the predicates that they share."""
