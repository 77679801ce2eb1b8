#!/usr/bin/env python3
"""Plays minutes of Clearlot's recording again, from nothing but the rule page.

    python3 verify_replay.py REPLAY.json

The file is the worked example: minutes as they were recorded, and as they play in several laps, second by second. The exit status is 0
when every number is the same to the last bit, 1 when one is not.
"""

import json
import math
import sys

MASK = 0xFFFFFFFF


def rebase(first_open, last_close, decimals, lap):
    ratio = last_close / first_open
    factor = 1.0
    for _ in range(lap):
        factor = min(1e15, max(1e-15, factor * ratio))
    d = decimals
    x = factor
    while x <= 0.1 and d < 18:
        d, x = d + 1, x * 10
    x = factor
    while x >= 10 and d > 0:
        d, x = d - 1, x / 10
    return factor, d


def nearest(x):
    below = math.floor(x)
    return below + 1 if x - below >= 0.5 else below


def on_tick(price, d):
    scale = float(10**d)
    return nearest(price * scale) / scale


def played(recorded, shift, lap, factor, d):
    open_time, *prices, volume = recorded
    if lap > 0:
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


def main(words):
    if len(words) != 1:
        print(__doc__.strip())
        return 2
    with open(words[0], encoding="utf-8") as file:
        given = json.load(file)
    found = []
    for play in given["plays"]:
        lap = play["lap"]
        factor, d = rebase(given["firstOpen"], given["lastClose"], given["decimals"], lap)
        if (factor, d) != (play["factor"], play["decimals"]):
            found.append(f"lap {lap}: claimed {play['factor']}, {play['decimals']}, computed {factor}, {d}")
        shift = given["start"] - given["recordedFrom"] + lap * given["length"]
        for minute in play["minutes"]:
            rows = played(minute["recorded"], shift, lap, factor, d)
            for field, computed in (("played", rows), ("path", path_of(rows, d))):
                if minute[field] != computed:
                    found.append(f"lap {lap}, {rows[0]}: {field}: claimed {minute[field]}, computed {computed}")
    for difference in found:
        print(difference)
    print("matches" if not found else "does not match")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
