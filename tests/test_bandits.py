"""The bandit laboratory against known numbers: regrets, pulls, exact values, laws of the arms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from croupier.bandits import simulate
from croupier.bandits.arms import lai_robbins, machine
from croupier.bandits.results import PolicyResult, Simulation

PLAYS = 20_000
EXACT = {
    "random": (49.240, 0.016, 20.0),
    "greedy(pulls=10)": (25.216, 0.007, 55.7),
    "greedy(pulls=10, ties=lowest)": (25.147, 0.006, None),
    "epsilon_greedy(epsilon=0.1, pulls=10)": (27.622, 0.008, 52.1),
    "epsilon_greedy(epsilon=0.1, pulls=10, when=always)": (28.634, 0.009, 51.1),
    "ucb": (19.561, 0.008, 49.7),
    "ucb(c=0.7071067811865476)": (9.659, 0.010, 68.3),
    "thompson": (7.373, 0.014, 76.3),
}
"""Report B's bandit: pseudo-regret over 200 000 plays of another program, its 95 % half-width, best arm in %."""

QUANTILES = {
    "random": (40.99, 48.99, 56.99),
    "greedy(pulls=10)": (19.99, 24.99, 30.99),
    "epsilon_greedy(epsilon=0.1, pulls=10, when=always)": (22.99, 27.99, 34.99),
    "ucb": (14.99, 18.99, 24.99),
    "ucb(c=0.7071067811865476)": (5.99, 8.99, 13.99),
    "thompson": (1.99, 6.99, 14.99),
}


@pytest.fixture(scope="module")
def report_b() -> Simulation:
    """The bandit of report B, played by every policy whose numbers are known."""
    return simulate(policies=list(EXACT), plays=PLAYS, seed=3)


def error(interval: list[float]) -> float:
    """The standard error that a 95 % interval is made of."""
    return (interval[1] - interval[0]) / 2 / 1.959964


@pytest.mark.parametrize("spec", EXACT)
def test_pseudo_regrets_of_report_b(report_b: Simulation, spec: str) -> None:
    """Pseudo-regret, realised regret and the share of the best arm are those of another program, within 5 errors."""
    expected, half, share = EXACT[spec]
    found = report_b[spec]
    combined = math.hypot(error(found.interval), half / 1.959964)
    assert abs(found.pseudo_regret - expected) < 5 * combined
    assert abs(found.regret - expected) < 5 * math.hypot(error(found.regret_interval), half / 1.959964)
    if share is not None:
        assert 100 * found.best == pytest.approx(share, abs=0.06 + 500 * error(found.best_interval))


@pytest.mark.soak
@pytest.mark.parametrize("spec", EXACT)
def test_pseudo_regrets_at_length(spec: str) -> None:
    """The same at 200 000 plays, within 4 errors; the exact value of random play, the quantiles."""
    found = simulate(policies=[spec], plays=200_000, seed=11).policies[0]
    expected, half, _ = EXACT[spec]
    assert abs(found.pseudo_regret - expected) < 4 * math.hypot(error(found.interval), half / 1.959964)
    if spec == "random":
        assert abs(found.pseudo_regret - 49.2580) < 4 * error(found.interval)
    if spec in QUANTILES:
        assert found.quantiles == pytest.approx(QUANTILES[spec], abs=1.01)


@pytest.mark.parametrize("spec", QUANTILES)
def test_quantiles_of_the_regret(report_b: Simulation, spec: str) -> None:
    """5, 50 and 95 % of the plays; regrets of Bernoulli arms lie a whole number apart, so one step is allowed."""
    assert report_b[spec].quantiles == pytest.approx(QUANTILES[spec], abs=1.01)


def test_random_play_is_known_exactly(report_b: Simulation) -> None:
    """Random pulls cost 100 times the mean gap, 49.2580, and meet each arm equally often."""
    found = report_b["random"]
    assert abs(found.pseudo_regret - 49.2580) < 5 * error(found.interval)
    assert np.allclose(found.pulls, 20, atol=0.2)
    gaps = 0.9499 - np.array(report_b.arms)
    assert 100 * gaps.mean() == pytest.approx(49.2580)


def test_the_exploration_of_greedy_costs_exactly(report_b: Simulation) -> None:
    """Ten pulls an arm cost ten times the sum of the gaps, in every play: 24.6290 at pull 50."""
    curve = report_b["greedy(pulls=10)"].curve
    place = curve.times.index(50)
    assert curve.pseudo_regret[place] == pytest.approx(24.6290, abs=1e-9)
    assert curve.pulls[place] == [10.0] * 5


def test_ucb_pulls_every_arm_as_known(report_b: Simulation) -> None:
    """UCB1's mean pulls of the five arms."""
    assert report_b["ucb"].pulls == pytest.approx([5.34, 49.67, 9.71, 6.20, 29.08], abs=0.25)
    assert sum(report_b["ucb"].pulls) == pytest.approx(100)


def test_sums_belong_together(report_b: Simulation) -> None:
    """Gain and regret make the expectation of the best arm; pulls times gaps make the pseudo-regret."""
    gaps = 0.9499 - np.array(report_b.arms)
    for found in report_b.policies:
        assert found.gain + found.regret == pytest.approx(94.99)
        assert np.dot(found.pulls, gaps) == pytest.approx(found.pseudo_regret)
        assert found.regrets.mean() == pytest.approx(found.regret)
        assert found.regrets.std(ddof=1) == pytest.approx(found.deviation)
        assert found.curve.times[-1] == 100
        assert found.curve.regret[-1] == found.regret
        assert found.curve.best[-1] == found.best == pytest.approx(found.pulls[1] / 100)
        assert found.curve.found[-1] == found.found
        assert found.interval[0] < found.pseudo_regret < found.interval[1]


def test_estimates_of_the_arms(report_b: Simulation) -> None:
    """Random pulls estimate every arm without bias; UCB's estimates of bad arms are too low, as theory has it."""
    assert report_b["random"].estimates == pytest.approx(report_b.arms, abs=0.005)
    low = report_b["ucb"].estimates
    assert all(low[i] < report_b.arms[i] - 0.003 for i in (0, 2, 3, 4))  # type: ignore[operator]


def without_time(found: Simulation) -> list[PolicyResult]:
    return found.policies


def test_the_answer_depends_on_no_worker() -> None:
    """1, 2 and 7 workers give the same sums bit for bit; another seed gives others."""
    words = {"policies": "random, ucb", "plays": 5000, "horizon": 100}
    one, two, seven = (simulate(**words, workers=workers) for workers in (1, 2, 7))  # type: ignore[arg-type]
    assert one.policies == two.policies == seven.policies
    assert all(np.array_equal(a.regrets, b.regrets) for a, b in zip(one.policies, seven.policies, strict=True))
    other = simulate(**words, seed=1)  # type: ignore[arg-type]
    assert other.policies != one.policies


def test_a_policy_alone_and_in_company() -> None:
    """A policy's plays depend on its spec and the seed, not on who else is simulated, and more plays begin with the same."""
    alone = simulate(policies="ucb", plays=1500)
    company = simulate(policies="random, ucb", plays=1500)
    longer = simulate(policies="ucb", plays=3000)
    assert alone["ucb"] == company["ucb"]
    assert np.array_equal(longer["ucb"].regrets[:1500], alone["ucb"].regrets)


def test_permuted_arms_permute_the_result() -> None:
    """UCB and Thompson sampling care for no arm's number: pulls follow the arms, the regret stays."""
    order = [3, 0, 4, 1, 2]
    means = [0.0225, 0.9499, 0.3808, 0.1185, 0.8149]
    words = {"policies": "ucb, thompson, greedy(pulls=10)", "plays": PLAYS}
    straight = simulate(means, **words)  # type: ignore[arg-type]
    permuted = simulate([means[i] for i in order], seed=1, **words)  # type: ignore[arg-type]
    for a, b in zip(straight.policies, permuted.policies, strict=True):
        assert [a.pulls[i] for i in order] == pytest.approx(b.pulls, abs=0.35)
        assert abs(a.pseudo_regret - b.pseudo_regret) < 5 * math.hypot(error(a.interval), error(b.interval))


LAWS = {
    "bernoulli(mean=0.3)": (0.3, 0.21),
    "gaussian(mean=-2, sd=3)": (-2, 9),
    "exponential(mean=0.7)": (0.7, 0.49),
    "uniform(low=1, high=4)": (2.5, 0.75),
    "beta(a=2, b=3)": (0.4, 0.04),
    "beta(a=0.3, b=0.2)": (0.6, 0.16),
}


def test_arms_pay_by_their_laws() -> None:
    """Mean and variance of the rewards of each kind of arm, over 40 000 pulls of each."""
    found = simulate(list(LAWS), "round_robin", horizon=len(LAWS), plays=40_000).policies[0]
    deviations = found.estimate_deviations
    for i, (mean, variance) in enumerate(LAWS.values()):
        assert found.estimates[i] == pytest.approx(mean, abs=5 * math.sqrt(variance / 40_000))
        assert deviations[i] ** 2 == pytest.approx(variance, rel=0.06)  # type: ignore[operator]


def test_arms_that_change() -> None:
    """A drifting arm pays by its line and an abrupt one by its two means; the best arm is the best at each pull."""
    arms = ["drifting(start=0.2, end=0.8)", "abrupt(before=0.9, after=0.1, at=0.4)"]
    found = simulate(arms, "round_robin", horizon=100, plays=5000)
    line = 0.2 + 0.6 * np.arange(100) / 99
    jump = np.where(np.arange(100) >= 40, 0.1, 0.9)
    best = np.maximum(line, jump)
    paid = np.where(np.arange(100) % 2 == 0, line, jump)
    result = found.policies[0]
    assert result.pseudo_regret == pytest.approx((best - paid).sum(), abs=1e-9)
    assert result.gain == pytest.approx(paid.sum(), abs=5 * result.deviation / math.sqrt(5000))
    assert found.arms == pytest.approx([0.5, 0.9 * 0.4 + 0.1 * 0.6])
    assert found.lai_robbins is None


def test_an_arm_that_changes_and_changes_back() -> None:
    """`until`: the second mean holds from `at` to there, counted in choices."""
    arms = ["abrupt(before=0.1, after=0.8, at=0.2, until=0.5)", "0.5"]
    result = simulate(arms, "round_robin(blocks=100)", horizon=100, plays=1, times=[20, 50])
    assert result.policies[0].curve.pseudo_regret == pytest.approx([20 * 0.4, 20 * 0.4, 20 * 0.4 + 50 * 0.4])
    assert result.policies[0].curve.best == pytest.approx([0.0, 30 / 50, 30 / 100])
    assert result.arms == pytest.approx([0.1 * 0.7 + 0.8 * 0.3, 0.5])
    assert result.arm_specs[0] == arms[0]


def test_forgetful_policies_win_where_arms_change() -> None:
    """After a jump, discounted and sliding-window UCB lose less than UCB1, and where nothing changes more."""
    policies = "ucb, discounted_ucb(discount=0.99), sliding_ucb(window=200)"
    changing = ["abrupt(before=0.9, after=0.1, at=0.5)", "0.5"]
    words = {"policies": policies, "horizon": 2000, "plays": 100}
    moved = simulate(changing, **words)  # type: ignore[arg-type]
    still = simulate("0.9, 0.1", **words)  # type: ignore[arg-type]
    regrets = [result.pseudo_regret for result in moved.policies]
    assert regrets[0] > 1.3 * max(regrets[1:])
    calm = [result.pseudo_regret for result in still.policies]
    assert calm[0] < min(calm[1:])


def test_arms_drawn_at_random() -> None:
    """Drawn once, the arms follow the seed; drawn anew, a uniform best of two has regret of known mean."""
    assert machine("random(count=4)", 10, 5).means == machine("random(count=4)", 99, 5).means
    assert machine("random(count=4)", 10, 5).means != machine("random(count=4)", 10, 6).means
    found = simulate("random(count=2, anew=true)", "random", horizon=10, plays=20_000).policies[0]
    # the mean gap of two uniform numbers is 1/3, and a random pull costs half of it
    assert found.pseudo_regret == pytest.approx(10 / 6, abs=5 * error(found.interval))
    drawn = simulate("random(count=2, family=drifting, anew=true)", "round_robin", horizon=3, plays=20_000).policies[0]
    # at pulls 1 and 3 the gap is that of two uniform numbers; at pull 2 that of two means of two
    assert drawn.pseudo_regret == pytest.approx((1 / 3 + 7 / 30 + 1 / 3) / 2, abs=5 * error(drawn.interval))
    changing = machine("random(count=30, family=abrupt, at=0.25)", 100, 0)
    assert all(arm.moves and arm.at == 0.25 for arm in changing.arms)
    assert set(changing.bandit.arm_changes.tolist()) == {25}
    assert all(arm.width == 5 for arm in machine("random(family=beta, weight=5)", 10, 0).arms)
    within = machine("random(count=50, family=gaussian, low=2, high=3)", 10, 0)
    assert all(2 <= mean <= 3 for mean in within.means)


def test_best_arm_identification_spends_its_budget_as_published() -> None:
    """Pulls of successive rejects and sequential halving on eight arms, and both find a clear best arm."""
    arms = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.99]
    found = simulate(arms, "successive_rejects, sequential_halving", horizon=800, plays=300)
    assert all(result.found > 0.99 for result in found.policies)
    logs = 0.5 + sum(1 / i for i in range(2, 9))
    quotas = [math.ceil((800 - 8) / (logs * (9 - k))) for k in range(1, 8)]
    pulls = sorted(found["successive_rejects"].pulls)
    assert sum(pulls) == 800
    assert pulls[0] >= quotas[0] - 1e-9
    assert pulls[-1] == pytest.approx(800 - sum(quotas), abs=12)
    # three rounds: 8, 4 and 2 arms share 266 pulls each, and the last arm gets what rounding leaves
    assert sorted(found["sequential_halving"].pulls)[-1] == pytest.approx(
        33 + 66 + 133 + 800 - 8 * 33 - 4 * 66 - 2 * 133, abs=1
    )


def test_the_lai_robbins_constant() -> None:
    """Report B's arms give 2.3181; Gaussian ones 2 sigma^2 / gap; equal and unlike arms none but 0 or nothing."""
    assert lai_robbins(machine("0.0225, 0.9499, 0.3808, 0.1185, 0.8149", 1, 0).arms) == pytest.approx(2.3181, abs=5e-5)
    gaussian = "gaussian(mean=1, sd=2), gaussian(mean=0, sd=2), gaussian(mean=0.5, sd=2)"
    assert lai_robbins(machine(gaussian, 1, 0).arms) == pytest.approx(2 * 4 / 1 + 2 * 4 / 0.5)
    exponential = "exponential(mean=2), exponential(mean=1)"
    assert lai_robbins(machine(exponential, 1, 0).arms) == pytest.approx(1 / (math.log(2) + 0.5 - 1))
    assert lai_robbins(machine("0.5, 0.5", 1, 0).arms) == 0
    assert lai_robbins(machine("0, 1", 1, 0).arms) == 0
    assert lai_robbins(machine("0.5, gaussian(mean=0)", 1, 0).arms) is None


def test_curves_and_bands(report_b: Simulation) -> None:
    """Times rise to the horizon, pseudo-regret never falls, bands hold the median; times may be chosen."""
    for found in report_b.policies:
        curve = found.curve
        assert curve.times == sorted(set(curve.times))
        assert all(a <= b + 1e-12 for a, b in zip(curve.pseudo_regret, curve.pseudo_regret[1:], strict=False))
        assert all(low <= middle <= high for low, middle, high in curve.bands)
        assert len(curve.bands) == len(curve.pulls) == len(curve.times)
    chosen = simulate(policies="random", times=[3, 7], plays=10)
    assert chosen.policies[0].curve.times == [3, 7, 100]
    long = simulate(policies="random", horizon=100_000, plays=2)
    assert 40 <= len(long.policies[0].curve.times) <= 50
    assert long.policies[0].curve.times[0] == 1


def test_a_factor_is_written_in_full() -> None:
    """A spec as it is read back gives the same number, to the last bit."""
    found = simulate(policies=[f"ucb(c={math.sqrt(0.5)!r})", "ucb(c=0.1)"], plays=1)
    assert [result.policy for result in found.policies] == [f"ucb(c={math.sqrt(0.5)!r})", "ucb(c=0.1)"]


@pytest.mark.soak
def test_slopes_at_large_horizons() -> None:
    """Regret against ln T: UCB1 31.9 over the last decade on its way to 22.9, KL-UCB and Thompson over two near 2.318."""
    words = {"horizon": 1_000_000, "times": [1000, 10_000, 100_000]}
    slow = simulate(policies="ucb", plays=40, **words)  # type: ignore[arg-type]
    curve = slow.policies[0].curve
    assert (curve.pseudo_regret[-1] - curve.pseudo_regret[-2]) / math.log(10) == pytest.approx(31.9, abs=1.5)
    fast = simulate(policies="kl_ucb, thompson", plays=100, **words)  # type: ignore[arg-type]
    for result in fast.policies:
        values = result.curve.pseudo_regret
        slope = (values[-1] - values[1]) / math.log(100)
        assert slope == pytest.approx(2.318, abs=1.0), result.policy


@pytest.mark.soak
def test_a_long_horizon_needs_little_memory() -> None:
    """T = 10^6 keeps nothing of single pulls: what a result holds stays small."""
    found = simulate(policies="random, ucb, greedy, ucb_tuned, thompson", horizon=1_000_000, plays=10)
    assert all(len(result.curve.times) <= 100 for result in found.policies)
