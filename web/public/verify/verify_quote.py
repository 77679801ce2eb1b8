#!/usr/bin/env python3
"""Measures Clearlot quotes again: what a plan did from every start in the history, from nothing but the rule page.

    python3 verify_quote.py QUOTE.json                                          worked examples
    python3 verify_quote.py ANSWER.json COIN MINUTES.json [MINUTES.json ...] [--status STATUS.json]
                                                                                a quote that the server gave

ANSWER is the answer of GET /api/plans/quote, each MINUTES an answer of GET /api/market/minutes/COIN/FROM; together they have to reach
over the history that the quote names. With STATUS, the answer of GET /api/market/status, a history that begins too early or too late is
found as well; minutes from before it have to be given then. Prints what differs, field by field. The exit status is 0 when everything matches, 1 when
something does not, 2 when a file cannot be read. Needs Python 3.8 or newer, verify_json.py, verify_plan.py and verify_replay.py beside it,
and nothing else.
"""

import math
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from verify_json import Unsound, answer_in, anything, list_of, number, or_null, printable, read_json, record, row, say, text, whole
from verify_plan import CLOSE, LOOKBACK, OPEN, OPEN_TIME, TERMS_SHAPE, VOLUME, milliseconds, settle, sound_candles
from verify_replay import INTERVAL_MS

DAY_MS = 86_400_000
HISTORY_MS = 60 * DAY_MS
STARTS_MIN = 30
BINS = 24
TAKER_FEE_RATE = 0.05 / 100


def percentile(results, q):
    return results[max(1, -(-q * len(results) // 100)) - 1]


def mean_of(results):
    total = 0.0
    for result in results:
        total = total + result
    return total / len(results)


def spread_of(results):
    return {"median": percentile(results, 50), "low": percentile(results, 5), "high": percentile(results, 95)}


def every_start(terms, candles):
    """Of every start its result and how many positions it opened."""
    lookback = LOOKBACK[terms["strategy"]]
    rounds = terms["rounds"]
    results = []
    opened = 0
    for start in range(lookback, len(candles) - rounds + 1):
        found = settle(terms, candles[start - lookback : start + rounds])
        results.append(found["running"])
        opened += sum(fee > 0 for _, fee, _, _ in found["rounds"])
    return results, opened


def histogram_of(terms, results):
    scale = BINS / (terms["maximumLoss"] + terms["maximumProfit"])
    counts = [0] * BINS
    for result in results:
        counts[min(BINS - 1, math.floor((result + terms["maximumLoss"]) * scale))] += 1
    return {"from": -terms["maximumLoss"], "to": terms["maximumProfit"], "counts": counts}


def measure(terms, candles):
    """The figures of the quote over these candles; and, for worked examples, the results of all starts in order of time."""
    lookback = LOOKBACK[terms["strategy"]]
    rounds = terms["rounds"]
    fee_once = 2 * float(terms["leverage"]) * terms["feeRate"]
    nothing = {"distribution": None, "feeOnce": fee_once, "feeMean": None, "taker": None}
    in_time, opened = every_start(terms, candles)
    n = len(in_time)
    if n < STARTS_MIN:
        return nothing, in_time, None
    results = sorted(in_time)
    holding = sorted(
        candles[start + rounds - 1][CLOSE] / candles[start][OPEN] - 1
        for start in range(lookback, len(candles) - rounds + 1)
    )
    distribution = {
        "samples": n,
        "hours": n * INTERVAL_MS[terms["interval"]] // 3_600_000,
        "shareLost": sum(r < 0 for r in results) / n,
        "shareFlat": sum(r == 0 for r in results) / n,
        "shareEarned": sum(r > 0 for r in results) / n,
        "mean": mean_of(in_time),
        **spread_of(results),
        "holding": spread_of(holding),
        "histogram": histogram_of(terms, results),
    }
    at_taker, _ = every_start({**terms, "feeRate": TAKER_FEE_RATE}, candles)
    taker = {
        "feeRate": TAKER_FEE_RATE,
        "mean": mean_of(at_taker),
        "median": percentile(sorted(at_taker), 50),
        "shareLost": sum(r < 0 for r in at_taker) / n,
    }
    figures = {"distribution": distribution, "feeOnce": fee_once, "feeMean": opened / n * fee_once, "taker": taker}
    return figures, in_time, [percentile(results, 25), percentile(results, 75)]


def measured_candles(candles, replay):
    """Of all closed candles those that a quote is measured on."""
    if not candles:
        return candles
    last = candles[-1][OPEN_TIME]
    kept = [candle for candle in candles if candle[OPEN_TIME] > last - HISTORY_MS]
    if replay is not None:
        distinct = 2 * replay["recordedDays"] // 3
        first = replay["at"] // DAY_MS * DAY_MS - distinct * DAY_MS
        kept = [candle for candle in kept if candle[OPEN_TIME] >= first]
    return kept


def longer_candles(minutes, step):
    """Candles of the plan's interval, made of minutes."""
    made = []
    for minute in minutes:
        begin = minute[OPEN_TIME] // step * step
        if not made or made[-1][OPEN_TIME] != begin:
            made.append([begin, *minute[OPEN:]])
            continue
        candle = made[-1]
        candle[2] = max(candle[2], minute[2])
        candle[3] = min(candle[3], minute[3])
        candle[CLOSE] = minute[CLOSE]
        candle[VOLUME] = candle[VOLUME] + minute[VOLUME]
    return made


def differences_of(path, claimed, computed):
    """What differs, down to the single number."""
    if isinstance(claimed, dict) and isinstance(computed, dict):
        names = list(computed) + [name for name in claimed if name not in computed]
        return [
            one for name in names for one in differences_of(f"{path}.{name}", claimed.get(name), computed.get(name))
        ]
    if isinstance(claimed, list) and isinstance(computed, list) and len(claimed) == len(computed):
        pairs = enumerate(zip(claimed, computed))
        return [one for place, (left, right) in pairs for one in differences_of(f"{path}[{place}]", left, right)]
    return [] if claimed == computed else [f"{path}: claimed {claimed}, computed {computed}"]


COUNT = whole(0)
LABEL = text("(?s).{0,1000}", "a text")
SPREAD = dict(median=number, low=number, high=number)
HISTOGRAM_SHAPE = record(**{"from": number, "to": number, "counts": list_of(COUNT, BINS, BINS)})
DISTRIBUTION_SHAPE = record(
    **dict(samples=COUNT, hours=COUNT, shareLost=number, shareFlat=number, shareEarned=number, mean=number, **SPREAD),
    **dict(holding=record(**SPREAD), histogram=HISTOGRAM_SHAPE),
)
TAKER_SHAPE = record(feeRate=number, mean=number, median=number, shareLost=number)
ANSWER_SHAPE = record(
    **dict(terms=TERMS_SHAPE, distribution=or_null(DISTRIBUTION_SHAPE), taker=or_null(TAKER_SHAPE)),
    **dict(historyFrom=or_null(LABEL), historyTo=or_null(LABEL), feeOnce=number, feeMean=or_null(number)),
    optional=dict(at=LABEL),
)
EXAMPLE_SHAPE = record(
    **dict(quote=LABEL, coin=LABEL, candles=list_of(row), answer=ANSWER_SHAPE),
    worked=record(results=list_of(number), expected=or_null(list_of(number, 2, 2))),
    optional=dict(replay=record(at=COUNT, recordedDays=whole(1, 100_000))),
)
ENVELOPE = dict(status=anything, code=anything)


def span_differences(answer, candles, step):
    first = candles[0][OPEN_TIME] if candles else None
    end = candles[-1][OPEN_TIME] + step if candles else None
    spans = {
        name: None if answer[name] is None else milliseconds(answer[name], name) for name in ("historyFrom", "historyTo")
    }
    return differences_of("answer", spans, {"historyFrom": first, "historyTo": end})


def answer_differences(answer, candles):
    """What the answer claims and these candles do not make; and what worked examples hold besides."""
    terms = answer["terms"]
    figures, in_time, expected = measure(terms, candles)
    claimed = {name: answer[name] for name in figures}
    found = span_differences(answer, candles, INTERVAL_MS[terms["interval"]])
    return found + differences_of("answer", claimed, figures), {"results": in_time, "expected": expected}


def example_differences(example):
    EXAMPLE_SHAPE(example)
    answer = example["answer"]
    closed = sound_candles(example["candles"], INTERVAL_MS[answer["terms"]["interval"]])
    found, worked = answer_differences(answer, measured_candles(closed, example.get("replay")))
    return found + differences_of("worked", example["worked"], worked)


def replay_in(path):
    """How many days were recorded, by the answer of GET /api/market/status; None where prices are no replay."""
    days = answer_in(read_json(path))["identity"].get("recordedDays")
    if days is not None:
        whole(1, 100_000)(days, "identity.recordedDays")
    return days


def given_differences(answer, files, status):
    """A quote that the server gave, over minutes that it gave. `status`: the path of the market's status, or None."""
    record(url=ANSWER_SHAPE, optional=dict(ENVELOPE, info=anything))(answer)
    for file in files:
        record(info=list_of(row), optional=dict(ENVELOPE, url=anything))(file)
    answer = answer["url"]
    step = INTERVAL_MS[answer["terms"]["interval"]]
    rows = {minute[OPEN_TIME]: minute for file in files for minute in file["info"]}
    minutes = sound_candles([rows[time] for time in sorted(rows)], INTERVAL_MS["1m"])
    if answer["historyFrom"] is None and answer["historyTo"] is None:
        reached = minutes[-1][OPEN_TIME] + INTERVAL_MS["1m"] if minutes else 0
        closed = [candle for candle in longer_candles(minutes, step) if candle[OPEN_TIME] + step <= reached]
        return answer_differences(answer, closed)[0]
    end = milliseconds(answer["historyTo"], "answer.historyTo")
    begin = milliseconds(answer["historyFrom"], "answer.historyFrom")
    if end - step - begin >= HISTORY_MS:
        return [f"answer.historyFrom: more than {HISTORY_MS // DAY_MS} days before the newest candle"]
    candles = [candle for candle in longer_candles(minutes, step) if candle[OPEN_TIME] < end]
    if status is None:
        return answer_differences(answer, [candle for candle in candles if begin <= candle[OPEN_TIME]])[0]
    days = replay_in(status)
    asked = milliseconds(answer.get("at", ""), "answer.at")
    replay = None if days is None else {"at": asked, "recordedDays": days}
    return answer_differences(answer, measured_candles(candles, replay))[0]


def report(name, differences):
    name = printable(name)
    say(differences, f"{name}: ")
    print(f"{name}: {'differs' if differences else 'matches to the last bit'}")
    return not differences


def main(words):
    status = None
    if "--status" in words[:-1]:
        place = words.index("--status")
        status = words[place + 1]
        words = words[:place] + words[place + 2 :]
    if not words or len(words) == 2 or "--status" in words:
        print(__doc__.strip())
        return 2
    path, *minutes = [word for place, word in enumerate(words) if place != 1]
    try:
        read = read_json(path)
        files = [read_json(one) for one in minutes]
    except (OSError, ValueError) as error:
        say([f"cannot be read: {error}"])
        return 2
    try:
        if files:
            return 0 if report(words[1], given_differences(read, files, status)) else 1
        examples = read if isinstance(read, list) else [read]
        found = [(example, example_differences(example)) for example in examples]
        return 0 if found and all([report(example["quote"], differences) for example, differences in found]) else 1
    except Unsound as error:
        say([f"{path}: {error}"])
        return 1
    except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
        say([f"{status}: cannot be read: {error}"])
        return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
