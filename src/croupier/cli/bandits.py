"""`croupier bandits`: policies on arms, many plays of each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import Debug, Json, Quiet, counted
from croupier.cli.show import as_json, percent, short, table, two_lines, working
from croupier.numbers import HORIZON, PLAYS, SEED, WORKERS

if TYPE_CHECKING:
    from croupier.bandits.results import PolicyResult, Simulation

MOST_ARMS = 8
"""So many arms have columns of their own."""


def bandits(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE.toml", help="arms, policies, horizon, plays, seed, workers, times of an experiment."
        ),
    ] = None,
    arms: Annotated[
        str | None,
        typer.Option("--arms", metavar="LIST", help="Means, or specs such as gaussian(mean=0.3) or random(count=10)."),
    ] = None,
    policies: Annotated[
        str | None,
        typer.Option("--policies", metavar="LIST", help="Specs such as ucb(c=1),thompson or my_file.py:Mine(c=2)."),
    ] = None,
    horizon: Annotated[int | None, counted("--horizon", HORIZON, "Pulls a play.")] = None,
    plays: Annotated[int | None, counted("--plays", PLAYS, "Plays of each policy.")] = None,
    seed: Annotated[int | None, counted("--seed", SEED, "Number that all plays follow from.")] = None,
    workers: Annotated[
        int | None,
        counted("--workers", WORKERS, "Threads, all cores if not given; the answer does not depend on them."),
    ] = None,
    times: Annotated[
        str | None,
        typer.Option("--times", metavar="LIST", help="Pulls to look at besides the horizon; about fifty if not given."),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw gain, regret and estimates as FILE, a png, svg or pdf."),
    ] = None,
    known: Annotated[bool, typer.Option("--list", help="Print the policies and kinds of arms there are.")] = False,
    json: Json = False,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Policies on a bandit: gain, regret, pulls and estimates of many plays.

    With no argument the experiment of report B: five Bernoulli arms, 100 pulls, 10 000 plays, four policies.
    """
    if known:
        _list(json)
        return
    from croupier.bandits import simulate
    from croupier.bandits.experiment import read
    from croupier.bandits.plots import check_path
    from croupier.specs import split

    options = {
        "arms": arms,
        "policies": policies,
        "horizon": horizon,
        "plays": plays,
        "seed": seed,
        "workers": workers,
        "times": None if times is None else split(times),
    }
    given = (read(file) if file else {}) | {name: value for name, value in options.items() if value is not None}
    if plot:
        check_path(plot)
    with working("plays", quiet or json) as progress:
        found = simulate(**given, progress=progress)
        if plot:
            found.plot(plot)
    if json:
        as_json(found.as_dict())
    else:
        _show(found, plot)


def _show(found: Simulation, plot: Path | None) -> None:
    from croupier.bandits.text import curve, letter

    heads = ["", "policy", "gain", "regret", "pseudo-regret", "best arm", "found", "regret 5/50/95 %"]
    rows = [[letter(number), *_row(result)] for number, result in enumerate(found.policies)]
    notes = ["regret: 95 % intervals of the mean; found: plays that pulled a best arm most"]
    if found.lai_robbins is not None:
        notes.append(
            f"Lai-Robbins: in the long run regret grows by at least {found.lai_robbins:.4g} ln T (dotted below); "
            "at no one T is it a bound"
        )
    pulls = found.horizon * found.plays * len(found.policies)
    notes.append(
        f"{found.seconds:.3f} s on {found.workers} worker{'s' if found.workers > 1 else ''} "
        f"({short(pulls / max(found.seconds, 1e-9))} pulls a second), seed {found.seed}; "
        f"compiled in {found.compile_seconds:.2f} s"
    )
    title = f"{found.plays:,} plays of {found.horizon:,} pulls on {len(found.arms)} arms"
    table(title, heads, rows, words=2, notes=notes)
    print()
    if len(found.arms) <= MOST_ARMS:
        _show_arms(found)
        print()
    for line in curve(found):
        print(line)
    if plot:
        print(f"drawn: {plot}")


def _row(result: PolicyResult) -> list[Any]:
    return [
        result.policy,
        f"{result.gain:.2f}",
        _with_interval(result.regret, result.regret_interval),
        _with_interval(result.pseudo_regret, result.interval),
        percent(result.best),
        percent(result.found),
        " / ".join(f"{value:.2f}" for value in result.quantiles),
    ]


def _with_interval(mean: float, interval: list[float]) -> str:
    return f"{mean:.3f} +- {(interval[1] - interval[0]) / 2:.3f}"


def _show_arms(found: Simulation) -> None:
    from croupier.bandits.text import letter

    heads = ["", *(f"arm {i}" for i in range(len(found.arms)))]
    rows: list[list[Any]] = [["truth", *(f"{mean:.4f}" for mean in found.arms)]]
    for number, result in enumerate(found.policies):
        cells = zip(result.pulls, result.estimates, strict=True)
        shown = (f"{n:.2f}  {'-' if mean is None else f'{mean:.4f}'}" for n, mean in cells)
        rows.append([letter(number), *shown])
    table("Pulls of each arm, and the mean of its rewards in the plays that pulled it", heads, rows)


def _list(json: bool) -> None:
    """The policies and kinds of arms that a spec may name."""
    from croupier.bandits.arms import KINDS, RANDOM
    from croupier.bandits.named import POLICIES

    arms = {**KINDS, "random": ("arms whose means are drawn; it stands alone", RANDOM)}
    if json:
        as_json(
            {
                "policies": [
                    {
                        "name": p.name,
                        "summary": p.summary,
                        "source": p.source,
                        "parameters": [vars(q) for q in p.parameters],
                    }
                    for p in POLICIES.values()
                ],
                "arms": [
                    {"name": name, "summary": summary, "parameters": [vars(q) for q in parameters]}
                    for name, (summary, parameters) in arms.items()
                ],
            }
        )
        return
    rows = [[p.name, two_lines(p.summary, p.source), _listed(p.parameters)] for p in POLICIES.values()]
    note = "Your own: my_file.py:Name(parameter=1), a NamedTuple with `index` or `pick`."
    table("Policies", ["name", "what it does, and its source", "parameters = defaults"], rows, 3, [note])
    print()
    kinds = [[name, summary, _listed(parameters)] for name, (summary, parameters) in arms.items()]
    table(
        "Arms",
        ["name", "what they pay", "parameters = defaults"],
        kinds,
        3,
        ["A number is the mean of a Bernoulli arm."],
    )


def _listed(parameters: tuple[Any, ...]) -> str:
    def shown(value: Any) -> str:
        return "..." if value is None else f"{value:g}" if isinstance(value, float) else str(value).lower()

    return ", ".join(f"{parameter.name}={shown(parameter.default)}" for parameter in parameters)
