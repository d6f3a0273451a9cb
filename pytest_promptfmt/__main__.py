"""``python -m pytest_promptfmt`` is the command ``promptfmt``."""

import sys

from pytest_promptfmt.cli import main

if __name__ == "__main__":
    sys.exit(main())
