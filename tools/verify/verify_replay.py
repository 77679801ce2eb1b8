#!/usr/bin/env python3
"""Plays minutes of Clearlot's recording again, from nothing but the rule page.

    python3 verify_replay.py REPLAY.json
    python3 verify_replay.py PROOF.json PUBLISHED.json

The file is the worked example: the key of a day that was revealed, the first and last price of every recorded day, and minutes as they
were recorded and as they play on some of the days before, second by second. The exit status is 0 when the key is the one committed
to and every number is the same to the last bit, 1 when one is not.

With the proof of a plan, and what /api/market/replay/COIN answers once its last day has been played: prints the recorded days that its
candles come from, drawn and scaled from the revealed key. The exit status is 0 when that key leads to the commitment that the plan was
bound to, 1 when it does not, and 3 while the last day has not been played.
"""

import datetime
import hashlib
import json
import math
import sys

MASK = 0xFFFFFFFF
DAY = 86400000


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


def rebases_of(order, prices, decimals):
    rebases = []
    for day, origin in enumerate(order):
        factor, is_break = 1.0, False
        if day > 0:
            factor = rebases[-1][0] * prices[order[day - 1]][1] / prices[origin][0]
            is_break = not 0.5 <= factor <= 2
            factor = 1.0 if is_break else factor
        rebases.append((factor, min(18, decimals + 1) if factor < 1 else decimals, is_break))
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


def reveal(proof, published):
    bound = proof["market"]["market"]
    if bound["source"] != "replay":
        print("the plan was bound to a live exchange")
        return 1
    days, prices = published["recordedDays"], [(day["open"], day["close"]) for day in published["prices"]]
    differ = [name for name in ("recording", "commitment", "startsAt") if published[name] != bound[name]]
    if differ or not len(days) == len(prices) == bound["recordedDays"]:
        print("does not match: another replay than the plan was bound to", *differ)
        return 1
    first, last = ((proof["candles"][row][0] - bound["startsAt"]) // DAY for row in (0, -1))
    newest = published["revealed"]
    if newest is None or newest["day"] < last:
        print(f"day {last} is revealed once it has been played")
        return 3
    order = order_of(bound["commitment"], newest["day"], newest["key"], len(days))
    if order is None:
        print("does not match: the key is not the one that was committed to")
        return 1
    rebases = rebases_of(order, prices, published["decimals"])
    for day in range(first, last + 1):
        factor, decimals, is_break = rebases[day]
        date = datetime.datetime.fromtimestamp(days[order[day]] / 1000, datetime.timezone.utc).date()
        print(f"day {day}: recorded {date}, factor {factor!r}, {decimals} decimals" + (", after a break" if is_break else ""))
    print("matches")
    return 0


def read(path):
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    return given.get("url", given)


def main(words):
    if len(words) == 2:
        return reveal(read(words[0]), read(words[1]))
    if len(words) != 1:
        print(__doc__.strip())
        return 2
    given = read(words[0])
    found = []
    days = given["recordedDays"]
    order = order_of(given["commitment"], given["day"], given["key"], len(days))
    if order is None:
        found.append("the key is not the one that was committed to")
    rebases = rebases_of(order or [], given["dayPrices"], given["decimals"])
    for play in given["plays"] if order else []:
        day = play["day"]
        computed = (order[day], *rebases[day])
        claimed = (play["origin"], play["factor"], play["decimals"], play["isBreak"])
        if computed != claimed:
            found.append(f"day {day}: claimed {claimed}, computed {computed}")
        origin, factor, d, _ = computed
        shift = given["start"] + day * DAY - days[origin]
        for minute in play["minutes"]:
            rows = played(minute["recorded"], shift, factor, d)
            for field, value in (("played", rows), ("path", path_of(rows, d))):
                if minute[field] != value:
                    found.append(f"day {day}, {rows[0]}: {field}: claimed {minute[field]}, computed {value}")
    for difference in found:
        print(difference)
    print("matches" if not found else "does not match")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
