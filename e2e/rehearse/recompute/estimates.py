"""Estimates and their intervals, written from the page "How figures are estimated" alone."""

from math import atan, cos, exp, inf, isinf, log, log1p, pi, sin, sqrt
from statistics import NormalDist

STAKES = [0.995 / 1.6**i for i in range(16)]
PAIRS = [[0.5 ** abs(i - j) for j in range(16)] for i in range(16)]
PAIR_SUM = sum(map(sum, PAIRS))
PAIR_LOGS = [[log(weight / PAIR_SUM) for weight in row] for row in PAIRS]
WON = log(40)


class Sample:
    """Answers as numbers of a scale with two ends: `counts` has how often each was given."""

    def __init__(self, counts, low, high):
        self.counts = {value: count for value, count in counts.items() if count > 0}
        self.low, self.high = low, high
        self.n = sum(self.counts.values())

    @property
    def mean(self):
        return sum(value * count for value, count in self.counts.items()) / self.n

    def times(self, factor):
        """As if each answer had been given `factor` times."""
        counts = {value: count * factor for value, count in self.counts.items()}
        return Sample(counts, self.low, self.high)

    def unit(self):
        """The same answers from 0, the low end, to 1."""
        return [((v - self.low) / (self.high - self.low), n) for v, n in self.counts.items()]

    def flipped(self):
        """The same answers from 0, the high end, to 1."""
        return [((self.high - v) / (self.high - self.low), n) for v, n in self.counts.items()]


def log_capitals(unit, mean):
    """What a bet of 1 on "higher than `mean`" is now, for each stake; `mean` is above 0."""
    return [
        sum(n * log1p(stake * (value / mean - 1)) for value, n in unit) for stake in STAKES
    ]


def log_sum(logs):
    most = max(logs)
    if isinf(most):
        return most
    return most + log(sum(exp(one - most) for one in logs))


def first_true(test, low, high):
    """Where `test` changes from false to true, to twelve digits."""
    while high - low > 1e-12:
        middle = (low + high) / 2
        if test(middle):
            high = middle
        else:
            low = middle
    return high


def lowest_mean(unit):
    """The lowest mean, from 0 to 1, against which the bets on "higher" have not won."""
    return first_true(
        lambda mean: log_sum(log_capitals(unit, mean)) - log(16) < WON, 0.0, 1.0
    )


def estimate(sample):
    if sample.n == 0:
        return None
    width = sample.high - sample.low
    low = sample.low + width * lowest_mean(sample.unit())
    high = sample.high - width * lowest_mean(sample.flipped())
    return {"value": sample.mean, "low": low, "high": high}


def log_pair(one, other, first, second):
    """What the pair of bets on "higher than `first`" and "lower than `second`" is now; `other` is a flipped sample."""
    singles = log_capitals(one, first)
    others = log_capitals(other, 1 - second)
    return log_sum(
        [PAIR_LOGS[i][j] + singles[i] + others[j] for i in range(16) for j in range(16)]
    )


def lowest_difference(one, other):
    """The lowest difference of two means, from -1 to 1, that the bets have not refuted.

    `one` is a unit sample, `other` a flipped one: the bets are that the mean of one is higher, and that of other lower.
    """

    def refuted(first, second):
        return log_pair(one, other, first, second) >= WON

    def difference(first):
        # The higher the second mean, the more the bet that it is lower has won.
        if refuted(first, 1e-15):
            return inf
        return first - first_true(lambda second: refuted(first, second), 0.0, 1.0)

    return lowest_of(difference)


def lowest_of(function):
    """The lowest value of a function of 0 to 1, looked for between more and more points."""
    near = [10 ** (-at / 2) for at in range(3, 25)]
    points = sorted([at / 40 for at in range(2, 39)] + near + [1 - one for one in near])
    values = [function(point) for point in points]
    at = values.index(min(values))
    low = points[max(0, at - 1)]
    high = points[min(len(points) - 1, at + 1)]
    best = values[at]
    ratio = (sqrt(5) - 1) / 2
    left, right = high - ratio * (high - low), low + ratio * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(45):
        best = min(best, at_left, at_right)
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - ratio * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + ratio * (high - low)
            at_right = function(right)
    return best


def difference(one, other):
    if one.n == 0 or other.n == 0:
        return None
    width = one.high - one.low
    return {
        "value": one.mean - other.mean,
        "low": width * lowest_difference(one.unit(), other.flipped()),
        "high": -width * lowest_difference(other.unit(), one.flipped()),
    }


def tells(one, other):
    """Whether the interval of the difference leaves out zero: then the bets have refuted every mean that both may have."""
    if one.mean < other.mean:
        one, other = other, one
    unit, flipped = one.unit(), other.flipped()
    return lowest_of(lambda mean: log_pair(unit, flipped, mean, mean)) >= WON


# Intervals for a number of answers that was fixed in advance.

Z = NormalDist().inv_cdf(0.975)


def student_t(freedom):
    """The point that Student's t exceeds in 2.5% of cases, from its distribution for whole degrees of freedom."""

    def below(t):
        angle = atan(t / sqrt(freedom))
        cosine, term, total = cos(angle), 1.0, 0.0
        if freedom % 2 == 0:
            for at in range(freedom // 2):
                total += term
                term *= cosine**2 * (2 * at + 1) / (2 * at + 2)
            return 0.5 + sin(angle) * total / 2
        term = cosine
        for at in range((freedom - 1) // 2):
            total += term
            term *= cosine**2 * (2 * at + 2) / (2 * at + 3)
        return 0.5 + (angle + sin(angle) * total) / pi

    return first_true(lambda t: below(t) > 0.975, 0.0, 20.0)


def fixed_share(hits, n):
    """Wilson's interval."""
    share = hits / n
    middle = (share + Z**2 / (2 * n)) / (1 + Z**2 / n)
    half = Z * sqrt(share * (1 - share) / n + Z**2 / (4 * n**2)) / (1 + Z**2 / n)
    return {"low": middle - half, "high": middle + half}


def fixed_mean(sample):
    """Student's interval with one more answer at either end of the scale."""
    counts = dict(sample.counts)
    for end in (sample.low, sample.high):
        counts[end] = counts.get(end, 0) + 1
    n = sample.n + 2
    mean = sum(v * c for v, c in counts.items()) / n
    deviation = sqrt(sum(c * (v - mean) ** 2 for v, c in counts.items()) / (n - 1))
    half = student_t(n - 1) * deviation / sqrt(n)
    return within(sample, mean - half, mean + half)


def fixed_nps(sample):
    """Wald's interval with three more answers: 0.75 promoters, 1.5 passives and 0.75 detractors."""
    n = sample.n + 3
    promoters = (sample.counts.get(100, 0) + 0.75) / n
    detractors = (sample.counts.get(-100, 0) + 0.75) / n
    nps = promoters - detractors
    half = Z * sqrt((promoters + detractors - nps**2) / n)
    return within(sample, 100 * (nps - half), 100 * (nps + half))


def within(sample, low, high):
    """An interval ends with the scale at the latest, and contains the estimate."""
    return {
        "low": max(sample.low, min(low, sample.mean)),
        "high": min(sample.high, max(high, sample.mean)),
    }
