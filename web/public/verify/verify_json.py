"""Reads the files that the other programs here verify, and stands beside them. Needs Python 3.8 or newer.

A file is JSON of a bounded size in which no name stands twice and every number is finite. It is held against a shape before anything is
computed: a field that no such file has, that is missing or of another kind is refused by its name.
"""

import json
import math
import re

FILE_BYTES_MAX = 20_000_000
DIGITS_MAX = 30
LINES_MAX = 20
LINE_LENGTH_MAX = 400
ENVELOPE = {"status", "info", "url", "code", "state"}


class Unsound(Exception):
    """A field that no such file can have."""


# Reading


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name stands twice in one object")
    return dict(pairs)


def no_number(name):
    raise ValueError(f"{name} is not a number")


def short_integer(text):
    if len(text) > DIGITS_MAX:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def finite(text):
    if math.isinf(float(text)):
        raise ValueError(f"{text[:DIGITS_MAX]} is too large a number")
    return float(text)


def read_json(path, bytes_max=FILE_BYTES_MAX):
    """What a file holds. Raises an OSError or a ValueError where it cannot be read."""
    with open(path, "rb") as file:
        content = file.read(bytes_max + 1)
    if len(content) > bytes_max:
        raise ValueError(f"more than {bytes_max} bytes")
    hooks = {"object_pairs_hook": unique, "parse_constant": no_number, "parse_int": short_integer, "parse_float": finite}
    try:
        read = json.loads(content.decode("utf-8"), **hooks)
        if re.search(rb"\\u[dD][89a-fA-F]", content):
            json.dumps(read, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise ValueError("too many lists or objects inside of one another") from None
    except UnicodeEncodeError:
        raise ValueError("a text with half of a character") from None
    return read


def answer_in(read):
    """The answer in a server's whole response, in url or, where that is empty, in info; or the file itself."""
    if not isinstance(read, dict) or "url" not in read or not ENVELOPE.issuperset(read):
        return read
    return read["info"] if read["url"] == "" and "info" in read else read["url"]


# Shapes: each is a function of a value and the name of its field, that raises an Unsound for a value of another shape.


def inside(field, name):
    return f"{field}.{name}" if field else name


def only(holder, names, field, optional=()):
    if not isinstance(holder, dict):
        raise Unsound(f"{field or 'the file'}: not an object")
    for name in holder:
        if name not in names and name not in optional:
            raise Unsound(f"{inside(field, name)}: no such field")
    for name in names:
        if name not in holder:
            raise Unsound(f"{inside(field, name)}: missing")


def record(optional=None, **shapes):
    """An object with these fields and no others; `optional` ones may be left out."""

    def check(value, field=""):
        only(value, shapes, field, optional or {})
        for name, shape in {**shapes, **(optional or {})}.items():
            if name in value:
                shape(value[name], inside(field, name))

    return check


def by_field(name, **shapes):
    """An object whose field of that name says which of the shapes it has."""

    def check(value, field=""):
        kind = value.get(name) if isinstance(value, dict) else None
        if kind not in list(shapes):
            raise Unsound(f"{inside(field, name)}: {kind!r} is none of {', '.join(shapes)}")
        shapes[kind](value, field)

    return check


def list_of(shape, least=0, most=None):
    def check(value, field=""):
        if not isinstance(value, list) or len(value) < least or (most is not None and len(value) > most):
            raise Unsound(f"{field or 'the file'}: not a list of {least} {'or more' if most is None else f'to {most}'}")
        for place, one in enumerate(value):
            shape(one, f"{field}[{place}]")

    return check


def tuple_of(*shapes):
    """A list with one element of each shape."""

    def check(value, field=""):
        if not isinstance(value, list) or len(value) != len(shapes):
            raise Unsound(f"{field}: not a list of {len(shapes)}")
        for place, shape in enumerate(shapes):
            shape(value[place], f"{field}[{place}]")

    return check


def or_null(shape):
    return lambda value, field="": None if value is None else shape(value, field)


def text(pattern, what):
    def check(value, field=""):
        if not isinstance(value, str) or re.fullmatch(pattern, value, re.ASCII) is None:
            raise Unsound(f"{field}: {value!r} is not {what}")

    return check


def words(*allowed):
    return text("|".join(allowed), f"one of {', '.join(allowed)}")


def hex_digits(count):
    return text("[0-9a-f]{%d}" % count, f"{count} digits of lower-case hex")


hash_text = hex_digits(64)
usdt_text = text(r"[0-9]{1,13}\.[0-9]{6}", "an amount in USDT with six decimals")
signed_usdt_text = text(r"-?[0-9]{1,13}(\.[0-9]{1,6})?", "an amount in USDT")


def whole(least, most=2**53):
    def check(value, field=""):
        if type(value) is not int or not least <= value <= most:
            raise Unsound(f"{field}: {value!r} is not a whole number from {least} to {most}")

    return check


def number(value, field=""):
    if type(value) not in (int, float):
        raise Unsound(f"{field}: {value!r} is not a number")


def positive(value, field=""):
    number(value, field)
    if value <= 0:
        raise Unsound(f"{field}: {value} is not above 0")


def anything(value, field=""):
    pass


def truth(value, field=""):
    if type(value) is not bool:
        raise Unsound(f"{field}: {value!r} is neither true nor false")


row = tuple_of(*[number] * 6)


def is_possible(candle):
    """Whether a market can have made the prices and the volume of a candle."""
    _, opened, high, low, closed, volume = candle
    return 0 < low <= min(opened, closed) <= max(opened, closed) <= high and volume >= 0


# Saying what differs


def differences(*points):
    return [f"{field}: claimed {claim}, computed {computed}" for field, claim, computed in points if claim != computed]


def printable(text):
    """What a file says, on one line and in ASCII, so that it cannot look like another line of a program."""
    return "".join(one if " " <= one <= "~" else ascii(one)[1:-1] for one in text[:LINE_LENGTH_MAX])[:LINE_LENGTH_MAX]


def say(found, before=""):
    """Prints what differs, a line each, up to so many lines."""
    for difference in found[:LINES_MAX]:
        print(f"{before}{printable(difference)}")
    if len(found) > LINES_MAX:
        print(f"{before}{len(found) - LINES_MAX} more")
