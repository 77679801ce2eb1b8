#!/usr/bin/env python3
"""Recomputes Clearlot's tree of balances, from nothing but the rule page. The signature of a statement is not checked: Python's standard
library has no Ed25519.

    python3 verify_tree.py PROOF.json NAME     the answer of GET /api/proofs/balance, and your account name
    python3 verify_tree.py TREE.json           the worked example: every leaf, level and path

The exit status is 0 when everything matches, 1 when something does not, 2 when the file cannot be read or is neither. Hold the root that is
printed against the one that others see. Needs Python 3.8 or newer, verify_json.py beside it, and nothing else.
"""

import hashlib
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from verify_json import Unsound, answer_in, differences, hash_text, hex_digits, list_of, read_json, record, say
from verify_json import signed_usdt_text, text, tuple_of, whole

SUM_MAX = 2**63 - 1


# The files

COUNT, POINTS = whole(0), whole(-(2**63), SUM_MAX)
NAME = text("[A-Za-z0-9]{1,64}", "a name")
TIME = text(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z", "a time in UTC to the millisecond")
POINT_SUMS = record(assistance=POINTS, promotion=POINTS)
HOUSE = list_of(record(account=NAME, balance=signed_usdt_text), 0, 1000)
HOUSE_POINTS = list_of(record(account=NAME, balance=POINTS), 0, 1000)
PUBLISHED_SHAPE = record(
    **dict(number=whole(1), at=TIME, members=COUNT, root=hash_text, total=signed_usdt_text, house=HOUSE, previous=hash_text),
    **dict(key=hash_text, digest=hash_text, signature=hex_digits(128)),
    optional=dict(
        points=record(assistance=POINTS, promotion=POINTS, house=HOUSE_POINTS), log=record(acts=COUNT, head=hash_text)
    ),
)
SIBLING_SHAPE = record(hash=hash_text, sum=signed_usdt_text, optional=dict(points=POINT_SUMS))
STEPS_SHAPE = record(position=COUNT, siblings=list_of(SIBLING_SHAPE, 0, 64))
PART_SHAPE = record(salt=hash_text, amount=signed_usdt_text, path=STEPS_SHAPE, optional=dict(points=POINT_SUMS))
PROOF_SHAPE = record(
    **dict(published=PUBLISHED_SHAPE, balance=signed_usdt_text, parts=tuple_of(PART_SHAPE, PART_SHAPE)),
    optional=dict(points=POINT_SUMS),
)
WORKED_SUM = text("0|[1-9][0-9]{0,18}", "a whole number as a text")
WORKED_POINTS = dict(points=record(assistance=WORKED_SUM, promotion=WORKED_SUM))
WORKED_PART = record(salt=hash_text, amount=WORKED_SUM, optional=WORKED_POINTS)
WORKED_NODE = record(hash=hash_text, sum=WORKED_SUM, optional=WORKED_POINTS)
WORKED_STEPS = record(position=COUNT, neighbours=list_of(WORKED_NODE, 0, 64))
STATEMENT_SHAPE = record(text=text(r"(.*\n){8,1000}", "a statement of lines"), digest=hash_text, signature=hex_digits(128))
HALF = list_of(list_of(WORKED_NODE), 1, 65)
TREE_SHAPE = record(
    members=list_of(
        record(username=NAME, balance=WORKED_SUM, parts=tuple_of(WORKED_PART, WORKED_PART), optional=WORKED_POINTS)
    ),
    **dict(root=hash_text, total=WORKED_SUM, halves=tuple_of(HALF, HALF), statements=list_of(STATEMENT_SHAPE, 0, 100)),
    paths=list_of(record(username=NAME, parts=tuple_of(WORKED_STEPS, WORKED_STEPS))),
    optional=WORKED_POINTS,
)


def sum_bytes(amount):
    if not 0 <= amount <= SUM_MAX:
        raise Unsound(f"sum: {amount} is not from 0 to {SUM_MAX}")
    return amount.to_bytes(8, "big")


# First bytes of a leaf, a node and the empty node, by the number of sums: of USDT alone in version 1, of USDT, assistance and promotion points
# in version 2.
MARKS = {1: (b"\x00", b"\x01", b"\x02"), 3: (b"\x03", b"\x04", b"\x05")}


def sums_bytes(sums):
    return b"".join(sum_bytes(one) for one in sums)


def leaf(salt, part, name):
    return hashlib.sha256(MARKS[len(part)][0] + salt + sums_bytes(part) + name.lower().encode("utf-8")).digest(), part


def added(left, right):
    if len(left) != len(right):
        raise Unsound("points: in one part or neighbour, and not in another")
    return tuple(one + other for one, other in zip(left, right))


def node(left, right):
    together = added(left[1], right[1])
    sums_bytes(together)
    content = MARKS[len(together)][1] + left[0] + sums_bytes(left[1]) + right[0] + sums_bytes(right[1])
    return hashlib.sha256(content).digest(), together


def empty(sums):
    return hashlib.sha256(MARKS[sums][2]).digest(), (0,) * sums


def levels_of(leaves, sums):
    levels = [leaves or [empty(sums)]]
    while len(levels[-1]) > 1:
        below = levels[-1] + [empty(sums)] * (len(levels[-1]) % 2)
        levels.append([node(below[place], below[place + 1]) for place in range(0, len(below), 2)])
    return levels


def depth_of(members):
    return max(members - 1, 0).bit_length()


def half_root_of(start, position, neighbours):
    found = start
    for neighbour in neighbours:
        found = node(neighbour, found) if position % 2 == 1 else node(found, neighbour)
        position = position // 2
    return found


def empty_places(position, members):
    return [((position >> height) ^ 1) << height >= members for height in range(depth_of(members))]


def millionths(written):
    before, _, after = written.lstrip("-").partition(".")
    amount = int(before) * 1_000_000 + int(after.ljust(6, "0"))
    return -amount if written.startswith("-") else amount


def sums_of(usdt, points):
    """USDT alone, or with both kinds of points."""
    return (millionths(usdt),) if points is None else (millionths(usdt), points["assistance"], points["promotion"])


def check_proof(proof, name):
    published, balance = proof["published"], sums_of(proof["balance"], proof.get("points"))
    members, total = published["members"], sums_of(published["total"], published.get("points"))
    amounts, halves, found = [], [], []
    for half, part in enumerate(proof["parts"]):
        field = f"parts[{half}]"
        position = part["path"]["position"]
        siblings = part["path"]["siblings"]
        neighbours = [(bytes.fromhex(one["hash"]), sums_of(one["sum"], one.get("points"))) for one in siblings]
        amounts.append(sums_of(part["amount"], part.get("points")))
        halves.append(half_root_of(leaf(bytes.fromhex(part["salt"]), amounts[half], name), position, neighbours))
        found += differences(
            (f"{field}.position", f"{position} of {members}", f"{position} of {members}" if 0 <= position < members else "none"),
            (f"{field}.siblings", len(neighbours), depth_of(members)),
            (f"{field}.empty", [one == empty(len(total)) for one in neighbours], empty_places(position, members)),
        )
    root = node(*halves)
    house = sum(millionths(one["balance"]) for one in published["house"])
    print(f"root {root[0].hex()}, number {published['number']}, {members} members, digest {published['digest']}")
    points = published.get("points")
    house_points = sum(one["balance"] for one in points["house"]) if points else 0
    return found + differences(
        ("parts", balance, added(*amounts)),
        ("root", published["root"], root[0].hex()),
        ("total", total, root[1]),
        ("house", -total[0], house),
        ("points", -sum(total[1:]), house_points),
        ("digest", published["digest"], digest_of(statement_of(published))),
    )


def statement_of(published):
    house = [f"house {one['account']} {decimal_of(one['balance'])}" for one in published["house"]]
    points, log = published.get("points"), published.get("log")
    lines = [
        f"clearlot balances {3 if log else 2 if points else 1}",
        f"number {published['number']}",
        f"at {published['at']}",
        f"members {published['members']}",
        f"root {published['root']}",
        f"total {decimal_of(published['total'])}",
        *house,
        *(point_lines(points) if points else []),
        *([f"log {log['acts']} {log['head']}"] if log else []),
        f"previous {published['previous']}",
        f"key {published['key']}",
    ]
    return "".join(line + "\n" for line in lines)


def point_lines(points):
    house = [f"points {one['account']} {one['balance']}" for one in points["house"]]
    return [f"assistance {points['assistance']}", f"promotion {points['promotion']}", *house]


def digest_of(statement):
    return hashlib.sha256(statement.encode("utf-8")).hexdigest()


def decimal_of(written):
    amount = millionths(written)
    return f"{'-' if amount < 0 else ''}{abs(amount) // 1_000_000}.{abs(amount) % 1_000_000:06}"


def worked_sums(one, usdt):
    """The sums of a member, a part or a node of the worked example, where all are texts."""
    points = one.get("points")
    return (int(one[usdt]),) if points is None else (int(one[usdt]), int(points["assistance"]), int(points["promotion"]))


def written(one, sums):
    points = {"points": {"assistance": str(sums[1]), "promotion": str(sums[2])}} if len(sums) == 3 else {}
    return {"hash": one.hex(), "sum": str(sums[0]), **points}


def check_tree(tree):
    names = [one["username"] for one in tree["members"]]
    of_paths = [one["username"] for one in tree["paths"]]
    if len(set(names)) < len(names) or of_paths != names:
        return [f"paths: of {of_paths}, the members are {names}"]
    total = worked_sums(tree, "total")
    roots, found = [], []
    for half in (0, 1):
        parts = {}
        for one in tree["members"]:
            part = one["parts"][half]
            parts[one["username"]] = (bytes.fromhex(part["salt"]), worked_sums(part, "amount"))
        in_order = sorted(names, key=lambda name: parts[name][0])
        levels = levels_of([leaf(*parts[name], name) for name in in_order], len(total))
        roots.append(levels[-1][0])
        found += differences((f"halves[{half}]", tree["halves"][half], [[written(*one) for one in level] for level in levels]))
        for path in tree["paths"]:
            name, own = path["username"], path["parts"][half]
            neighbours = [(bytes.fromhex(one["hash"]), worked_sums(one, "sum")) for one in own["neighbours"]]
            empties = [one == empty(len(total)) for one in neighbours]
            found += differences(
                (f"path of {name}: position", own["position"], in_order.index(name)),
                (f"path of {name}: neighbours", len(neighbours), depth_of(len(names))),
                (f"path of {name}: empty", empties, empty_places(own["position"], len(names))),
                (f"path of {name}: root", roots[half], half_root_of(leaf(*parts[name], name), own["position"], neighbours)),
            )
    root = node(*roots)
    found += differences(("root", tree["root"], root[0].hex()), ("total", total, root[1]))
    for one in tree["members"]:
        together = added(*(worked_sums(part, "amount") for part in one["parts"]))
        found += differences((f"balance of {one['username']}", worked_sums(one, "balance"), together))
    previous = "0" * 64
    for place, statement in enumerate(tree["statements"]):
        lines = statement["text"].split("\n")
        found += differences(
            (f"statements[{place}].digest", statement["digest"], digest_of(statement["text"])),
            (f"statements[{place}].number", lines[1], f"number {place + 1}"),
            (f"statements[{place}].root", lines[4], f"root {root[0].hex()}"),
            (f"statements[{place}].previous", lines[-3], f"previous {previous}"),
        )
        previous = statement["digest"]
    return found


def check_trees(trees):
    return [one for tree in trees for one in check_tree(tree)]


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__.strip())
        return 2
    path, *name = arguments
    try:
        read = answer_in(read_json(path))
        shape = PROOF_SHAPE if name else list_of(TREE_SHAPE, 1) if isinstance(read, list) else TREE_SHAPE
        shape(read)
    except (OSError, ValueError, Unsound) as error:
        say([f"cannot be read: {error}"], f"{path}: ")
        return 2
    try:
        found = check_proof(read, *name) if name else check_trees(read if isinstance(read, list) else [read])
    except Unsound as error:
        found = [str(error)]
    say(found)
    print("matches" if not found else "does not match")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
