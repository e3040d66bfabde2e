"""Numbers, money, dates and escaped words, as each language writes them."""

import datetime
from decimal import Decimal

import pytest
from babel.numbers import format_decimal
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from macros.blocks import Blocks
from macros.catalog.languages import Language
from macros.cost import billed_hours
from macros.view.numbers import Numbers
from macros.view.renderer import say

from . import tiny


def numbers(locale: str, **more) -> Numbers:
    import yaml

    fields = yaml.safe_load(tiny.language(locale[:2], locale, "VND"))
    return Numbers(Language(**fields | more))


BN = numbers("bn_BD", money_pattern="¤#,##,##0.00", currency_symbols={"USD": "$"})
VI, HI = numbers("vi_VN"), numbers("hi_IN")


@pytest.mark.parametrize(("language", "expected"), [(BN, "১২,৩৪,৫৬৭.৯"), (VI, "1.234.567,9"), (HI, "12,34,567.9")])
def test_grouping_and_numerals(language, expected):
    assert language.number(1234567.89, 1) == expected


@pytest.mark.parametrize(("little", "nothing"), [(BN, "০"), (VI, "0"), (HI, "0")], ids=["bn", "vi", "hi"])
def test_a_little_less_than_nothing_has_no_sign(little, nothing):
    assert little.number(-0.004, 1) == little.number(Decimal("-0.4")) == nothing
    assert little.percent(-0.0004) == f"{nothing}%" == little.percent(Decimal("-0.004"))
    assert little.percent(-0.004, 1).startswith("−")


@pytest.mark.parametrize(("amount", "expected"), [("0.00667", "$০.০০৬৬৭"), ("0.0375", "$০.০৩৭৫"), ("0.00253249", "$০.০০২৫৩"), ("1.239", "$১.২৪")])
def test_a_price_of_a_small_unit_has_three_figures(amount, expected):
    assert BN.fine(Decimal(amount)) == expected


@pytest.mark.parametrize(("amount", "bn", "vi", "hi"), [
    ("0.526", "$০.৫২৬", "0,526 US$", "$0.526"),
    ("0.5", "$০.৫০", "0,50 US$", "$0.50"),
    ("0.0085", "$০.০০৮৫", "0,0085 US$", "$0.0085"),
    ("113.9328", "$১১৩.৯৩", "113,93 US$", "$113.93"),
    ("1234.5", "$১,২৩৪.৫০", "1.234,50 US$", "$1,234.50"),
    ("2.235", "$২.২৪", "2,24 US$", "$2.24"),  # halves go up, whatever stands before them
    ("1.625", "$১.৬৩", "1,63 US$", "$1.63"),
])
def test_money_is_exact_to_the_cent(amount, bn, vi, hi):
    written = [language.money(Decimal(amount)).replace("\xa0", " ") for language in (BN, VI, HI)]
    assert written == [bn, vi, hi]


@pytest.mark.parametrize("language", [BN, VI, HI], ids=["bn", "vi", "hi"])
@given(value=st.floats(-10**6, 10**6) | st.decimals(-(10**6), 10**6, places=4), decimals=st.integers(0, 3))
def test_numbers_put_together_here_are_written_as_cldr_has_it(language, value, decimals):
    text = format_decimal(round(value, decimals) + 0, locale=language.locale, decimal_quantization=False, numbering_system="default")
    assert language.number(value, decimals) == language.digits(text.replace("-", "−"))


@pytest.mark.parametrize("language", [BN, VI, HI], ids=["bn", "vi", "hi"])
@given(amount=st.decimals(0, 10**8, places=5), places=st.sampled_from([0, 2, 3, 5]), currency=st.sampled_from(["USD", "INR", "VND", "BDT", "EUR"]))
def test_amounts_put_together_here_are_written_as_cldr_has_it(language, amount, places, currency):
    rounded = round(amount, places)
    assert language._currency(rounded, places, currency) == language._written(rounded, places, currency)


@pytest.mark.parametrize(("amount", "expected"), [
    ("306.74", "৳৩০৭"), ("64615", "৳৬৪,৬০০"), ("7.352", "৳৭.৩৫"), ("0", "৳০.০০"), ("31.804", "৳৩১.৮"), ("99.96", "৳১০০"), ("9.996", "৳১০.০"), ("0.5234", "৳০.৫২৩"),
])
def test_a_converted_amount_has_three_figures(amount, expected):
    assert BN.about(Decimal(amount), "BDT") == expected


def test_dates_days_and_places_are_in_the_language_and_its_numerals():
    day = datetime.date(2026, 9, 6)
    assert (BN.date(day), VI.date(day), HI.date(day)) == ("৬ সেপ, ২০২৬", "6 thg 9, 2026", "6 सित॰ 2026")
    assert (BN.days(100), VI.days(100), HI.days(1)) == ("১০০ দিন", "100 ngày", "1 दिन")
    assert BN.places(["IN", "VN"]) == "ভারত, ভিয়েতনাম"


def test_a_locale_whose_numerals_are_unknown_is_refused():
    with pytest.raises(ValueError, match="ar_EG uses the numeral system arab"):
        numbers("ar_EG")


def test_words_and_their_parts_are_escaped():
    assert say("<b>{a}</b>", a="<script>") == Markup("&lt;b&gt;&lt;script&gt;&lt;/b&gt;")
    assert say("{a} {a}", a=Markup("<b>1</b>")) == "<b>1</b> <b>1</b>"


def test_a_sentence_that_names_an_unknown_part_is_an_error():
    with pytest.raises(KeyError, match="price"):
        say("{price}", days="5")


def test_blocks_are_put_back_in_their_places():
    blocks = Blocks()
    first, second = blocks.hold("<table>{{ 1 }}</table>"), blocks.hold('<p><div data-block="0"></div></p>')
    page = f"<p>a</p>{second}{first}"
    assert blocks.fill(page) == '<p>a</p><p><div data-block="0"></div></p><table>{{ 1 }}</table>'


@pytest.mark.parametrize(("step", "hours"), [(1, 200 * 20 / 60), (60, 200 * 20 / 60), (900, 200 * 0.5), (3600, 200)])
def test_each_session_is_rounded_up_to_whole_steps(step, hours):
    assert billed_hours(200 * 20 / 60, 200, step) == pytest.approx(hours)


def test_negative_numbers_have_a_minus_sign():
    assert (BN.number(-1.5, 1), VI.percent(-0.013, 1)) == ("−১.৫", "−1,3%")
