#!/usr/bin/env python3
"""Settles Clearlot plans again, from nothing but the rule page and the proofs that members download.

    python3 verify_plan.py PROOF.json [PROOF.json ...]

Each file holds one proof or a list of them. Prints what differs, field by field. The exit status is 0 when every proof matches,
1 when one does not, 2 when a file cannot be read. Needs Python 3.8 or newer and nothing else.

A proof shows that the result follows from its candles, and that these go on from the candles that the plan was bound to when it was
placed. That the plan is yours is not in it: compare plan, coin, amount, terms and marketHash with what you kept when you placed it.
"""

import hashlib
import json
import math
import re
import struct
import sys
from datetime import datetime, timezone

FILE_BYTES_MAX = 20_000_000
LOOKBACK = {"trend-1": 48, "reversion-1": 36}
INTERVAL_MS = {"1m": 60_000, "5m": 300_000, "30m": 1_800_000, "1h": 3_600_000, "6h": 21_600_000, "1d": 86_400_000}
OPEN_TIME, OPEN, HIGH, LOW, CLOSE, VOLUME = range(6)


class Unsound(Exception):
    """A field that no plan can have."""


# The strategies


def trend_1(closes, n):
    older = 0.0
    for i in range(n - 48, n - 12):
        older = older + closes[i]
    recent = 0.0
    for i in range(n - 12, n):
        recent = recent + closes[i]
    fast = recent / 12
    slow = (older + recent) / 48
    if fast > slow * (1 + 0.001):
        return 1
    if fast < slow * (1 - 0.001):
        return -1
    return 0


def reversion_1(closes, n):
    total = 0.0
    for i in range(n - 36, n):
        total = total + closes[i]
    mean = total / 36
    distance = closes[n - 1] - mean
    if distance <= mean * 0.003 and distance >= -mean * 0.003:
        return 0
    squares = 0.0
    for i in range(n - 36, n):
        e = closes[i] - mean
        squares = squares + e * e
    variance = squares / 36
    if distance * distance <= 1.5 * 1.5 * variance:
        return 0
    return -1 if distance > 0 else 1


STRATEGIES = {"trend-1": trend_1, "reversion-1": reversion_1}


# The rounds


def settle(terms, candles):
    """Runs the plan over its candles. `end` is None where there are fewer candles than rounds and no bound was met."""
    direction_at = STRATEGIES[terms["strategy"]]
    lookback = LOOKBACK[terms["strategy"]]
    leverage = float(terms["leverage"])
    maximum_profit = float(terms["maximumProfit"])
    maximum_loss = float(terms["maximumLoss"])
    closes = [candle[CLOSE] for candle in candles]
    rounds = []
    running = 0.0
    position = 0
    for n in range(lookback, min(len(candles), lookback + terms["rounds"])):
        candle = candles[n]
        direction = direction_at(closes, n)
        fee = 2 * leverage * terms["feeRate"] if direction != 0 and direction != position else 0.0

        def gain(price):
            if direction > 0:
                return leverage * (price / candle[OPEN] - 1) - fee
            if direction < 0:
                return leverage * (1 - price / candle[OPEN]) - fee
            return 0.0

        worst = running + gain(candle[LOW] if direction > 0 else candle[HIGH])
        best = running + gain(candle[HIGH] if direction > 0 else candle[LOW])
        if worst <= -maximum_loss:
            shortfall = max(-maximum_loss - (running - fee), 0.0)
            rounds.append((direction, fee, -maximum_loss - running, -maximum_loss))
            return {"rounds": rounds, "end": "maximumLoss", "running": -maximum_loss, "shortfall": shortfall}
        if best >= maximum_profit:
            rounds.append((direction, fee, maximum_profit - running, maximum_profit))
            return {"rounds": rounds, "end": "maximumProfit", "running": maximum_profit, "shortfall": 0.0}
        result = gain(candle[CLOSE])
        running = running + result
        rounds.append((direction, fee, result, running))
        position = direction
    end = "completed" if len(rounds) == terms["rounds"] else None
    return {"rounds": rounds, "end": end, "running": running, "shortfall": 0.0}


def in_millionths(amount, ratio):
    return math.trunc(float(amount) * ratio)


def candles_hash(candles):
    return hashlib.sha256(b"".join(struct.pack("<6d", *candle) for candle in candles)).hexdigest()


# Reading a proof


def number(value, field):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Unsound(f"{field}: {value!r} is not a number")
    try:
        value = float(value)
    except OverflowError:
        raise Unsound(f"{field}: the number is too large") from None
    if not math.isfinite(value):
        raise Unsound(f"{field}: {value} is not finite")
    return value


def whole(value, field, least, most):
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise Unsound(f"{field}: {value!r} is not a whole number from {least} to {most}")
    return value


def millionths(value, field):
    match = re.fullmatch(r"(-?)([0-9]{1,12})(?:\.([0-9]{1,6}))?", value) if isinstance(value, str) else None
    if match is None:
        raise Unsound(f"{field}: {value!r} is not an amount in USDT")
    sign, before, after = match.groups()
    amount = int(before) * 1_000_000 + int((after or "").ljust(6, "0"))
    return -amount if sign else amount


def member_of(holder, name, kind, field):
    if name not in holder:
        raise Unsound(f"{field}: missing")
    if not isinstance(holder[name], kind):
        raise Unsound(f"{field}: not of the kind it has in a proof")
    return holder[name]


def sound_terms(written):
    only(written, TERMS, "terms.")
    field = "terms.{}".format
    if whole(written.get("engine"), field("engine"), 0, 1_000_000) != 1:
        raise Unsound(f"terms.engine: {written['engine']}, this program knows engine 1")
    for name, known in (("strategy", STRATEGIES), ("interval", INTERVAL_MS)):
        if written.get(name) not in list(known):
            raise Unsound(f"terms.{name}: {written.get(name)!r}, this program knows {', '.join(known)}")
    terms = {"strategy": written["strategy"], "interval": written["interval"]}
    terms["rounds"] = whole(written.get("rounds"), field("rounds"), 1, 288)
    terms["leverage"] = whole(written.get("leverage"), field("leverage"), 1, 125)
    for name in ("maximumProfit", "maximumLoss", "feeRate"):
        terms[name] = number(written.get(name), field(name))
        if terms[name] < 0 or (name != "feeRate" and terms[name] == 0):
            raise Unsound(f"terms.{name}: {terms[name]} is below what a plan can have")
    return terms


def sound_candles(written, step):
    candles = []
    for place, row in enumerate(written):
        field = f"candles[{place}]"
        if not isinstance(row, list) or len(row) != 6:
            raise Unsound(f"{field}: not six numbers")
        candle = [number(value, field) for value in row]
        if candle[OPEN_TIME] % step != 0:
            raise Unsound(f"{field}: opens at {row[OPEN_TIME]}, no multiple of {step}")
        if candles and candle[OPEN_TIME] <= candles[-1][OPEN_TIME]:
            raise Unsound(f"{field}: not later than the one before it")
        in_range = 0 < candle[LOW] <= min(candle[OPEN], candle[CLOSE]) <= max(candle[OPEN], candle[CLOSE]) <= candle[HIGH]
        if not in_range or candle[VOLUME] < 0:
            raise Unsound(f"{field}: no market makes such a candle")
        candles.append(candle)
    return candles


FIELDS = "plan coin terms startsAt market marketHash amount candles lookback candlesHash claimed".split()
TERMS = "engine strategy interval rounds leverage maximumProfit maximumLoss feeRate".split()
SOURCES = {
    "replay": "source label recording recordedDays commitment startsAt day".split(),
    "exchange": "source label exchange instrument".split(),
}


def only(holder, names, prefix, optional=()):
    for name in holder:
        if name not in names and name not in optional:
            raise Unsound(f"{prefix}{name}: no field of a proof")
    for name in names:
        if name not in holder:
            raise Unsound(f"{prefix}{name}: missing")


def milliseconds(text, field):
    match = re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d{3})Z", text) if isinstance(text, str) else None
    if match is None:
        raise Unsound(f"{field}: {text!r} is not a time")
    try:
        at = datetime.strptime(match.group(1), "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
    except ValueError:
        raise Unsound(f"{field}: {text!r} is not a time") from None
    return int(at.timestamp()) * 1000 + int(match.group(2))


def binding_hash(market):
    canonical = json.dumps(market, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


def sound_market(written):
    only(written, ["coin", "interval", "market", "lookback"], "market.")
    source = member_of(written, "market", dict, "market.market")
    kind = source.get("source")
    if kind not in list(SOURCES):
        raise Unsound(f"market.market.source: {kind!r}, this program knows {', '.join(SOURCES)}")
    only(source, SOURCES[kind], "market.market.")
    for name, value in source.items():
        if name in ("recordedDays", "startsAt", "day"):
            whole(value, f"market.market.{name}", -(2**53), 2**53)
        elif not isinstance(value, str):
            raise Unsound(f"market.market.{name}: not a text")
    known = member_of(written, "lookback", dict, "market.lookback")
    only(known, ["rows", "through", "hash"], "market.lookback.")
    whole(known["rows"], "market.lookback.rows", 1, 1000)
    whole(known["through"], "market.lookback.through", 0, 2**53)
    return source, known


def compare_binding(proof, terms, candles, compare):
    """What the plan was bound to when it was placed, against its coin, its terms, its start and its candles."""
    market = member_of(proof, "market", dict, "market")
    source, known = sound_market(market)
    step = INTERVAL_MS[terms["interval"]]
    lookback = LOOKBACK[terms["strategy"]]
    starts = milliseconds(proof.get("startsAt"), "startsAt")
    before = sum(candle[OPEN_TIME] < starts for candle in candles)
    compare("startsAt", (before, starts % step), (lookback, 0))
    compare("marketHash", proof.get("marketHash"), binding_hash(market))
    compare("market.coin", market["coin"], proof.get("coin"))
    compare("market.interval", market["interval"], terms["interval"])
    if source["source"] == "replay":
        compare("market.market.day", source["day"], (starts - source["startsAt"]) // 86_400_000)
    compare("market.lookback.rows", known["rows"] * step, (lookback + 1) * step - (starts - known["through"]))
    through = [place for place, candle in enumerate(candles) if candle[OPEN_TIME] == known["through"]]
    if not through or known["through"] >= starts:
        compare("market.lookback.through", known["through"], "a candle before the first round")
    else:
        rows = candles[max(0, through[0] + 1 - known["rows"]) : through[0] + 1]
        compare("market.lookback.hash", known["hash"], candles_hash(rows))


def differences_in(proof):
    """What the proof claims and this program does not find, a line each."""
    if not isinstance(proof, dict):
        raise Unsound("the file: it holds no proof")
    only(proof, FIELDS, "", ["worked"])
    terms = sound_terms(member_of(proof, "terms", dict, "terms"))
    amount = millionths(proof.get("amount"), "amount")
    if not 0 < amount < 2**53:
        raise Unsound(f"amount: {proof['amount']} is no amount of a plan")
    candles = sound_candles(member_of(proof, "candles", list, "candles"), INTERVAL_MS[terms["interval"]])
    claimed = member_of(proof, "claimed", dict, "claimed")
    only(claimed, ["income", "end", "shortfall", "results"], "claimed.")
    claimed_results = member_of(claimed, "results", list, "claimed.results")
    lookback = LOOKBACK[terms["strategy"]]
    if len(candles) < lookback:
        raise Unsound(f"candles: {len(candles)}, {terms['strategy']} looks back at {lookback}")

    found = settle(terms, candles)
    differences = []

    def compare(field, claim, computed):
        if claim != computed:
            differences.append(f"{field}: claimed {claim}, computed {computed}")

    compare("lookback", proof.get("lookback"), lookback)
    compare_binding(proof, terms, candles, compare)
    compare("candlesHash", proof.get("candlesHash"), candles_hash(candles))
    compare("candles", len(candles), lookback + len(found["rounds"]))
    compare("claimed.results", f"{len(claimed_results)} rounds", f"{len(found['rounds'])} rounds")
    for place, (claim, (_, _, result, _)) in enumerate(zip(claimed_results, found["rounds"])):
        compare(f"claimed.results[{place}]", number(claim, f"claimed.results[{place}]"), result)
    compare("claimed.end", claimed.get("end"), found["end"])
    for name, ratio in (("income", found["running"]), ("shortfall", found["shortfall"])):
        compare(f"claimed.{name}", millionths(claimed.get(name), f"claimed.{name}"), in_millionths(amount, ratio))
    return differences + worked_differences(proof.get("worked"), candles, found)


def worked_differences(worked, candles, found):
    """A worked example says what lies between as well."""
    if worked is None:
        return []
    names = ("direction", "fee", "result", "running")
    rounds = [dict(zip(names, values)) for values in found["rounds"]]
    computed = {
        "firstRowInHex": struct.pack("<6d", *candles[0]).hex(),
        "rounds": rounds,
        "running": found["running"],
        "shortfall": found["shortfall"],
    }
    return [
        f"worked.{name}: claimed {worked.get(name)}, computed {value}"
        for name, value in computed.items()
        if worked.get(name) != value
    ]


# Files


def unique(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        raise ValueError("a name stands twice in one object")
    return dict(pairs)


def no_number(name):
    raise ValueError(f"{name} is not a number")


def read_proofs(path):
    with open(path, "rb") as file:
        content = file.read(FILE_BYTES_MAX + 1)
    if len(content) > FILE_BYTES_MAX:
        raise ValueError(f"more than {FILE_BYTES_MAX} bytes")
    read = json.loads(content.decode("utf-8"), object_pairs_hook=unique, parse_constant=no_number)
    return read if isinstance(read, list) else [read]


def main(paths):
    if not paths:
        print(__doc__.strip())
        return 2
    status = 0
    for path in paths:
        try:
            proofs = read_proofs(path)
        except (OSError, ValueError, RecursionError) as error:
            print(f"{path}: cannot be read: {error}")
            return 2
        matching = 0
        for proof in proofs:
            try:
                differences = differences_in(proof)
            except Unsound as error:
                differences = [str(error)]
            name = proof.get("plan", "?") if isinstance(proof, dict) else "?"
            for difference in differences:
                print(f"{path}: plan {name}: {difference}")
            matching += not differences
        print(f"{path}: {matching} of {len(proofs)} match to the last bit")
        if matching < len(proofs) or not proofs:
            status = max(status, 1)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
