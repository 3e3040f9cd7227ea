"""`python -m mars` is the command `mars`."""

import sys

from mars.cli.main import main

sys.exit(main())
