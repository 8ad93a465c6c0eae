"""How often each text similarity is wrong about the pairs of calibration.json: tables, or all figures with --json.

    python benchmarks/similarity_error.py [--json]

A false accept is the dangerous error: `~=` says yes, and the texts mean different things.
"""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from handrail.error import MissingExtra
from handrail.language.similarity import EXACT, TRIGRAMS, Similarity
from handrail.language.similarity.cache import Cache
from handrail.language.similarity.calibration import HALVES, Error, Half, TextPair, error, matches, pairs
from handrail.language.similarity.embeddings import cosine, embeddings, guarded
from handrail.language.similarity.encoder import EmbeddingModel, Vector, mean
from handrail.language.similarity.tokenizer import cut

THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9)


def raw_embeddings() -> Similarity:
    """The cosine of whole texts, as the model is commonly used: what the guards are there for."""
    encoder = EmbeddingModel()

    def vector(text: str) -> Vector:
        return mean(encoder.rows(cut(text.split()).numbers))

    vectors: Callable[[str], Vector] = Cache(vector, 4096)
    return Similarity("all-MiniLM-L6-v2 int8 (raw)", lambda a, b: cosine(vectors(a), vectors(b)))


def measured(similarity: Similarity, half: Half) -> dict[str, dict[str, Error]]:
    """The error by threshold and group; the group `all` is all of them."""
    found: dict[str, dict[str, Error]] = {}
    for threshold in THRESHOLDS:
        judged = [(pair, matches(similarity, pair, threshold)) for pair in pairs(half)]
        groups = dict.fromkeys(pair.group for pair, _ in judged)
        by_group = {group: error([(pair, said) for pair, said in judged if pair.group == group]) for group in groups}
        found[str(threshold)] = by_group | {"all": error(judged)}
    return found


def seconds_a_pair(similarity: Similarity, pairs_asked: list[TextPair]) -> float:
    """The mean time of a pair that was not seen before, the model loaded."""
    start = time.perf_counter()
    for pair in pairs_asked:
        matches(similarity, pair, 0.7)
    return (time.perf_counter() - start) / len(pairs_asked)


def show(console: Console, half: Half, figures: dict[str, dict[str, dict[str, Error]]]) -> None:
    overall = Table(title=f"{half}: false accepts / false rejects", title_justify="left")
    overall.add_column("similarity")
    for threshold in THRESHOLDS:
        overall.add_column(f"≥ {threshold}", justify="right")
    for name, by_threshold in figures.items():
        overall.add_row(name, *(_both(by_threshold[str(threshold)]["all"]) for threshold in THRESHOLDS))
    console.print(overall)
    for name, by_threshold in figures.items():
        table = Table(title=f"{half}, {name}: wrong by group", title_justify="left")
        table.add_column("group")
        table.add_column("pairs", justify="right")
        for threshold in THRESHOLDS:
            table.add_column(f"≥ {threshold}", justify="right")
        for group, figure in by_threshold[str(THRESHOLDS[0])].items():
            if group != "all":
                size = figure.should_match + figure.should_differ
                label = f"{group} ({'accepted' if figure.should_differ else 'rejected'})"
                table.add_row(label, str(size), *(_one(by_threshold[str(t)][group]) for t in THRESHOLDS))
        console.print(table)


def _both(figure: Error) -> str:
    return f"{figure.accepted / figure.should_differ:.1%} / {figure.rejected / figure.should_match:.1%}"


def _one(figure: Error) -> str:
    return f"{(figure.accepted + figure.rejected) / (figure.should_differ + figure.should_match):.0%}"


def main() -> None:
    similarities = [EXACT, TRIGRAMS]
    try:
        similarities += [embeddings(), guarded("guards without the model", lambda *_: 0.0), raw_embeddings()]
    except MissingExtra as missing:
        print(f"without embeddings, which need: {missing}", file=sys.stderr)
    for similarity in similarities:
        similarity.between("load the model", "fetch the model")  # not to be timed
    speed = {similarity.name: seconds_a_pair(similarity, list(pairs("development"))) for similarity in similarities}
    figures = {half: {similarity.name: measured(similarity, half) for similarity in similarities} for half in HALVES}
    if "--json" in sys.argv[1:]:
        print(json.dumps({"seconds_a_pair": speed, "error": figures}, default=asdict, indent=2))
        return
    console = Console(width=110)
    for half in HALVES:
        show(console, half, figures[half])
    for name, seconds in speed.items():
        console.print(f"{name}: {seconds * 1000:.2f} ms a pair")


if __name__ == "__main__":
    main()
