"""Arithmetic that works on numbers and, to trace a formula, on named variables.

A formula written with + - * / ** and the three functions here returns a number when given numbers, and
a `Node` when given a `variable`. `export` turns nodes into a JSON list that a browser can evaluate.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Union

Number = Union[int, float, "Node"]

OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "^": lambda a, b: a**b,
    "min": min,
    "max": max,
    "ceil": math.ceil,
}
NEUTRAL_RIGHT = {("+", 0), ("-", 0), ("*", 1), ("/", 1), ("^", 1)}
NEUTRAL_LEFT = {("+", 0), ("*", 1)}
COMMUTATIVE = {"+", "*", "min", "max"}


class Node:
    """One operation over numbers and nodes; equal operations are one and the same object."""

    __slots__ = ("operation", "operands", "serial")
    _known: dict[tuple, "Node"] = {}

    def __new__(cls, operation: str, operands: tuple) -> "Node":
        key = (operation, *(("node", id(o)) if isinstance(o, Node) else o for o in operands))
        if key not in cls._known:
            node = super().__new__(cls)
            node.operation, node.operands, node.serial = operation, operands, len(cls._known)
            cls._known[key] = node
        return cls._known[key]

    def __add__(self, other):
        return _combined("+", self, other)

    def __radd__(self, other):
        return _combined("+", other, self)

    def __sub__(self, other):
        return _combined("-", self, other)

    def __rsub__(self, other):
        return _combined("-", other, self)

    def __mul__(self, other):
        return _combined("*", self, other)

    def __rmul__(self, other):
        return _combined("*", other, self)

    def __truediv__(self, other):
        return _combined("/", self, other)

    def __rtruediv__(self, other):
        return _combined("/", other, self)

    def __pow__(self, other):
        return _combined("^", self, other)

    def __rpow__(self, other):
        return _combined("^", other, self)

    def __bool__(self):
        raise TypeError("a traced number has no truth value: a formula must not branch on it")

    def __lt__(self, other):
        raise TypeError("a traced number cannot be compared: use minimum or maximum")

    __gt__ = __le__ = __ge__ = __lt__


def variable(name: str) -> Node:
    """A number that is known only when the traced formula is evaluated."""
    return Node("variable", (name,))


def minimum(first: Number, *others: Number) -> Number:
    """The smallest of its arguments."""
    for other in others:
        first = _combined("min", first, other)
    return first


def maximum(first: Number, *others: Number) -> Number:
    """The largest of its arguments."""
    for other in others:
        first = _combined("max", first, other)
    return first


def ceil(number: Number) -> Number:
    """The smallest whole number that is not below `number`."""
    return Node("ceil", (number,)) if isinstance(number, Node) else math.ceil(number)


def _combined(operation: str, left: Number, right: Number) -> Number:
    if not isinstance(left, Node) and not isinstance(right, Node):
        return OPERATIONS[operation](left, right)
    if not isinstance(right, Node) and (operation, right) in NEUTRAL_RIGHT:
        return left
    if not isinstance(left, Node) and (operation, left) in NEUTRAL_LEFT:
        return right
    if operation == "*" and 0 in [o for o in (left, right) if not isinstance(o, Node)]:
        return 0
    if operation in {"min", "max"} and left is right:
        return left
    if operation in COMMUTATIVE and _order(left) > _order(right):
        left, right = right, left
    return Node(operation, (left, right))


def _order(operand: Number) -> tuple:
    """Numbers before nodes, older nodes before younger: the same order in every run, as an address would not give."""
    return (1, operand.serial) if isinstance(operand, Node) else (0, operand)


def export(roots: Sequence[Number]) -> tuple[list, list[int]]:
    """The nodes under `roots` as a JSON list, operands before their operation, and each root's place in it.

    An entry is a number, a variable's name, or [operation, place, place].
    """
    entries: list = []
    places: dict = {}

    def place(item: Number) -> int:
        key = item if isinstance(item, Node) else float(item)
        if key not in places:
            places[key] = _append(entries, _entry(item, place))
        return places[key]

    return entries, [place(root) for root in roots]


def _entry(item: Number, place) -> object:
    if not isinstance(item, Node):
        return int(item) if isinstance(item, bool) else item
    if item.operation == "variable":
        return item.operands[0]
    return [item.operation, *map(place, item.operands)]


def _append(entries: list, entry: object) -> int:
    entries.append(entry)
    return len(entries) - 1


def evaluate(entries: Sequence, values: Mapping[str, float]) -> list[float]:
    """The value of every exported entry, given the variables' values."""
    results: list[float] = []
    for entry in entries:
        if isinstance(entry, str):
            results.append(values[entry])
        elif isinstance(entry, list):
            results.append(OPERATIONS[entry[0]](*(results[place] for place in entry[1:])))
        else:
            results.append(entry)
    return results
