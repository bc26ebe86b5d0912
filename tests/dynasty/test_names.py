import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import DomainError
from dynasty.catalog import names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Roma", "ROMA"),
        ("Roma", "Rómà"),
        ("Roma", "Rоmа"),  # Cyrillic o and a
        ("Νero", "Nero"),  # Greek Nu
        ("Silver", "S1lver"),
        ("Silver", "SiIver"),
        ("O'Neill", "ONeill"),
        ("Straße", "Strasse"),
        ("Legion X", "LegionX"),
        ("ＦＵＬＬ", "full"),
    ],
)
def test_names_that_look_alike_fold_alike(one: str, other: str) -> None:
    assert names.fold(one) == names.fold(other)


@pytest.mark.parametrize(("one", "other"), [("Roma", "Romb"), ("Livia II", "Livia III"), ("王朝", "朝王"), ("Ж", "З")])
def test_different_names_stay_different(one: str, other: str) -> None:
    assert names.fold(one) != names.fold(other)


@pytest.mark.parametrize(
    "name",
    [
        "a\u202eb c",
        "a\u200bb c",
        "abc\u0000",
        "two\nlines",
        "tab\there",
        "abc\ufeff",
        "a\u2066bc",
        "abc\ue000",
        "e\u0301\u0301\u0301\u0301abc",
    ],
)
def test_invisible_and_disorderly_characters_are_refused(name: str) -> None:
    with pytest.raises(DomainError) as error:
        names.clean_dynasty_name(name)
    assert error.value.code == "name_characters"


@pytest.mark.parametrize(
    ("name", "words"),
    [("Fire 🔥", "here: 🔥"), ("a=b c", "here: ="), ("abx\u0301\u0301\u0301", "here: ◌\u0301"), ("a\u202ebc", "hidden"),
     ("tab\there", "hidden"), ("a\u200bbc", "hidden")],
)  # fmt: skip
def test_a_refused_character_is_shown_where_it_can_be_seen(name: str, words: str) -> None:
    with pytest.raises(DomainError) as error:
        names.clean_dynasty_name(name)
    assert words in str(error.value) and "U+" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "code"), [("ab", "name_length"), ("a" * 41, "name_length"), ("---", "name_without_letters")]
)
def test_bad_names_have_codes(name: str, code: str) -> None:
    with pytest.raises(DomainError) as error:
        names.clean_dynasty_name(name)
    assert error.value.code == code


def test_names_are_kept_in_normal_form_with_single_spaces() -> None:
    assert names.clean_dynasty_name("  House   of  Éire ") == unicodedata.normalize("NFKC", "House of Éire")


def test_mottos_may_be_empty_and_are_bounded() -> None:
    assert names.clean_motto("  ") == ""
    with pytest.raises(DomainError) as error:
        names.clean_motto("x" * 121)
    assert error.value.code == "motto_length"


@given(st.text(max_size=60))
def test_a_name_that_is_kept_is_clean_and_folds_within_its_column(text: str) -> None:
    try:
        name = names.clean_dynasty_name(text)
    except DomainError:
        return
    assert 3 <= len(name) <= 40
    assert names.clean_dynasty_name(name) == name
    assert 1 <= len(names.fold(name)) <= 80


@given(st.text(alphabet=st.characters(codec="ascii", categories=["L", "N"]), min_size=3, max_size=40))
def test_case_never_tells_names_apart(text: str) -> None:
    assert names.fold(text.upper()) == names.fold(text.lower()) == names.fold(text.swapcase())
