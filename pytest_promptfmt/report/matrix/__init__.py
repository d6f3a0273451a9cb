"""The matrix: what was found of many implementations on one page, each with what it takes to find it again."""
