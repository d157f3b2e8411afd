"""
Makes tests/unit/statistics/own-vectors.json: cases that the reference vectors leave open, answered by another implementation
of the method. Every relabelling is listed and counted in whole numbers, means and variances are exact fractions, and only the
t, F and normal distributions come from scipy.

Run: python3 scripts/make-vectors.py > tests/unit/statistics/own-vectors.json
     npx biome format --write tests/unit/statistics/own-vectors.json
Needs numpy and scipy (made with 1.17.1). Scores are written as the nearest doubles of their fractions, so that the cases hold
ties and bounds which rounding could break.
"""
import json
import math
import random
from fractions import Fraction as F
from itertools import combinations

import numpy as np
from scipy import stats

NONE = None


def mean(values):
    return sum(values, F(0)) / len(values)


def variance(values):
    centre = mean(values)
    return sum(((v - centre) ** 2 for v in values), F(0)) / (len(values) - 1)


def root(fraction):
    return math.sqrt(fraction)


def present(side):
    return [v for v in side if v is not NONE]


def used(baseline, ablated):
    pairs = [(present(b), present(a)) for b, a in zip(baseline, ablated)]
    return [(b, a) for b, a in pairs if b and a]


def all_shifts(pairs):
    """Delta under every relabelling, listed one by one: whole numbers and what they are divided by."""
    per_sample = []
    for b, a in pairs:
        values = b + a
        total = sum(values, F(0))
        shifts = []
        for chosen in combinations(range(len(values)), len(a)):
            inside = sum((values[i] for i in chosen), F(0))
            shifts.append(inside / len(a) - (total - inside) / len(b))
        if len(set(values)) > 1:
            per_sample.append(shifts)
    scale = math.lcm(*[s.denominator for shifts in per_sample for s in shifts]) if per_sample else 1
    sums = np.zeros(1, dtype=np.int64)
    for shifts in per_sample:
        whole = np.array([int(s * scale) for s in shifts], dtype=np.int64)
        sums = np.add.outer(sums, whole).ravel()
        assert sums.size <= 30_000_000, "too many relabellings to list"
    return sums, scale, len(per_sample)


def test(pairs, side="two-sided"):
    """p as a fraction of all relabellings, how many samples are active, and the noise band at 0.05."""
    sums, scale, active = all_shifts(pairs)
    total = sum((mean(a) - mean(b) for b, a in pairs), F(0))
    at = int(total * scale)
    assert at == total * scale or active == 0
    if side == "up":
        hits = int(np.count_nonzero(sums >= at))
    elif side == "down":
        hits = int(np.count_nonzero(sums <= at))
    else:
        hits = int(np.count_nonzero(np.abs(sums) >= abs(at)))
    sizes, counts = np.unique(np.abs(sums), return_counts=True)
    tails = np.cumsum(counts[::-1])[::-1]
    rare = [int(s) for s, t in zip(sizes, tails) if F(int(t), sums.size) <= F(1, 20)]
    band = F(rare[0], scale * len(pairs)) if rare else None
    return F(hits, sums.size), active, band


def sizes(sd_d, margin, alpha=0.05, beta=0.1, step=0.5, m=10):
    z = stats.norm.ppf
    floor = 1 if margin >= step else math.ceil(math.log(alpha) / math.log(1 - margin / step))
    return {
        "invariant": max(math.ceil(((z(1 - alpha) + z(1 - beta / 2)) * sd_d / margin) ** 2), floor, 5),
        "leak80": max(5, math.ceil(((z(1 - alpha / (2 * m)) + z(0.8)) * sd_d / margin) ** 2)),
        "floor": floor,
    }


def missing_rule(baseline, ablated):
    indicator = [([F(v is NONE) for v in b], [F(v is NONE) for v in a]) for b, a in zip(baseline, ablated)]
    p, _, _ = test(indicator)
    dropped = len(indicator) - len(used(baseline, ablated))
    if p <= F(1, 100):
        return p, "the ablation changes how often a score is missing"
    if F(dropped) > F(len(indicator), 10):
        return p, "more than 10 % of the samples have no score on one side"
    return p, None


def verdict(n, delta_hat, margin, half, holm_p, alpha, reason, interleaved=True):
    """Rules in order; `holm_p` and `alpha` are exact where the case is about equality."""
    if reason is not None:
        return "inconclusive", reason
    if holm_p <= alpha:
        if not interleaved:
            return "inconclusive", "leak or judge drift"
        return "leak", "smaller than the margin" if abs(delta_hat) < margin else None
    if n < 5:
        return "inconclusive", "fewer than five samples cannot prove invariance"
    if not math.isinf(half) and abs(delta_hat) + F(half) < margin:
        return "invariant", None
    return "inconclusive", "a shift as large as the margin is not ruled out"


def out(values):
    return [[None if v is NONE else float(v) for v in row] for row in values]


def number(value):
    if value is None:
        return None
    value = float(value)
    return "Infinity" if math.isinf(value) else value


def check(name, baseline, ablated, margin, note):
    pairs = used(baseline, ablated)
    n = len(pairs)
    margin = F(margin)
    p, active, band = test(pairs)
    missing_p, reason = missing_rule(baseline, ablated)
    d = [mean(a) - mean(b) for b, a in pairs]
    delta_hat = mean(d)
    var_d = variance(d) if n > 1 else None
    floor = 0.5 * (1 - 0.05 ** (1 / n))
    half = max(stats.t.ppf(0.95, n - 1) * root(var_d) / math.sqrt(n), floor) if n > 1 else floor
    se_perm = root(sum((variance(b + a) * (F(1, len(b)) + F(1, len(a))) for b, a in pairs), F(0))) / n
    z = float(delta_hat) / se_perm if se_perm else None
    within = [variance(b) for b, _ in pairs if len(b) > 1]
    word, why = verdict(n, delta_hat, margin, half, p, F(1, 20), reason)
    return {
        "id": name,
        "fn": "check",
        "note": note,
        "input": {"baseline": out(baseline), "ablated": out(ablated), "delta": float(margin)},
        "expected": {
            "n_used": n,
            "n_dropped": len(baseline) - n,
            "delta_hat": float(delta_hat),
            "active": active,
            "p_exact": float(p),
            "p_missing": float(missing_p),
            "z": z,
            "p_normal": 1 if z is None else 2 * stats.norm.sf(abs(z)),
            "se_perm": se_perm,
            "sd_d": None if var_d is None else root(var_d),
            "floor": floor,
            "half_width": half,
            "rules_out": abs(float(delta_hat)) + half,
            "noise_band": number(band),
            "within_noise_band": None if band is None else bool(abs(delta_hat) < band),
            "sigma_w2": float(mean(within)) if within else None,
            "n_needed": None if var_d is None else sizes(root(var_d), float(margin)),
            "verdict": word,
            "reason": why,
        },
    }


def anova(rows):
    n, repeats = len(rows), len(rows[0])
    grand = mean([v for row in rows for v in row])
    runs = [mean([row[j] for row in rows]) for j in range(repeats)]
    ss_run = n * sum(((r - grand) ** 2 for r in runs), F(0))
    ss_res = sum(((v - mean(row) - runs[j] + grand) ** 2 for row in rows for j, v in enumerate(row)), F(0))
    return ss_run / (repeats - 1), ss_res / ((repeats - 1) * (n - 1)), repeats - 1, (repeats - 1) * (n - 1)


def gate(name, checks, note, alpha=F(1, 20), step=F(1, 2), interleaved=True):
    """checks: (metric, baseline, ablated, margin); the checks of one metric share its baseline."""
    ratios, df1, df2 = [], 0, 0
    for rows in {metric: baseline for metric, baseline, _, _ in checks}.values():
        longest = max(len(row) for row in rows)
        rows = [row for row in rows if len(row) == longest and NONE not in row]
        if len(rows) < 2 or len(rows[0]) < 2:
            continue
        run, resid, one, two = anova(rows)
        if run == 0 and resid == 0:
            continue
        ratios.append(math.inf if resid == 0 else float(run / resid))
        df1, df2 = df1 + one, df2 + two
    ratio = sum(ratios) / len(ratios) if ratios else None
    guard_p = 1.0 if ratio is None else 0.0 if math.isinf(ratio) else float(stats.f.sf(ratio, df1, df2))
    fires = guard_p < 0.05
    inflates = (fires or not interleaved) and df1 > 0
    phi = math.sqrt(max(1, ratio)) if inflates else 1.0

    measured = []
    for metric, baseline, ablated, margin in checks:
        pairs = used(baseline, ablated)
        n = len(pairs)
        p, _, _ = test(pairs)
        d = [mean(a) - mean(b) for b, a in pairs]
        delta_hat, sd_d = mean(d), root(variance(d))
        se_perm = root(sum((variance(b + a) * (F(1, len(b)) + F(1, len(a))) for b, a in pairs), F(0))) / n
        floor = float(step) * (1 - float(alpha) ** (1 / n))
        df = min(df1, n - 1) if inflates else n - 1
        first = 0.0 if n < 2 else stats.t.ppf(1 - float(alpha), df) * sd_d / math.sqrt(n)
        half = max(math.inf if math.isinf(phi) else first * phi, floor)
        if inflates:
            if se_perm == 0:
                other = 1.0 if delta_hat == 0 else 0.0
            else:
                other = 2 * stats.t.sf(abs(float(delta_hat)) / (se_perm * phi), df1)
            p = p if p >= other else F(other)
        measured.append((metric, n, delta_hat, p, half, F(margin), missing_rule(baseline, ablated)[1]))

    order = sorted(range(len(measured)), key=lambda i: measured[i][3])
    adjusted, largest = {}, F(0)
    for rank, i in enumerate(order):
        largest = max(largest, min(F(1), measured[i][3] * (len(measured) - rank)))
        adjusted[i] = largest

    results = []
    for i, (metric, n, delta_hat, p, half, margin, reason) in enumerate(measured):
        word, why = verdict(n, delta_hat, margin, half, adjusted[i], alpha, reason, interleaved)
        results.append(
            {
                "metric": metric,
                "delta_hat": float(delta_hat),
                "p": float(p),
                "p_holm": float(adjusted[i]),
                "half_width": number(half),
                "verdict": word,
                "reason": why,
            }
        )
    return {
        "id": name,
        "fn": "gate",
        "note": note,
        "input": {
            "checks": [
                {"metric": metric, "baseline": out(baseline), "ablated": out(ablated), "delta": float(F(margin))}
                for metric, baseline, ablated, margin in checks
            ],
            "alpha": float(alpha),
            "step": float(step),
            "guard_alpha": 0.05,
            "interleaved": interleaved,
        },
        "expected": {
            "variance_ratio": number(ratio),
            "df1": df1,
            "df2": df2,
            "guard_p": guard_p,
            "guard_fires": fires,
            "inflation": number(phi),
            "checks": results,
        },
    }


def canary(name, recorded, current, note):
    pairs = used(recorded, current)
    p, _, _ = test(pairs, "up")
    rise = mean([mean(c) - mean(r) for r, c in pairs])
    beyond, significant = rise > F(1, 10), p <= F(1, 100)
    word = "fail" if beyond and significant else "watch" if beyond or significant else "pass"
    return {
        "id": name,
        "fn": "canary",
        "note": note,
        "input": {"recorded": out(recorded), "current": out(current), "alpha": 0.01, "tolerance": 0.1},
        "expected": {
            "n_used": len(pairs),
            "n_dropped": len(recorded) - len(pairs),
            "rise": float(rise),
            "p_up_exact": float(p),
            "verdict": word,
        },
    }


def one_way(splits, low, high, still=0):
    """Samples without noise that all move from high to low, R unmodified values against one; then some that do not move."""
    baseline = [[high] * r for r in splits] + [[high] * 3 for _ in range(still)]
    ablated = [[low] for _ in splits] + [[high] for _ in range(still)]
    return baseline, ablated


def drawn(seed, shapes, claims, absent=0.0):
    rng = random.Random(seed)

    def score(k):
        return NONE if rng.random() < absent else F(rng.randint(0, k), k)

    baseline, ablated = [], []
    for r, q in shapes:
        k = rng.choice(claims)
        baseline.append([score(k) for _ in range(r)])
        ablated.append([score(k) for _ in range(q)])
    return baseline, ablated


def still(n, r=5, q=3, value=F(3, 4)):
    return [[value] * r for _ in range(n)], [[value] * q for _ in range(n)]


def vectors():
    third, tenth = F(1, 3), F(1, 10)
    # p exactly at alpha: 1/20 = 1/5 · 1/4, which no sum of doubles needs to reach exactly.
    b, a = one_way([4, 3], F(2, 5), F(7, 10), still=6)
    yield check("p-exactly-alpha", b, a, tenth, "p = 1/20: p <= alpha is a leak")
    b, a = one_way([19], third, F(2, 3), still=9)
    yield check("p-exactly-alpha-one-sample", b, a, tenth, "p = 1/20 from one sample of 20 splits")
    b, a = one_way([4, 3], third, F(2, 3), still=0)
    yield check("p-exactly-alpha-two-samples", b, a, F(1, 2), "a leak below five samples, smaller than the margin")
    b, a = one_way([4, 4], F(2, 5), F(7, 10), still=8)
    yield check("p-below-alpha", b, a, tenth, "p = 1/25")
    b, a = one_way([3, 3], F(2, 5), F(7, 10), still=6)
    yield check("p-above-alpha", b, a, tenth, "p = 1/16")
    quiet, quiet_ablated = still(9, 3, 1)
    b, a = one_way([4, 4, 7], F(1, 5), F(3, 5), still=6)
    nine = [(f"M{i}", quiet, quiet_ablated, tenth) for i in range(9)]
    yield gate("holm-exactly-alpha", [("L", b, a, tenth), *nine], "10 · 1/200 = 1/20: a leak")
    yield gate("holm-above-alpha", [("L", b, a, tenth), *nine, ("M9", quiet, quiet_ablated, tenth)], "11 · 1/200")

    # Interval ends in doubles without rounding: step 1/2, alpha 2^-8, n = 8, so that the floor is exactly 1/4.
    eighth = F(1, 8)
    for shift, margin, word in [
        (F(0), F(1, 4), "end exactly at the margin: not strictly inside"),
        (F(0), F(1, 4) + F(1, 1 << 20), "end just inside the margin"),
        (eighth, F(3, 8), "upper end exactly at the margin"),
        (-eighth, F(3, 8), "lower end exactly at minus the margin"),
        (-eighth, F(3, 8) + F(1, 1 << 20), "lower end just inside"),
    ]:
        b = [[F(i, 16)] for i in range(4, 12)]
        a = [[F(i, 16) + shift] for i in range(4, 12)]
        yield gate(
            f"end-at-margin-{float(shift)}-{float(margin):.7f}",
            [("A", b, a, margin)],
            word,
            alpha=F(1, 256),
        )
    for value, shift in [(F(1, 10), F(1, 5)), (F(1, 5), F(3, 20)), (F(3, 10), F(2, 5)), (F(1, 20), F(11, 20))]:
        b, a = [[value] for _ in range(8)], [[value + shift] for _ in range(8)]
        yield gate(
            f"end-at-margin-rounded-{float(value)}-{float(shift)}",
            [("A", b, a, shift + F(1, 4))],
            "the end is the margin, though in doubles it falls short of it",
            alpha=F(1, 256),
        )
    for value in range(1, 9):
        b, a = still(6, 5, 1, F(value + 1, 10))[0], still(6, 5, 1, F(value, 10))[1]
        yield check(f"leak-exactly-margin-0.{value}", b, a, tenth, "a leak as large as the margin is not smaller")
    b = [[F(i, 16)] for i in range(4, 12)]
    a = [[F(i, 16) + eighth] for i in range(4, 12)]
    yield gate("p-exactly-alpha-in-doubles", [("A", b, a, F(3, 8))], "p = 2/256 = alpha", alpha=F(1, 128))

    # Ties that doubles tell apart.
    b = [[F(1, 10), F(2, 10), F(3, 10)], [F(3, 10), F(2, 10), F(1, 10)], [F(7, 10), F(6, 10), F(8, 10)]]
    a = [[F(3, 10), F(3, 10)], [F(2, 10), F(3, 10)], [F(8, 10), F(9, 10)]]
    yield check("ties-tenths", b, a, tenth, "0.1 + 0.2 is not 0.3 in doubles")
    b, a = drawn(5, [(3, 2)] * 5, [3])
    yield check("ties-thirds", b, a, tenth, "")
    b, a = drawn(6, [(2, 2), (3, 3), (2, 3), (4, 1)], [6, 7])
    yield check("ties-mixed-repeats", b, a, tenth, "samples with other numbers of repeats")
    b, a = [[F(1, 2), F(3, 4)]] * 6, [[F(3, 4), F(1, 2)]] * 6
    yield check("ties-no-shift", b, a, F(1, 5), "delta_hat is 0: every relabelling is as extreme")

    # The noise band of a difference.
    b, a = one_way([5, 5], F(1, 2), F(3, 4), still=10)
    yield check("band-at-shift", b, a, tenth, "a shift of exactly the band is outside it")
    b, a = one_way([5], F(1, 2), F(3, 4), still=11)
    yield check("band-none", b, a, tenth, "no attainable shift is rare enough")
    b, a = [[F(1, 2)] * 4] * 2 + [[third] * 3] * 3, [[F(1, 2)]] + [[F(1, 4)]] + [[third]] * 3
    yield check("band-one-of-five", b, a, tenth, "P = 1/5 for the only shift there is")
    b, a = one_way([4, 3], F(2, 5), F(7, 10), still=6)
    yield check("band-at-0.05", b, a, tenth, "P(|delta| >= c) exactly 1/20 counts as rare")
    for seed in range(10, 16):
        b, a = drawn(seed, [(5, 3), (5, 3), (5, 3), (3, 1)], [3, 4, 5, 6])
        yield check(f"drawn-{seed}", b, a, tenth, "noise band and p of drawn scores")
    for seed in range(20, 24):
        b, a = drawn(seed, [(3, 2)] * 6, [2, 3, 4], absent=0.12)
        yield check(f"drawn-missing-{seed}", b, a, F(1, 5), "with missing scores")

    # Missing rules.
    b, a = still(30)
    a = [[NONE, *row[1:]] if i < 2 else row for i, row in enumerate(a)]
    b = [[*row[:4], NONE] if i in (2, 3) else row for i, row in enumerate(b)]
    yield check("missing-here-and-there", b, a, tenth, "a few values missing on both sides, no sample dropped")
    b, a = still(20, 4, 1)
    a = [[NONE] if i < 3 else row for i, row in enumerate(a)]
    yield check("missing-moves", b, a, tenth, "p = 1/125")
    b, a = still(40, 4, 1)
    b = [row[:3] if i == 2 else row for i, row in enumerate(b)]
    a = [[NONE] if i < 3 else row for i, row in enumerate(a)]
    yield check("missing-exactly-0.01", b, a, tenth, "p = 1/5 · 1/5 · 1/4 = 0.01: moves")
    b, a = still(40, 4, 1)
    a = [[NONE] if i < 2 else row for i, row in enumerate(a)]
    yield check("missing-above-0.01", b, a, tenth, "p = 1/25: does not move")
    b, a = still(20)
    b = [[NONE] * 5 if i < 2 else row for i, row in enumerate(b)]
    a = [[NONE] * 3 if i < 2 else row for i, row in enumerate(a)]
    yield check("missing-exactly-a-tenth", b, a, tenth, "2 of 20 dropped: 10 %, not more")
    b = [[NONE] * 5 if i < 3 else row for i, row in enumerate(b)]
    a = [[NONE] * 3 if i < 3 else row for i, row in enumerate(a)]
    yield check("missing-more-than-a-tenth", b, a, tenth, "3 of 20 dropped")
    b, a = still(10, 4, 1)
    a = [[NONE] if i < 3 else [F(1, 4)] for i in range(10)]
    yield check("missing-before-leak", b, a, tenth, "the missing rules come before a leak")

    # Zero residual variance under the drift guard.
    moved = [F(0), tenth, F(2, 10)]
    b = [[F(i, 20) + m for m in moved] for i in range(1, 8)]
    a = [[F(i, 20) + m for m in ([F(1, 5), F(3, 10)] if i % 2 else [F(1, 10), F(2, 5)])] for i in range(1, 8)]
    yield gate("guard-no-residual", [("A", b, a, tenth)], "runs differ and nothing else does: phi without bound")
    noisy, noisy_ablated = drawn(31, [(3, 2)] * 6, [4])
    yield gate(
        "guard-no-residual-beside-another",
        [("A", b, a, tenth), ("B", noisy, noisy_ablated, tenth)],
        "one ratio without bound makes the mean so",
    )
    flat, flat_ablated = still(6, 3, 2)
    yield gate("guard-nothing-varies", [("A", flat, flat_ablated, F(1, 4))], "0/0: the metric is left out")
    yield gate(
        "guard-left-out-beside-another",
        [("A", flat, flat_ablated, F(1, 4)), ("B", noisy, noisy_ablated, tenth), ("B", noisy, [r[:2] for r in noisy], tenth)],
        "a metric without variance is left out of the ratio, not of the family",
    )
    b = [[F(i, 20) + m + F((i * j) % 3, 50) for j, m in enumerate(moved)] for i in range(1, 8)]
    a = [[F(i, 20) + F(3, 5), F(i, 20) + F(1, 2)] for i in range(1, 8)]
    yield gate("guard-fires", [("A", b, a, tenth)], "a shift of one direction among runs that drift")
    yield gate("apart", [("B", noisy, [[max(F(0), v - F(1, 2)) for v in r[:2]] for r in noisy], tenth)], "", interleaved=False)
    b, a = [[F(3, 4)] * 3 for _ in range(6)], [[F(1, 4)] for _ in range(6)]
    yield gate("apart-leak-or-drift", [("A", b, a, tenth)], "no guard, no leak", interleaved=False)
    yield gate("interleaved-leak", [("A", b, a, tenth)], "the same scores, interleaved")

    # Canaries.
    for low, high in [(3, 4), (1, 2), (6, 7), (8, 9)]:
        r, c = [[F(low, 10)] * 3] * 6, [[F(high, 10)] * 2] * 6
        yield canary(f"canary-rise-exactly-0.10-from-0.{low}", r, c, "a rise of exactly the tolerance is not beyond it")
    r, c = [[F(3, 10)] * 3] * 6, [[F(401, 1000)] * 2] * 6
    yield canary("canary-rise-above-0.10", r, c, "")
    r, c = [[F(1, 5)] * 4] * 2 + [[F(1, 5)] * 3], [[F(3, 5)]] * 3
    yield canary("canary-p-exactly-0.01", r, c, "p = 1/100: p <= 0.01 fails")
    r, c = [[F(1, 5)] * 4] * 2 + [[F(1, 5)] * 2], [[F(3, 5)]] * 3
    yield canary("canary-p-above-0.01", r, c, "p = 1/75")
    r, c = drawn(41, [(5, 3), (5, 3), (5, 3), (4, 2)], [3, 4])
    yield canary("canary-drawn", r, c, "")


made = list(vectors())
assert len({vector["id"] for vector in made}) == len(made)
meta = {"made_by": "scripts/make-vectors.py: every relabelling listed in whole numbers, moments as fractions, scipy for t, F and normal"}
print(json.dumps({"meta": meta, "vectors": made}, indent=2))
