#!/usr/bin/env python3
"""Recomputes a round, a day of rounds, the path of one order, or a member's daily draws, from nothing but the rule page. The signature of a
drand round is not checked: Python's standard library has no BLS12-381.

    python3 verify_round.py TRANSCRIPT.json [PUBLISHED] [--candles FILE ...] [--orders FILE ...]
    python3 verify_round.py ORDER.json [PUBLISHED]          the path of an order, as GET /api/rounds/proof/ORDER answers it
    python3 verify_round.py round-blocks.v1.json            the worked example of blocks that do not suffice

A file holds one of these or a list of them.

PUBLISHED is what you have kept: the digest of a round's closing, the commitment of a day or of the draws. --candles names what the market has
published of the minutes after closing, as GET /api/market/closed/TIME answers it, or your own records in that form; --orders the pages of
the orders that a round does not list, as GET /api/rounds/orders/ROUND/FROM answers them. The exit status is 0 when everything matches, 1 when
something does not, 2 when a file cannot be read or is none of these, 3 when everything matches but candles of a round on the market were
compared with nothing. Needs Python 3.8 or newer, verify_json.py beside it, and nothing else.
"""

import hashlib
import hmac
import os
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from verify_json import Unsound, answer_in, by_field, differences, hash_text, hex_digits, is_possible, list_of, or_null
from verify_json import read_json, record, row, say, text, tuple_of, usdt_text, whole, words

ROUNDS_A_DAY = 288
DAYS_MAX = 36_525
FILE_BYTES_MAX = 200_000_000
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
GREEN = {1, 4, 7, 10, 16, 19, 22, 25}
BLUE = {2, 5, 8, 11, 17, 20, 23, 26}
RED = {3, 6, 9, 12, 15, 18, 21, 24}
CATEGORIES = {
    "big": lambda digits: sum(digits) >= 14,
    "small": lambda digits: sum(digits) <= 13,
    "odd": lambda digits: sum(digits) % 2 == 1,
    "even": lambda digits: sum(digits) % 2 == 0,
    "extremeBig": lambda digits: sum(digits) >= 22,
    "extremeSmall": lambda digits: sum(digits) <= 5,
    "triple": lambda digits: len(set(digits)) == 1,
    "green": lambda digits: sum(digits) in GREEN,
    "blue": lambda digits: sum(digits) in BLUE,
    "red": lambda digits: sum(digits) in RED,
}
OUTCOMES = [(number // 100, number // 10 % 10, number % 10) for number in range(1_000)]
WINNING = {name: sum(1 for digits in OUTCOMES if rule(digits)) for name, rule in CATEGORIES.items()}
NUMBERS = 1_000_000
LARGEST_PRIZE = 100_000
PRIZES = [("first", 5, 1_000), ("second", 100, 100), ("third", 2_000, 10), ("fourth", 50_000, 1)]


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


# The files

COUNT, DIGIT, VERSION = whole(0), whole(0, 9), whole(1, 1)
DIGITS = tuple_of(DIGIT, DIGIT, DIGIT)
COIN = text("[A-Z0-9]{2,12}", "the symbol of a coin")
CATEGORY = words(*CATEGORIES)


def order_id(value, field):
    text("0|[1-9][0-9]{0,18}", "the number of an order")(value, field)
    if int(value) >= 2**63:
        raise Unsound(f"{field}: {value} is not below 2^63")


def of_each_category(shape):
    return record(**{name: shape for name in CATEGORIES})


ORDER_SHAPE = record(id=order_id, category=CATEGORY, stake=usdt_text, salt=hash_text)
PLAN_SHAPE = by_field(
    "kind",
    market=record(kind=words("market"), coins=list_of(COIN, 1, 100), optional=dict(interval=words("5m"))),
    drand=record(kind=words("drand"), chain=hash_text, round=COUNT),
)
BEACON_SHAPE = by_field(
    "kind",
    market=record(kind=words("market"), candles=list_of(tuple_of(COIN, row), 1, 100)),
    drand=record(kind=words("drand"), round=COUNT, signature=hex_digits(96)),
)
ORDERS_SHAPE = of_each_category(record(count=COUNT, stake=usdt_text))
CLOSING_SHAPE = record(round=whole(0, 10**9), tip=hash_text, beacon=PLAN_SHAPE, orders=ORDERS_SHAPE, root=hash_text)
RESULT_SHAPE = record(value=hash_text, hmac=hash_text, digits=DIGITS, sum=COUNT, winners=list_of(CATEGORY, 0, 10))
ROUND_SHAPE = record(
    **dict(version=VERSION, closing=CLOSING_SHAPE, digest=hash_text, seed=hash_text, beacon=or_null(BEACON_SHAPE)),
    **dict(status=words("paid", "void"), result=or_null(RESULT_SHAPE), lateResult=or_null(RESULT_SHAPE)),
    **dict(payments=of_each_category(record(paid=usdt_text, charity=usdt_text)), orders=or_null(list_of(ORDER_SHAPE))),
)
DAY_SHAPE = record(
    optional=dict(chain=whole(1)),
    **dict(version=VERSION, commitment=hash_text, firstDay=COUNT, day=COUNT, key=hash_text, tip=hash_text),
    **dict(drawCommitment=hash_text, rounds=list_of(ROUND_SHAPE, 0, ROUNDS_A_DAY)),
)
PRIZE = words(*(name for name, _, _ in PRIZES))
PRIZE_SHAPE = record(**{"id": PRIZE, "amount": usdt_text, "from": COUNT, "to": COUNT})
ENTRY_SHAPE = record(entry=whole(1), clientSeed=hex_digits(32), number=COUNT, prize=or_null(PRIZE), amount=usdt_text)
DRAWS_SHAPE = record(
    **dict(version=VERSION, day=COUNT, commitment=hash_text, seed=hash_text, entries=list_of(ENTRY_SHAPE)),
    **dict(username=text("[A-Za-z0-9]{6,20}", "an account name")),
    **dict(prizes=record(version=whole(1), numbers=COUNT, prizes=list_of(PRIZE_SHAPE, 0, 100))),
)
STEPS_SHAPE = record(position=COUNT, siblings=list_of(hash_text, 0, 64))
PATH_SHAPE = record(order=ORDER_SHAPE, path=STEPS_SHAPE, closing=CLOSING_SHAPE, digest=hash_text)
PAGE_SHAPE = record(**dict(version=VERSION, round=COUNT, count=COUNT, leaves=list_of(ORDER_SHAPE, 0, 2_000)), **{"from": COUNT})
CANDLES_SHAPE = list_of(tuple_of(COIN, row))
BLOCKS_SHAPE = record(
    seed=hash_text,
    digits=list_of(record(block=hash_text, next=hash_text, digits=DIGITS)),
    numbers=list_of(record(block=hash_text, next=hash_text, number=COUNT)),
)


# The rules


def millionths(written):
    return int(written.replace(".", ""))


def order_number(written):
    return int(written)


def decimal_of(amount):
    return f"{amount // 1_000_000}.{amount % 1_000_000:06}"


def tip_from(seed, place):
    for _ in range(place + 1):
        seed = sha256(seed)
    return seed


def digits_of(key, block):
    digits = []
    while True:
        for byte in block:
            if byte < 250:
                digits.append(byte % 10)
            if len(digits) == 3:
                return digits
        block = mac(key, block)


def number_of(key, block):
    while True:
        for (word,) in struct.iter_unpack(">I", block):
            if word < 4_294_000_000:
                return word % 1_000_000
        block = mac(key, block)


def beacon_value(beacon):
    if beacon["kind"] == "drand":
        return sha256(bytes.fromhex(beacon["signature"]))
    rows = [coin.encode("ascii") + b" " + struct.pack("<6d", *row) for coin, row in beacon["candles"]]
    return sha256(b"clearlot market 1\n", *rows)


def beacon_line(plan):
    if plan["kind"] == "drand":
        return f"beacon drand {plan['chain']} {plan['round']}"
    interval = [plan["interval"]] if "interval" in plan else []
    return f"beacon market {' '.join(interval + plan['coins'])}"


def closing_text(closing):
    lines = ["clearlot round 1", f"round {closing['round']}", f"tip {closing['tip']}", beacon_line(closing["beacon"])]
    for name in CATEGORIES:
        own = closing["orders"][name]
        lines.append(f"orders {name} {own['count']} {decimal_of(millionths(own['stake']))}")
    return "".join(line + "\n" for line in lines + [f"root {closing['root']}"])


EMPTY = sha256(b"\x02")


def leaf_of(number, order):
    written = f"round {number} order {order['id']} {order['category']} {decimal_of(millionths(order['stake']))}"
    return sha256(b"\x00", bytes.fromhex(order["salt"]), written.encode("ascii"))


def root_of(number, orders):
    level = [leaf_of(number, one) for one in orders] or [EMPTY]
    while len(level) > 1:
        level += [EMPTY] * (len(level) % 2)
        level = [sha256(b"\x01", level[at], level[at + 1]) for at in range(0, len(level), 2)]
    return level[0]


def payout(name, stake):
    winning = stake * 1_000 // WINNING[name]
    return winning - winning // 10_000, winning // 10_000


def due_of(name, stakes, digits):
    """What all orders on a category receive, and the charity."""
    if digits is None:
        return sum(stakes), 0
    payouts = [payout(name, stake) for stake in stakes] if CATEGORIES[name](digits) else []
    return sum(paid for paid, _ in payouts), sum(charity for _, charity in payouts)


def check_orders(transcript, orders, digits):
    closing = transcript["closing"]
    found = differences(("closing.root", closing["root"], root_of(closing["round"], orders).hex()))
    numbers = [order_number(one["id"]) for one in orders]
    found += differences(("orders.id", numbers, sorted(set(numbers))))
    for name in CATEGORIES:
        stakes = [millionths(one["stake"]) for one in orders if one["category"] == name]
        own, paid = closing["orders"][name], transcript["payments"][name]
        due, charity = due_of(name, stakes, digits)
        found += differences(
            (f"closing.orders.{name}.count", own["count"], len(stakes)),
            (f"closing.orders.{name}.stake", own["stake"], decimal_of(sum(stakes))),
            (f"payments.{name}.paid", paid["paid"], decimal_of(due)),
            (f"payments.{name}.charity", paid["charity"], decimal_of(charity)),
        )
    return found


def check_sums(transcript, digits):
    """Without the list of orders: a single order is exact, of more orders less than a unit for each is open."""
    found = []
    for name in CATEGORIES:
        own = transcript["closing"]["orders"][name]
        count, stake = own["count"], millionths(own["stake"])
        paid = millionths(transcript["payments"][name]["paid"])
        charity = millionths(transcript["payments"][name]["charity"])
        if digits is None or count == 0 or not CATEGORIES[name](digits):
            due, charged = due_of(name, [stake] if digits is None else [], digits)
            found += differences((f"payments.{name}.paid", paid, due), (f"payments.{name}.charity", charity, charged))
            continue
        winning = paid + charity
        if not 0 <= stake * 1_000 // WINNING[name] - winning < count or not 0 <= winning // 10_000 - charity < count:
            found.append(f"payments.{name}: {paid} and {charity} are not the winnings of {count} orders of {stake} in all")
    return found


def check_plan(plan, closes_at):
    if plan["kind"] == "market":
        return differences(("closing.beacon.coins", plan["coins"], sorted(set(plan["coins"])) or "one coin or more"))
    first = max(1, (closes_at - 1_692_803_367_000) // 3_000 + 2)
    return differences(("closing.beacon.chain", plan["chain"], QUICKNET), ("closing.beacon.round", plan["round"], first))


def check_beacon(beacon, plan, closes_at):
    found = differences(("beacon.kind", beacon["kind"], plan["kind"]))
    if found or beacon["kind"] == "drand":
        return found or differences(("beacon.round", beacon["round"], plan["round"]))
    found += differences(("beacon.candles", [coin for coin, _ in beacon["candles"]], plan["coins"]))
    length = 300_000 if "interval" in plan else 60_000
    opens_at = closes_at // length * length
    for coin, row in beacon["candles"]:
        if row[0] != opens_at:
            found.append(f"beacon.candles.{coin}: opens at {row[0]}, not {opens_at}")
        if not is_possible(row):
            found.append(f"beacon.candles.{coin}: no market makes such a candle")
    return found


def check_result(transcript, block, value, digits):
    found = []
    for field, of in (("result", "paid"), ("lateResult", "void")):
        claimed = transcript[field]
        if digits is None or transcript["status"] != of:
            found += differences((field, claimed, None))
            continue
        winners = [name for name, rule in CATEGORIES.items() if rule(digits)]
        due = {"value": value.hex(), "hmac": block.hex(), "digits": digits, "sum": sum(digits), "winners": winners}
        found += differences(*((f"{field}.{name}", (claimed or {}).get(name), right) for name, right in due.items()))
    return found


class Known:
    """What a file is held against: the value that was kept, candles by coin and open time, orders by round; and what was compared with nothing."""

    def __init__(self, kept, candles, orders):
        self.kept, self.candles, self.orders = kept, candles, orders
        self.open_times = {time for _, time in candles}
        self.uncompared = 0


def check_candles(beacon, known):
    """The candles of a beacon with those that the market has published."""
    if not any(row[0] in known.open_times for _, row in beacon["candles"]):
        known.uncompared += 1
        return []
    return differences(*((f"market.{coin}", row, known.candles.get((coin, row[0]))) for coin, row in beacon["candles"]))


def check_round(transcript, known):
    kept = known.kept
    closing, beacon, status = transcript["closing"], transcript["beacon"], transcript["status"]
    number, seed = closing["round"], bytes.fromhex(transcript["seed"])
    closes_at = number * 300_000 + 240_000
    digest = sha256(closing_text(closing).encode("ascii")).hex()
    found = differences(
        ("digest", transcript["digest"], digest),
        ("digest, kept", kept or digest, digest),
        ("seed", closing["tip"], tip_from(seed, number % ROUNDS_A_DAY).hex()),
        ("status", status == "void" or beacon is not None, True),
    )
    found += check_plan(closing["beacon"], closes_at)
    block = value = digits = None
    if beacon is not None:
        found += check_beacon(beacon, closing["beacon"], closes_at)
        found += check_candles(beacon, known) if beacon["kind"] == "market" else []
        value = beacon_value(beacon)
        block = mac(seed, struct.pack(">Q", number) + value)
        digits = digits_of(seed, block)
    found += check_result(transcript, block, value, digits)
    paid_by = digits if status == "paid" else None
    orders = known.orders.get(number) if transcript["orders"] is None else transcript["orders"]
    return found + (check_sums(transcript, paid_by) if orders is None else check_orders(transcript, orders, paid_by))


def check_day(transcript, known):
    kept, known.kept = known.kept, None
    day, first_day = transcript["day"], transcript["firstDay"]
    key, place = bytes.fromhex(transcript["key"]), day - first_day
    if not 0 <= place < DAYS_MAX:
        raise Unsound(f"day: {day} is not within {DAYS_MAX} days from {first_day}")
    seeds = [mac(key, b"clearlot rounds")]
    while len(seeds) < ROUNDS_A_DAY:
        seeds.insert(0, sha256(seeds[0]))
    found = differences(
        ("key", transcript["commitment"], tip_from(key, place).hex()),
        ("commitment, kept", kept or transcript["commitment"], transcript["commitment"]),
        ("tip", transcript["tip"], sha256(seeds[0]).hex()),
        ("drawCommitment", transcript["drawCommitment"], sha256(mac(key, b"clearlot draws")).hex()),
    )
    numbers = [one["closing"]["round"] for one in transcript["rounds"]]
    last = (day + 1) * ROUNDS_A_DAY
    may_begin_late = day == first_day and transcript.get("chain", 1) == 1
    begin = numbers[0] if may_begin_late and numbers else day * ROUNDS_A_DAY
    found += differences(("rounds", numbers, list(range(max(begin, day * ROUNDS_A_DAY), last))))
    for at, one in enumerate(transcript["rounds"]):
        own = seeds[one["closing"]["round"] % ROUNDS_A_DAY].hex()
        ours = differences(("closing.tip", one["closing"]["tip"], transcript["tip"]), ("seed", one["seed"], own))
        found += [f"rounds[{at}].{text}" for text in ours + check_round(one, known)]
    return found


def side_by_side(prizes):
    """The table that prizes of these amounts and as many numbers make, the largest at the smallest numbers."""
    rows, begin = [], 0
    for name, numbers, amount in prizes:
        rows.append({"id": name, "amount": f"{amount}.000000", "from": begin, "to": begin + numbers - 1})
        begin += numbers
    return rows


def prizes_of(table):
    """The prizes that a table of the transcript has to have: those of version 1, or its own, if they may be."""
    if table["version"] == 1:
        return PRIZES
    prizes = []
    for name, one in zip((name for name, _, _ in PRIZES), table["prizes"]):
        amount = millionths(one["amount"])
        numbers = one["to"] - one["from"] + 1
        if amount % 1_000_000 or not 1 <= amount // 1_000_000 <= LARGEST_PRIZE or numbers < 1:
            raise Unsound(f"prizes.{name}: no prize can be {one}")
        prizes.append((name, numbers, amount // 1_000_000))
    in_turn = all(one[2] > other[2] and one[1] < other[1] for one, other in zip(prizes, prizes[1:]))
    if table["version"] < 2 or len(prizes) != len(PRIZES) or not in_turn or sum(one[1] for one in prizes) >= NUMBERS:
        raise Unsound("prizes: not four prizes, each smaller and likelier than the one before")
    return prizes


def prize_of(number, prizes):
    for one in prizes:
        if one["from"] <= number <= one["to"]:
            return one["id"], one["amount"]
    return None, "0.000000"


def check_draws(transcript, known):
    kept = known.kept
    seed, table = bytes.fromhex(transcript["seed"]), transcript["prizes"]
    prizes = side_by_side(prizes_of(table))
    found = differences(
        ("prizes.numbers", table["numbers"], NUMBERS),
        ("prizes", table["prizes"], prizes),
        ("seed", transcript["commitment"], sha256(seed).hex()),
        ("commitment, kept", kept or transcript["commitment"], transcript["commitment"]),
    )
    for at, one in enumerate(transcript["entries"]):
        own = bytes.fromhex(one["clientSeed"])
        number = number_of(seed, mac(seed, own + struct.pack(">Q", at + 1) + transcript["username"].lower().encode("utf-8")))
        prize, amount = prize_of(number, prizes)
        found += differences(
            (f"entries[{at}].entry", one["entry"], at + 1),
            (f"entries[{at}].number", one["number"], number),
            (f"entries[{at}].prize", one["prize"], prize),
            (f"entries[{at}].amount", one["amount"], amount),
        )
    return found


def check_path(proof, known):
    """The path of one order to the root that was published at closing."""
    kept = known.kept
    order, closing = proof["order"], proof["closing"]
    position, siblings = proof["path"]["position"], [bytes.fromhex(one) for one in proof["path"]["siblings"]]
    count = sum(own["count"] for own in closing["orders"].values())
    node = leaf_of(closing["round"], order)
    place, beyond = position, []
    for height, sibling in enumerate(siblings):
        node = sha256(b"\x01", sibling, node) if place % 2 == 1 else sha256(b"\x01", node, sibling)
        beyond.append((place ^ 1) << height >= count)
        place = place // 2
    digest = sha256(closing_text(closing).encode("ascii")).hex()
    return differences(
        ("path.position", f"{position} of {count}", f"{position} of {count}" if position < count else "none"),
        ("path.siblings", len(siblings), max(count - 1, 0).bit_length()),
        ("path.empty", [sibling == EMPTY for sibling in siblings], beyond),
        ("closing.root", closing["root"], node.hex()),
        ("digest", proof["digest"], digest),
        ("digest, kept", kept or digest, digest),
    )


def check_paths(examples, known):
    return [f"paths[{at}].{one}" for at, path in enumerate(examples["paths"]) for one in check_path(path, known)]


def check_blocks(made_up, _known):
    """Blocks that do not suffice, of the worked examples."""
    blocks, found = made_up["blocks"], []
    seed = bytes.fromhex(blocks["seed"])
    for name, field, rule in (("digits", "digits", digits_of), ("numbers", "number", number_of)):
        for at, one in enumerate(blocks[name]):
            block = bytes.fromhex(one["block"])
            found += differences(
                (f"{name}[{at}].next", one["next"], mac(seed, block).hex()),
                (f"{name}[{at}].{field}", one[field], rule(seed, block)),
            )
    return found


# What a file is, by the first of these fields that it has
KINDS = {
    "paths": (record(version=VERSION, paths=list_of(PATH_SHAPE)), check_paths),
    "path": (PATH_SHAPE, check_path),
    "closing": (ROUND_SHAPE, check_round),
    "rounds": (DAY_SHAPE, check_day),
    "blocks": (record(version=VERSION, blocks=BLOCKS_SHAPE), check_blocks),
    "entries": (DRAWS_SHAPE, check_draws),
}


def read_orders(paths):
    """The orders that pages list, by round, in their order. A round lacks no page."""
    pages = {}
    for path in paths:
        page = answer_in(read_json(path, FILE_BYTES_MAX))
        PAGE_SHAPE(page)
        pages.setdefault(page["round"], []).append(page)
    orders = {}
    for number, own in pages.items():
        listed = orders[number] = []
        for page in sorted(own, key=lambda one: one["from"]):
            if page["from"] != len(listed):
                raise Unsound(f"orders of round {number}: a page begins at {page['from']}, after {len(listed)} orders")
            listed += page["leaves"]
        if len(listed) != own[0]["count"]:
            raise Unsound(f"orders of round {number}: {len(listed)} of {own[0]['count']}: a page is missing")
    return orders


def read_candles(paths):
    candles = {}
    for path in paths:
        read = answer_in(read_json(path, FILE_BYTES_MAX))
        CANDLES_SHAPE(read)
        for coin, one in read:
            candles.setdefault((coin, one[0]), one)
    return candles


def words_in(arguments):
    """The words that belong to no option, and those of each option."""
    given = {"": [], "--candles": [], "--orders": []}
    option = ""
    for word in arguments:
        if word.startswith("--"):
            option = word
        else:
            given[option].append(word)
    return given


def check_of(read, place):
    """What checks one content of a file, and its place in a list."""
    shape, check = next(KINDS[field] for field in KINDS if isinstance(read, dict) and field in read)
    shape(read)
    return place, lambda known: check(read, known)


def main(arguments):
    try:
        given = words_in(arguments)
        path, *kept = given[""]
    except (KeyError, ValueError):
        kept = [None, None]
    if len(kept) > 1:
        print(__doc__.strip())
        return 2
    try:
        read = answer_in(read_json(path, FILE_BYTES_MAX))
        listed = read if isinstance(read, list) and read else [read]
        checks = [check_of(one, f"[{at}]" if listed is read else "") for at, one in enumerate(listed)]
        known = Known(kept[0] if kept else None, read_candles(given["--candles"]), read_orders(given["--orders"]))
    except StopIteration:
        print(f"{path}: cannot be read: neither a round, a day, draws nor an order")
        return 2
    except (OSError, ValueError, Unsound) as error:
        say([f"cannot be read: {error}"], f"{path}: ")
        return 2
    found = []
    for place, check in checks:
        try:
            found += [f"{place}{'.' if place else ''}{one}" for one in check(known)]
        except Unsound as error:
            found.append(f"{place} {error}".strip())
    say(found)
    if found:
        print(f"{path}: DOES NOT MATCH")
        return 1
    uncompared = known.uncompared
    print(f"{path}: matches" + (f", but the candles of {uncompared} rounds were compared with nothing (--candles)" if uncompared else ""))
    return 3 if uncompared else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
