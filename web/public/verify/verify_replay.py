#!/usr/bin/env python3
"""Plays minutes of Clearlot's recording again, from nothing but the rule page.

    python3 verify_replay.py REPLAY.json
    python3 verify_replay.py PROOF.json DAY.json [DAY.json ...]
    python3 verify_replay.py DAY.json STATUS.json

The file is the worked example: the key of a day that was revealed, the first and last price of every recorded day, and minutes as they
were recorded and as they play on some of the days before, second by second. The exit status is 0 when the key is the one committed
to and every number is the same to the last bit, 1 when one is not, 2 when a file cannot be read.

With the proof of a plan whose days are revealed, and what /api/market/replay/COIN/DAY answers for each of them (or the example
replay-days.v1.json, which holds the candles of several days): draws and scales the
days from the key in the proof, holds the candles of each day against its hash in the recording that the plan was bound to, and makes the
plan's candles of them. The exit status is 3 while the last day has not been played.

With one of these days alone, and what /api/market/status answers: holds its key against the commitment, draws and scales the day, and holds
its candles against the recording. Needs Python 3.8 or newer, verify_json.py beside it, and nothing else.
"""

import datetime
import hashlib
import math
import os
import struct
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from verify_json import Unsound, answer_in, anything, by_field, differences, hash_text, list_of, number, positive, read_json, record
from verify_json import printable, row, say, text, truth, tuple_of, whole, words

MASK = 0xFFFFFFFF
DAY = 86400000
DAYS_MAX = 36525


def order_of(commitment, day, key, count):
    """The recorded days that were played on days 0 to day, or None when the key is not the one committed to."""
    keys = [bytes.fromhex(key)]
    for _ in range(day):
        keys.append(hashlib.sha256(keys[-1]).digest())
    if hashlib.sha256(keys[-1]).hexdigest() != commitment:
        return None
    order = []
    distinct = count * 2 // 3
    for one in reversed(keys):
        recent = order[len(order) - distinct :] if 0 < distinct <= len(order) else order if distinct else []
        left = [number for number in range(count) if number not in recent]
        order.append(left[int.from_bytes(one[:6], "big") % len(left)])
    return order


def decimals_of(factor, recorded):
    return min(18, recorded + 1) if factor < 1 else recorded


def rebases_of(order, prices, decimals):
    rebases = []
    for day, origin in enumerate(order):
        factor, is_break = 1.0, False
        if day > 0:
            factor = rebases[-1][0] * prices[order[day - 1]][1] / prices[origin][0]
            is_break = not 0.5 <= factor <= 2
            factor = 1.0 if is_break else factor
        rebases.append((factor, decimals_of(factor, decimals), is_break))
    return rebases


def nearest(x):
    below = math.floor(x)
    return below + 1 if x - below >= 0.5 else below


def on_tick(price, d):
    scale = float(10**d)
    return nearest(price * scale) / scale


def played(recorded, shift, factor, d):
    open_time, *prices, volume = recorded
    if factor != 1:
        prices = [max(1 / float(10**d), on_tick(price * factor, d)) for price in prices]
    return [open_time + shift, *prices, volume]


def mix(x):
    x = x ^ (x >> 16)
    x = x * 0x85EBCA6B & MASK
    x = x ^ (x >> 13)
    x = x * 0xC2B2AE35 & MASK
    return x ^ (x >> 16)


def path_of(minute, d):
    open_time, first, high, low, last, volume = minute
    h = 0x9E3779B9
    for v in (open_time / 60000, first * 1e5, last * 1e5, volume * 1e3):
        h = mix(h ^ math.trunc(math.fmod(v, 2.0**32)))

    def noise(k):
        return mix(h + k * 0x85EBCA6B & MASK) / 2.0**32

    path = [0.0] * 61

    def leg(a, b, start, to):
        path[a] = start
        for k in range(a + 1, b):
            s = (k - a) / (b - a)
            y = (noise(k) * 2 - 1) * s * (1 - s) * (high - low)
            z = min(high, max(low, start + (to - start) * s + y))
            path[k] = max(low, min(high, on_tick(z, d)))

    u, w = 5 + h % 24, 31 + (h >> 8) % 24
    near, far = (low, high) if last >= first else (high, low)
    leg(0, u, first, near)
    leg(u, w, near, far)
    leg(w, 60, far, last)
    path[60] = last
    return path


# The reveal of a proof

COUNT = whole(0)
TIME = whole(-(2**53))
COIN = text("[A-Z0-9]{2,12}", "the symbol of a coin")
PLAYED = ("day", "origin", "factor")
REVEALED_SHAPE = record(
    **dict(state=words("revealed"), key=hash_text),
    coins=list_of(record(coin=COIN, decimals=whole(0, 18), hash=hash_text), 1, 1000),
    days=list_of(record(midnight=TIME, open=positive, close=positive, hash=hash_text), 0, DAYS_MAX),
    played=list_of(record(day=COUNT, origin=COUNT, factor=positive), 1, DAYS_MAX),
)
REVEAL_SHAPE = by_field(
    "state",
    revealed=REVEALED_SHAPE,
    hidden=record(state=words("hidden"), until=TIME),
    elsewhere=record(state=words("elsewhere")),
)
INTERVAL_MS = {"1m": 60000, "5m": 300000, "30m": 1800000, "1h": 3600000, "6h": 21600000, "1d": 86400000}
LABEL = text("(?s).{0,1000}", "a text")
MARKET_SHAPE = by_field(
    "source",
    replay=record(
        **dict(source=words("replay"), label=LABEL, recording=hash_text, recordedDays=COUNT, commitment=hash_text),
        **dict(startsAt=TIME, day=TIME),
    ),
    exchange=record(source=words("exchange"), label=LABEL, exchange=LABEL, instrument=LABEL),
)
# Of a proof, what its days are looked up by: the rest is looked at by verify_plan.py.
PROOF_SHAPE = record(
    **dict(coin=COIN, candles=list_of(row, 1), reveal=anything),
    terms=record(
        interval=words(*INTERVAL_MS),
        optional=dict.fromkeys("engine strategy rounds leverage maximumProfit maximumLoss feeRate".split(), anything),
    ),
    market=record(market=MARKET_SHAPE, optional=dict.fromkeys("coin interval lookback".split(), anything)),
    optional=dict.fromkeys("plan startsAt marketHash amount lookback candlesHash claimed worked".split(), anything),
)
DAY_SHAPE = record(reveal=by_field("state", revealed=REVEALED_SHAPE), candles=list_of(row))
IDENTITY_SHAPE = record(
    **dict(recording=hash_text, recordedDays=COUNT, commitment=hash_text, startsAt=TIME),
    optional=dict.fromkeys("recordedFrom recordedTo day played beaconCoins".split(), anything),
)
PRICE_DECIMALS = whole(0, 18)
MINUTE_SHAPE = record(recorded=row, played=row, path=list_of(number, 61, 61))
PLAY_SHAPE = record(
    day=COUNT, origin=COUNT, factor=number, decimals=PRICE_DECIMALS, isBreak=truth, minutes=list_of(MINUTE_SHAPE)
)
REPLAY_SHAPE = record(
    **dict(coin=COIN, start=TIME, commitment=hash_text, day=whole(0, DAYS_MAX), key=hash_text, decimals=PRICE_DECIMALS),
    **dict(recordedDays=list_of(TIME, 1), dayPrices=list_of(tuple_of(positive, positive), 1), plays=list_of(PLAY_SHAPE)),
)


def hash_of_coin(days):
    parts = [struct.pack("<3d", day["midnight"], day["open"], day["close"]) + bytes.fromhex(day["hash"]) for day in days]
    return hashlib.sha256(b"".join(parts)).hexdigest()


def hash_of_recording(coins):
    lines = [f"{one['coin']} {one['decimals']} {one['hash']}\n" for one in coins]
    return hashlib.sha256("".join(lines).encode("utf-8")).hexdigest()


def hash_of_candles(rows):
    return hashlib.sha256(b"".join(struct.pack("<6d", *row) for row in rows)).hexdigest()


def reveal_differences(proof, span=None):
    """What the reveal of a proof claims and does not follow from the market that the plan was bound to, a line each. `span`: the
    open times of the first and the last candle, of a void plan up to its deadline. Raises an Unsound for what no proof holds."""
    span = span or [proof["candles"][row][0] for row in (0, -1)]
    bound, reveal = proof["market"]["market"], proof["reveal"]
    if bound["source"] != "replay":
        return [] if reveal is None else ["reveal: claimed, but a live exchange reveals nothing"]
    REVEAL_SHAPE(reveal, "reveal")
    state = reveal["state"]
    first, last = (int(time - bound["startsAt"]) // DAY for time in span)
    found = []

    def compare(field, claim, computed):
        if claim != computed:
            found.append(f"reveal.{field}: claimed {claim}, computed {computed}")

    if state == "hidden":
        compare("until", reveal["until"], bound["startsAt"] + (last + 1) * DAY)
    if state != "revealed":
        return found
    days = reveal["days"]
    coin = next((one for one in reveal["coins"] if one["coin"] == proof["coin"]), {"hash": None, "decimals": 0})
    compare("coins", hash_of_recording(reveal["coins"]), bound["recording"])
    compare("days", hash_of_coin(days), coin["hash"])
    compare("days", len(days), bound["recordedDays"])
    order = order_of(bound["commitment"], last, reveal["key"], len(days)) if days and 0 <= last < DAYS_MAX else None
    if order is None:
        return [*found, "reveal.key: not the one that was committed to"]
    rebases = rebases_of(order, [(day["open"], day["close"]) for day in days], coin["decimals"])
    computed = [(day, order[day], rebases[day][0]) for day in range(max(0, first), last + 1)]
    claimed = [tuple(one[name] for name in PLAYED) for one in reveal["played"]]
    for place in range(max(len(claimed), len(computed))):
        compare(f"played[{place}]", *(one[place] if place < len(one) else "none" for one in (claimed, computed)))
    return found


def candle_of(begin, minutes):
    volume = minutes[0][5]
    for minute in minutes[1:]:
        volume = volume + minute[5]
    highest, lowest = max(minute[2] for minute in minutes), min(minute[3] for minute in minutes)
    return [begin, minutes[0][1], highest, lowest, minutes[-1][4], volume]


def recorded_differences(proof, given):
    """The candles of a proof against recorded days. `given`: the recorded candles of each day of the replay that is revealed."""
    reveal, bound = proof["reveal"], proof["market"]["market"]
    length = INTERVAL_MS[proof["terms"]["interval"]]
    decimals = next(one["decimals"] for one in reveal["coins"] if one["coin"] == proof["coin"])
    found, buckets = [], {}
    for play in reveal["played"]:
        recorded, source = given.get(play["day"]), reveal["days"][play["origin"]]
        if recorded is None:
            return [f"day {play['day']}: its candles were not given"]
        if hash_of_candles(recorded) != source["hash"]:
            found.append(f"day {play['day']}: its candles are not those of the recording")
        shift = bound["startsAt"] + play["day"] * DAY - source["midnight"]
        for one in recorded:
            minute = played(one, shift, play["factor"], decimals_of(play["factor"], decimals))
            buckets.setdefault(minute[0] // length * length, []).append(minute)
    first, last = proof["candles"][0][0], proof["candles"][-1][0]
    made = [candle_of(begin, minutes) for begin, minutes in sorted(buckets.items()) if first <= begin <= last]
    claimed = [list(one) for one in proof["candles"]]
    for place in range(max(len(claimed), len(made))):
        one, other = (rows[place] if place < len(rows) else None for rows in (claimed, made))
        if one != other:
            found.append(f"candles[{place}]: claimed {one}, recorded {other}")
    return found


def reveal(proof, answers):
    found = reveal_differences(proof)
    revealed = proof["reveal"]
    if not found and revealed is None:
        print("the plan was bound to a live exchange")
        return 1
    if not found and revealed["state"] != "revealed":
        print("its days are revealed once they have been played" if revealed["state"] == "hidden" else "the server plays another replay")
        return 3
    if not found:
        for one in revealed["played"]:
            print(f"day {one['day']}: recorded {date_of(revealed['days'][one['origin']])}, factor {one['factor']!r}")
        found = recorded_differences(proof, candles_by_day(answers))
    return told(found)


def revealed_day(given, status):
    """A day that the replay has played against what the market publishes of itself."""
    DAY_SHAPE(given)
    IDENTITY_SHAPE(status.get("identity") if isinstance(status, dict) else None, "identity")
    revealed, day = given["reveal"], given["reveal"]["played"][-1]
    coin = next((one["coin"] for one in revealed["coins"] if one["hash"] == hash_of_coin(revealed["days"])), "")
    bound = {"source": "replay", **status["identity"]}
    opens = bound["startsAt"] + day["day"] * DAY
    found = reveal_differences({"coin": coin, "market": {"market": bound}, "reveal": revealed}, [opens, opens])
    source = next(iter(revealed["days"][day["origin"] : day["origin"] + 1]), {"hash": "none"})
    found += differences(("candles", hash_of_candles(given["candles"]), source["hash"]))
    if not found:
        print(f"{printable(coin)}, day {day['day']}: recorded {date_of(source)}, factor {day['factor']!r}")
    return told(found)


def date_of(recorded):
    return datetime.datetime.fromtimestamp(recorded["midnight"] / 1000, datetime.timezone.utc).date()


def candles_by_day(answers):
    """The recorded candles by day of the replay: of answers of the server, and of the worked example."""
    given = {}
    for one in answers:
        if isinstance(one, dict) and "reveal" in one:
            DAY_SHAPE(one)
            given[one["reveal"]["played"][-1]["day"]] = one["candles"]
            continue
        record(optional=dict.fromkeys(map(str, range(DAYS_MAX)), list_of(row)))(one)
        given.update({int(day): rows for day, rows in one.items()})
    return given


def told(found):
    say(found)
    print("matches" if not found else "does not match")
    return 1 if found else 0


def main(paths):
    if not paths:
        print(__doc__.strip())
        return 2
    try:
        given, *answers = (answer_in(read_json(path)) for path in paths)
    except (OSError, ValueError) as error:
        say([f"cannot be read: {error}"])
        return 2
    try:
        if answers and isinstance(given, dict) and set(given) == {"reveal", "candles"}:
            return revealed_day(given, answers[0])
        if answers:
            PROOF_SHAPE(given)
            return reveal(given, answers)
        examples = given if isinstance(given, list) else [given]
        list_of(REPLAY_SHAPE, 1)(examples)
        return told([one for example in examples for one in replay(example)])
    except Unsound as error:
        return told([str(error)])
    except (OverflowError, ValueError):
        return told(["a number is beyond those of any price or time"])


def replay(given):
    found = []
    days = given["recordedDays"]
    order = order_of(given["commitment"], given["day"], given["key"], len(days))
    if order is None:
        return ["the key is not the one that was committed to"]
    if len(given["dayPrices"]) != len(days):
        return [f"dayPrices: of {len(given['dayPrices'])} days, there are {len(days)}"]
    rebases = rebases_of(order, given["dayPrices"], given["decimals"])
    for play in given["plays"]:
        day = play["day"]
        if day > given["day"]:
            return [*found, f"plays: {day} is after the day of the key"]
        computed = (order[day], *rebases[day])
        claimed = (play["origin"], play["factor"], play["decimals"], play["isBreak"])
        found += differences((f"day {day}", claimed, computed))
        origin, factor, d, _ = computed
        shift = given["start"] + day * DAY - days[origin]
        for minute in play["minutes"]:
            rows = played(minute["recorded"], shift, factor, d)
            for field, value in (("played", rows), ("path", path_of(rows, d))):
                found += differences((f"day {day}, {rows[0]}: {field}", minute[field], value))
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
