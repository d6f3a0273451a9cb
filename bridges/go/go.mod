module promptfmt

go 1.19
