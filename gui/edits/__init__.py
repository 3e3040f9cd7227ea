"""Every edit of the editor as a function on the plain circuit: `document.edit("Move", lambda circuit: edits.move(circuit, …))`.

No Qt here. A function changes the circuit, including drawing and routes, or raises DocumentError; the document records the
difference as its undo entry.
"""

from .candidate_kinds import add_linked, additions, attach, fitting_kinds
from .clipboard import copied, is_clipboard, pasted
from .definitions import (
    LIBRARY,
    define,
    dissolve,
    embedded,
    has_equations,
    kind_class,
    make_parameter,
    make_subcircuit,
    on_sheet,
    remove_unused,
    set_looks,
    set_parameters,
)
from .kind_swap import swap_kind
from .link_rules import LinkRules, refusal
from .links import connect, disconnect, join, join_links, reattach, refusal_to_reattach
from .notes import add_note, set_note
from .placement import add, align, distribute, flip, move, remove, set_disabled, set_label, turn
from .recursion_check import ring, without_rings
from .sheet_ports import add_port, move_port, ports_of, remove_port, rename_port, set_side, wires_at
from .values import add_point, remove_point, rename, rename_point, set_number, set_settings, set_start, set_value, start_unit
from .variables import add_variable, move_variable, remove_variable, rename_variable, set_variable, uses
from .wire_insertion import insert, insert_new
from .wires import dragged_segment, move_segment, set_route, straighten

__all__ = [
    "LIBRARY",
    "LinkRules",
    "add",
    "add_linked",
    "add_note",
    "add_point",
    "add_port",
    "add_variable",
    "additions",
    "align",
    "attach",
    "connect",
    "copied",
    "define",
    "disconnect",
    "dissolve",
    "distribute",
    "dragged_segment",
    "embedded",
    "fitting_kinds",
    "flip",
    "has_equations",
    "insert",
    "insert_new",
    "is_clipboard",
    "join",
    "join_links",
    "kind_class",
    "make_parameter",
    "make_subcircuit",
    "move",
    "move_port",
    "move_segment",
    "move_variable",
    "on_sheet",
    "pasted",
    "ports_of",
    "reattach",
    "refusal",
    "refusal_to_reattach",
    "remove",
    "remove_point",
    "remove_port",
    "remove_unused",
    "remove_variable",
    "rename",
    "rename_point",
    "rename_port",
    "rename_variable",
    "ring",
    "set_disabled",
    "set_label",
    "set_looks",
    "set_note",
    "set_number",
    "set_parameters",
    "set_route",
    "set_settings",
    "set_side",
    "set_start",
    "set_value",
    "set_variable",
    "start_unit",
    "straighten",
    "swap_kind",
    "turn",
    "uses",
    "wires_at",
    "without_rings",
]
