"""Policies: the same interpreted and compiled, formulas against naive twins, and the very same objects in a tree."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from croupier import games
from croupier.bandits.arms import machine
from croupier.bandits.kernel import FLAGS, play_block
from croupier.bandits.memory import Arms, Ledger, make_arms, make_ledger, make_play
from croupier.bandits.named import POLICIES, policy_of
from croupier.bandits.policies.exp3 import Exp3
from croupier.bandits.policies.forgetful import DiscountedUCB, SlidingUCB
from croupier.bandits.policies.greedy import EpsilonGreedy, Greedy
from croupier.bandits.policies.kl import KLUCB, highest_mean
from croupier.bandits.policies.ucb import MOSS, UCBV, UCBTuned
from croupier.bandits.policy import At
from croupier.errors import InputError
from croupier.rules.streams import seed_stream
from croupier.search.budget import Budget
from croupier.search.grow import grow
from croupier.search.plan import Plan
from croupier.search.run import Search

ARMS = "0.2, 0.8, uniform(low=0, high=1), beta(a=2, b=1), abrupt(before=0.1, after=0.9)"
PULLS = 90
SPECS = [
    *POLICIES,
    "greedy(pulls=3, ties=lowest)",
    "epsilon_greedy(epsilon=0.3, pulls=4, when=always)",
    "sliding_ucb(window=20)",
    "moss(anytime=true)",
    "kl_ucb(c=3)",
    "thompson(a=0.2, b=0.4)",
]
"""Every policy; those with other parameters cost no compiling."""


def played(policy: Any, play: Any, plays: int = 2) -> Ledger:
    """The ledger of some plays on arms of every kind."""
    given = machine(ARMS, PULLS, 0)
    count = len(given.arms)
    ledger = make_ledger(2, count, plays, plays, PULLS)
    times, flags, rng = np.array([PULLS // 2, PULLS]), np.zeros(FLAGS, np.int64), np.zeros(2, np.int64)
    play(policy, given.bandit, make_arms(policy, count), ledger, make_play(count), times, flags, rng, 77, 0, plays)
    assert not flags.any()
    return ledger


@pytest.mark.parametrize("spec", SPECS)
def test_interpreter_and_compiled_agree(spec: str) -> None:
    """Every choice and every sum of two plays is the same bit for bit; every arm is tried where a policy explores."""
    _, policy = policy_of(spec, PULLS, 5)
    slow, fast = played(policy, play_block.python), played(policy, play_block)
    assert all(np.array_equal(a, b) for a, b in zip(slow, fast, strict=True))
    assert set(fast.journal.tolist()) == {0, 1, 2, 3, 4}
    assert fast.pulled[-1].sum() == 2 * PULLS


AT_NODES = [name for name in POLICIES if not policy_of(name, 100, 5)[1].uses_own]
"""Policies that need nothing that a node has not."""


def tree(choose: Any, iterations: int, interpreted: bool, levels: int | None = None) -> Search:
    """A search of tic-tac-toe whose `choose` part is this policy."""
    variant = games.find("tic-tac-toe").variant()
    plan = Plan("node", choose, levels=levels, budget=Budget(iterations=iterations))
    search = Search(variant, variant.start, plan, 4)
    arguments = search.trees[0]._arguments(iterations)
    (grow.python if interpreted else grow)(*arguments)
    return search


@pytest.mark.parametrize("name", AT_NODES)
def test_the_same_object_grows_a_tree(name: str) -> None:
    """A policy of the laboratory as `choose`: 150 iterations, each a visit of the root's children, over several levels."""
    _, policy = policy_of(name, 150, 9)
    answer = tree(policy, 150, interpreted=True).answer()
    assert sum(entry.visits for entry in answer.actions) == answer.iterations == 150
    assert min(entry.visits for entry in answer.actions) >= (
        0 if name.startswith(("thompson", "greedy", "epsilon_greedy")) else 1
    )
    assert answer.nodes > 10


@pytest.mark.parametrize("policy", [KLUCB(), policy_of("thompson", 100, 5)[1]])
def test_a_compiled_tree_is_the_interpreted_one(policy: Any) -> None:
    """KL-UCB and Thompson sampling at every node, compiled and interpreted, give the same tree."""
    slow, fast = tree(policy, 120, interpreted=True), tree(policy, 120, interpreted=False)
    assert slow.answer().actions == fast.answer().actions


def test_kl_ucb_plays_a_game_well() -> None:
    """As UCT with another bound, it finds the centre or a corner of tic-tac-toe, and never an edge."""
    search = tree(KLUCB(), 5000, interpreted=False)
    assert search.best() not in (1, 3, 5, 7)


@pytest.mark.parametrize("policy", [Exp3(), DiscountedUCB(), SlidingUCB()])
def test_policies_with_numbers_of_their_own_are_refused_in_a_tree(policy: Any) -> None:
    """A node has no place for weights or windows: one line says so."""
    with pytest.raises(InputError, match="keeps numbers of its own, for which a node of a tree has no place"):
        Plan("x", policy)


def test_the_bound_of_kl_ucb_solves_its_equation() -> None:
    """kl(p, q) = bound at the q found, for p and bounds large and small; q never falls with the bound."""
    for p in (0.0, 1e-9, 0.01, 0.3, 0.5, 0.9, 0.999, 1 - 1e-12, 1.0):
        last = p
        for bound in (0.0, 1e-9, 1e-4, 0.01, 0.3, 1.0, 5.0, 40.0):
            q = highest_mean(p, bound)
            assert last - 1e-12 <= q <= 1.0
            last = q
            if p < 1 - 1e-6 and q < 1 - 1e-9 and bound > 0:
                kl = (p * math.log(p / q) if p else 0.0) + (1 - p) * math.log((1 - p) / (1 - q))
                assert kl == pytest.approx(bound, rel=1e-5, abs=1e-10)


def arms_after(policy: Any, history: list[tuple[int, float]], count: int = 3) -> Arms:
    """The statistics after these choices and rewards."""
    arms = make_arms(policy, count)
    for i, reward in history:
        policy.update(arms, i, reward)
    return arms


HISTORY = [(i % 3, ((i * 7) % 10) / 10) for i in range(40)]


def rewards(i: int) -> np.ndarray[Any, Any]:
    return np.array([reward for j, reward in HISTORY if j == i])


def indices(policy: Any) -> list[float]:
    at = At(0, 3, len(HISTORY), 0, 0)
    arms = arms_after(policy, HISTORY)
    return [policy.index(policy.level(at), arms, at, i) for i in range(3)]


def test_formulas_against_numpy() -> None:
    """UCB1-tuned, UCB-V, MOSS, discounted and sliding UCB from the whole history, written down again."""
    t = len(HISTORY)
    log = math.log(t)
    for i in range(3):
        own = rewards(i)
        n, mean, variance = len(own), own.mean(), own.var()
        tuned = mean + math.sqrt(log / n * min(0.25, variance + math.sqrt(2 * log / n)))
        assert indices(UCBTuned())[i] == pytest.approx(tuned)
        assert indices(UCBV())[i] == pytest.approx(mean + math.sqrt(2.4 * variance * log / n) + 3.6 * log / n)
        assert indices(MOSS(500))[i] == pytest.approx(mean + math.sqrt(max(0, math.log(500 / (3 * n))) / n))
        weights = [(0.9 ** (t - 1 - s) * (j == i), reward) for s, (j, reward) in enumerate(HISTORY)]
        weight = sum(w for w, _ in weights)
        total = sum(0.9 ** (t - 1 - s) for s in range(t))
        discounted = sum(w * r for w, r in weights) / weight + 2 * math.sqrt(0.5 * math.log(total) / weight)
        assert indices(DiscountedUCB(0.9))[i] == pytest.approx(discounted)
        window = [reward for j, reward in HISTORY[-10:] if j == i]
        sliding = np.mean(window) + math.sqrt(0.5 * math.log(10) / len(window))
        assert indices(SlidingUCB(10))[i] == pytest.approx(sliding)


def test_exp3_weights_against_the_paper() -> None:
    """Probabilities add up to 1, and a reward multiplies one weight by exp(gamma x / (p K))."""
    policy = Exp3(0.2)
    arms, rng = make_arms(policy, 4), [0, 0]
    seed_stream(rng, 1, 0)
    weights = np.ones(4)
    for t in range(200):
        chosen = policy.pick(arms, At(0, 4, t, 0, 0), rng)  # type: ignore[arg-type]
        p = 0.8 * weights / weights.sum() + 0.2 / 4
        assert arms.own[1] == pytest.approx(p)
        reward = 1.0 if chosen == 2 else 0.3
        policy.update(arms, chosen, reward)
        weights[chosen] *= math.exp(0.2 * reward / (4 * p[chosen]))
    assert int(np.argmax(weights)) == 2


def test_a_tie_is_a_tie_whatever_the_order() -> None:
    """Nine of ten rewards give one mean, in whichever order they came: greedy sees that the arms are equal."""
    for lost in range(10):
        for lost_too in range(10):
            rewards = [[float(t != lost), float(t != lost_too)] for t in range(10)]
            arms = arms_after(UCBV(), [(i, pair[i]) for pair in rewards for i in range(2)], 2)
            assert arms.mean[0] == arms.mean[1] == 0.9


def test_greedy_policies_know_no_scale() -> None:
    """Rewards may be game points: the best mean is found below -1 and above 2, and an untried arm comes before it."""
    rng = [0, 0]
    seed_stream(rng, 3, 0)
    for mean in (-5.0, 0.0, 400.0):
        for policy in (EpsilonGreedy(0.0), Greedy(pulls=1)):
            arms = arms_after(policy, [(0, mean), (1, mean + 2), (2, mean + 1)])
            assert policy.pick(arms, At(0, 3, 3, 0, 0), rng) == 1  # type: ignore[arg-type]
            arms.visits[2] = 0
            assert policy.pick(arms, At(0, 3, 2, 0, 0), rng) == 2  # type: ignore[arg-type]


def test_thompson_draws_beta_numbers() -> None:
    """Two arms with known counts are chosen as often as their beta laws say."""
    _, policy = policy_of("thompson", 100, 2)
    arms, rng = make_arms(policy, 2), [0, 0]
    arms.visits[:] = (4, 8)
    arms.mean[:] = (0.5, 0.75)
    seed_stream(rng, 2, 0)
    n = 4000
    share = sum(policy.pick(arms, At(0, 2, 12, 0, 0), rng) for _ in range(n)) / n
    x = np.random.default_rng(1)
    exact = np.mean(x.beta(3, 3, 10**6) < x.beta(7, 3, 10**6))
    assert share == pytest.approx(exact, abs=5 * math.sqrt(0.25 / n))
