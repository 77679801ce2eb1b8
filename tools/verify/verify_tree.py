#!/usr/bin/env python3
"""Recomputes Clearlot's tree of balances, from nothing but the rule page.

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


def leaf(salt, balance, name):
    return hashlib.sha256(b"\x00" + salt + sum_bytes(balance) + name.lower().encode("utf-8")).digest(), balance


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


def root_of(start, position, neighbours):
    found = start
    for neighbour in neighbours:
        found = node(neighbour, found) if position % 2 == 1 else node(found, neighbour)
        position = position // 2
    return found


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
    published = proof["published"]
    members, position = published["members"], proof["position"]
    neighbours = [
        (hash_of(one["hash"], f"siblings[{place}].hash"), millionths(one["sum"], f"siblings[{place}].sum"))
        for place, one in enumerate(proof["siblings"])
    ]
    balance = millionths(proof["balance"], "balance")
    found = root_of(leaf(hash_of(proof["salt"], "salt"), balance, name), position, neighbours)
    house = sum(millionths(one["balance"], f"house.{one['account']}") for one in published["house"])
    total = millionths(published["total"], "total")
    print(f"root {found[0].hex()}, tree {published['tree']}, {members} members")
    return differences(
        ("position", f"{position} of {members}", f"{position} of {members}" if 0 <= position < members else "none"),
        ("siblings", len(neighbours), depth_of(members)),
        ("root", published["root"], found[0].hex()),
        ("total", total, found[1]),
        ("house", -total, house),
    )


def check_tree(tree):
    members = {one["username"]: (hash_of(one["salt"], "salt"), int(one["balance"])) for one in tree["members"]}
    in_order = sorted(members, key=lambda name: members[name][0])
    levels = levels_of([leaf(*members[name], name) for name in in_order])
    root = levels[-1][0]
    written = [[{"hash": one[0].hex(), "sum": str(one[1])} for one in level] for level in levels]
    found = differences(("root", tree["root"], root[0].hex()), ("total", tree["total"], str(root[1])), ("levels", tree["levels"], written))
    for path in tree["paths"]:
        name = path["username"]
        neighbours = [(hash_of(one["hash"], "neighbours"), int(one["sum"])) for one in path["neighbours"]]
        found += differences(
            (f"path of {name}: position", path["position"], in_order.index(name)),
            (f"path of {name}: neighbours", len(neighbours), depth_of(len(members))),
            (f"path of {name}: root", root, root_of(leaf(*members[name], name), path["position"], neighbours)),
        )
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
