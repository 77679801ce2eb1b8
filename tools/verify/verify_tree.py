#!/usr/bin/env python3
"""Recomputes Clearlot's tree of balances, from nothing but the rule page. The signature of a statement is not checked: Python's standard
library has no Ed25519.

    python3 verify_tree.py PROOF.json NAME     the answer of GET /api/proofs/balance, and your account name
    python3 verify_tree.py TREE.json           the worked example: every leaf, level and path

The exit status is 0 when everything matches, 1 when something does not, 2 when the file cannot be read. Hold the root that is printed
against the one that others see.
"""

import hashlib
import json
import re
import sys

FILE_BYTES_MAX = 20_000_000
SUM_MAX = 2**63 - 1


class Unsound(Exception):
    """A field that no proof can have."""


def sum_bytes(amount):
    if not 0 <= amount <= SUM_MAX:
        raise Unsound(f"sum: {amount} is not from 0 to {SUM_MAX}")
    return amount.to_bytes(8, "big")


def leaf(salt, part, name):
    return hashlib.sha256(b"\x00" + salt + sum_bytes(part) + name.lower().encode("utf-8")).digest(), part


def node(left, right):
    together = left[1] + right[1]
    sum_bytes(together)
    parts = b"\x01" + left[0] + sum_bytes(left[1]) + right[0] + sum_bytes(right[1])
    return hashlib.sha256(parts).digest(), together


EMPTY = (hashlib.sha256(b"\x02").digest(), 0)


def levels_of(leaves):
    levels = [leaves or [EMPTY]]
    while len(levels[-1]) > 1:
        below = levels[-1] + [EMPTY] * (len(levels[-1]) % 2)
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


def hash_of(text, field):
    if not isinstance(text, str) or re.fullmatch(r"[0-9a-f]{64}", text) is None:
        raise Unsound(f"{field}: {text!r} is not 64 digits of lower-case hex")
    return bytes.fromhex(text)


def millionths(text, field):
    match = re.fullmatch(r"(-?)([0-9]{1,13})(?:\.([0-9]{1,6}))?", text) if isinstance(text, str) else None
    if match is None:
        raise Unsound(f"{field}: {text!r} is not an amount in USDT")
    amount = int(match[2]) * 1_000_000 + int((match[3] or "").ljust(6, "0"))
    return -amount if match[1] else amount


def check_proof(proof, name):
    published, balance = proof["published"], millionths(proof["balance"], "balance")
    members, total = published["members"], millionths(published["total"], "total")
    amounts, halves, found = [], [], []
    for half, part in enumerate(proof["parts"]):
        field = f"parts[{half}]"
        position = part["path"]["position"]
        neighbours = [
            (hash_of(one["hash"], f"{field}.siblings[{place}].hash"), millionths(one["sum"], f"{field}.siblings[{place}].sum"))
            for place, one in enumerate(part["path"]["siblings"])
        ]
        amounts.append(millionths(part["amount"], f"{field}.amount"))
        halves.append(half_root_of(leaf(hash_of(part["salt"], f"{field}.salt"), amounts[half], name), position, neighbours))
        found += differences(
            (f"{field}.position", f"{position} of {members}", f"{position} of {members}" if 0 <= position < members else "none"),
            (f"{field}.siblings", len(neighbours), depth_of(members)),
            (f"{field}.empty", [one == EMPTY for one in neighbours], empty_places(position, members)),
        )
    root = node(*halves)
    house = sum(millionths(one["balance"], f"house.{one['account']}") for one in published["house"])
    print(f"root {root[0].hex()}, number {published['number']}, {members} members, digest {published['digest']}")
    return found + differences(
        ("parts", balance, sum(amounts)),
        ("root", published["root"], root[0].hex()),
        ("total", total, root[1]),
        ("house", -total, house),
        ("digest", published["digest"], digest_of(statement_of(published))),
    )


def statement_of(published):
    house = [f"house {one['account']} {decimal_of(one['balance'])}" for one in published["house"]]
    lines = [
        "clearlot balances 1",
        f"number {published['number']}",
        f"at {published['at']}",
        f"members {published['members']}",
        f"root {published['root']}",
        f"total {decimal_of(published['total'])}",
        *house,
        f"previous {published['previous']}",
        f"key {published['key']}",
    ]
    return "".join(line + "\n" for line in lines)


def digest_of(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def decimal_of(text):
    amount = millionths(text, "amount")
    return f"{'-' if amount < 0 else ''}{abs(amount) // 1_000_000}.{abs(amount) % 1_000_000:06}"


def check_tree(tree):
    names = [one["username"] for one in tree["members"]]
    roots, found = [], []
    for half in (0, 1):
        parts = {}
        for one in tree["members"]:
            part = one["parts"][half]
            parts[one["username"]] = (hash_of(part["salt"], "salt"), int(part["amount"]))
        in_order = sorted(names, key=lambda name: parts[name][0])
        levels = levels_of([leaf(*parts[name], name) for name in in_order])
        roots.append(levels[-1][0])
        written = [[{"hash": one[0].hex(), "sum": str(one[1])} for one in level] for level in levels]
        found += differences((f"halves[{half}]", tree["halves"][half], written))
        for path in tree["paths"]:
            name, own = path["username"], path["parts"][half]
            neighbours = [(hash_of(one["hash"], "neighbours"), int(one["sum"])) for one in own["neighbours"]]
            found += differences(
                (f"path of {name}: position", own["position"], in_order.index(name)),
                (f"path of {name}: neighbours", len(neighbours), depth_of(len(names))),
                (f"path of {name}: empty", [one == EMPTY for one in neighbours], empty_places(own["position"], len(names))),
                (f"path of {name}: root", roots[half], half_root_of(leaf(*parts[name], name), own["position"], neighbours)),
            )
    root = node(*roots)
    found += differences(("root", tree["root"], root[0].hex()), ("total", tree["total"], str(root[1])))
    for one in tree["members"]:
        together = str(sum(int(part["amount"]) for part in one["parts"]))
        found += differences((f"balance of {one['username']}", one["balance"], together))
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


def differences(*points):
    return [f"{field}: claimed {claim}, computed {computed}" for field, claim, computed in points if claim != computed]


def main(words):
    if len(words) not in (1, 2):
        print(__doc__.strip())
        return 2
    try:
        with open(words[0], "rb") as file:
            read = json.loads(file.read(FILE_BYTES_MAX).decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        print(f"{words[0]}: cannot be read: {error}")
        return 2
    try:
        read = read.get("url") or read
        found = check_proof(read, words[1]) if len(words) == 2 else check_tree(read)
    except Unsound as error:
        found = [str(error)]
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        found = [f"{type(error).__name__}: {error}"]
    for difference in found:
        print(difference)
    print("matches" if not found else "does not match")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
