"""Entry point of the command `mars`.

Exit codes: 0 success, 2 bad input, 3 the run failed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from mars.cli.arguments import make_parser
from mars.cli.commands import edit
from mars.cli.output import print_error, print_json, print_notice
from mars.cli.translated_parser import asked_language
from mars.errors import DocumentError, MarsError
from mars.translation.languages import current, message, set_current


def main(arguments: Sequence[str] | None = None) -> int:
    """Execute a command line and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    set_current(asked_language(words) or current())
    if len(words) == 1 and words[0].endswith((".mars", ".marsrun")):  # a file alone is opened, as on a double click
        words.insert(0, "edit")
    try:
        options = make_parser().parse_args(words)
    except SystemExit as stop:  # argparse has printed the reason
        return int(stop.code or 0)
    try:
        return (options.command or edit)(options)
    except MarsError as error:
        print_error(error)
        if getattr(options, "json", False):
            print_json(error.to_data())
        return error.exit_code
    except KeyboardInterrupt:
        print_notice(message("stopped"), "bold")
        return 130
    except BrokenPipeError:  # the reader of a pipe has closed it
        sys.stderr.close()
        return 0
    except OSError as error:
        print_error(
            DocumentError(
                "cannot print the results ({reason}). Write them to a file with --out",
                code="cannot-write",
                reason=error.strerror or error,
            )
        )
        return 2
