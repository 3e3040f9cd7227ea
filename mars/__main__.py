"""`python -m mars` is the command `mars`."""

import sys

from mars.cli import main

sys.exit(main())
