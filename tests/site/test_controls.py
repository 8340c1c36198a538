"""Controls of forms: what a template says of one, and what a browser gets."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template import engines
from django.test.html import parse_html

FIELD = '<div class="field"><label for="{}">{}</label>{}</div>'


def drawn(template: str, **context: object) -> str:
    return str(engines["django"].from_string("{% load i18n %}" + template).render(context))


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ('{% hidden "key" key %}', '<input type="hidden" name="key" value="&lt;5&gt;">'),
        (
            '{% field "end" "last_day" _("Last day") key=7 type="date" required=True %}',
            FIELD.format("end-7", "Last day", '<input id="end-7" name="last_day" type="date" required>'),
        ),
        (
            '{% field "value" "value" _("How many") hint=_("Or the time") %}',
            FIELD.format(
                "value",
                "How many",
                '<p class="help" id="value-help">Or the time</p>'
                '<input id="value" name="value" aria-describedby="value-help">',
            ),
        ),
        (
            '{% code_field "player" "player" _("Number") maxlength=20 %}',
            FIELD.format(
                "player",
                "Number",
                '<input id="player" name="player" class="code-input" autocomplete="off" spellcheck="false"'
                ' maxlength="20">',
            ),
        ),
        (
            '{% text_field "why" "text" _("Why") value=key rows=2 %}',
            FIELD.format("why", "Why", '<textarea id="why" name="text" rows="2">&lt;5&gt;</textarea>'),
        ),
        (
            '{% tick "home" "home" _("I live there") key=7 value="yes" checked=key %}',
            (
                '<label for="home-7"><input type="checkbox" id="home-7" name="home" value="yes" checked>'
                " I live there</label>"
            ),
        ),
        (
            '{% cell_field _("Trick") "trick-{}" 2 key maxlength=3 %}',
            '<label>Trick <input name="trick-2" value="&lt;5&gt;" maxlength="3"></label>',
        ),
        (
            '{% cell_choice _("Who") "player-{}" 2 key empty=_("who") %}',
            (
                '<select name="player-2" aria-label="Who"><option value="">who</option>'
                '<option value="&lt;">&lt;</option><option value="5">5</option>'
                '<option value="&gt;">&gt;</option></select>'
            ),
        ),
        (
            '{% grid_field _("Bid") "bid-{}" 2 3 wrong=key readonly=True tabindex="-1" %}',
            (
                '<input name="bid-2" value="3" readonly tabindex="-1" aria-label="Bid" aria-invalid="true"'
                ' title="&lt;5&gt;">'
            ),
        ),
        (
            '{% cell_tick "serial" 7 key chosen=False ready=False %}',
            (
                '<label><input type="checkbox" name="serial" value="7" disabled>'
                ' <span class="unseen">&lt;5&gt;</span></label>'
            ),
        ),
        (
            '{% field "a" "a" key unseen=True error="No." %}',
            (
                '<div class="field"><label class="unseen" for="a">&lt;5&gt;</label>'
                '<input id="a" name="a" aria-invalid="true" aria-describedby="a-wrong">'
                '<p class="wrong" id="a-wrong">No.</p></div>'
            ),
        ),
        (
            '{% field "a" "a" "A" suggested=key aside=key %}',
            FIELD.format(
                "a",
                'A <span class="quiet">&lt;5&gt;</span>',
                '<input id="a" name="a" list="a-names"><datalist id="a-names">'
                '<option value="&lt;"></option><option value="5"></option><option value="&gt;"></option>'
                "</datalist>",
            ),
        ),
        (
            '{% tick "" "d" key type="radio" value="u" chosen="u" aside=key %}',
            (
                '<label><input type="radio" name="d" value="u" checked>'
                ' <strong class="nowrap">&lt;5&gt;</strong> <span class="quiet">&lt;5&gt;</span></label>'
            ),
        ),
    ],
)
def test_a_control_has_its_label_its_hint_and_its_limits(template: str, expected: str) -> None:
    assert parse_html(drawn(template, key="<5>")) == parse_html(expected)


@pytest.mark.parametrize("refused", ["typed_act", "act"])
def test_what_was_typed_stays_in_the_form_that_was_refused_alone(refused: str) -> None:
    """Other forms of the page have fields of the same name."""
    page = '{% field "a" "why" "Why" of="leave" %}{% text_field "b" "why" "Why" of="conflict" %}'
    shown = drawn(page, **{refused: "conflict", "typed": {"why": "a <cousin>"}})
    assert 'value=""' in shown
    assert ">a &lt;cousin&gt;</textarea>" in shown


def test_what_was_typed_stays_with_the_thing_that_it_was_typed_for() -> None:
    page = '{% field "w" "w" "W" key=key value=typed only=refused otherwise="before" wrong=1 hint="H" %}'
    other = drawn(page, key=1, refused="2", typed="mine")
    assert 'value="before"' in other
    assert "aria-invalid" not in other
    own = drawn(page, key=2, refused="2", typed="mine")
    assert 'value="mine"' in own
    assert 'aria-invalid="true" aria-describedby="w-2-help refusal"' in own


@pytest.mark.parametrize(("chosen", "ticked"), [("b", True), (["a", "b"], True), (["a"], False), ("", False)])
def test_a_box_is_ticked_that_is_among_the_chosen(chosen: object, *, ticked: bool) -> None:
    shown = drawn('{% tick "a" "a" "A" value="b" chosen=chosen %}', chosen=chosen)
    assert ("checked" in shown) is ticked


def test_a_choice_has_its_options_and_the_chosen_one() -> None:
    clubs = [SimpleNamespace(pk=1, name="Calgary & Co"), SimpleNamespace(pk=2, name="Banff")]
    shown = drawn(
        '{% choice "club" "club" _("Club") clubs|pairs:"pk,name" chosen empty=_("no club") %}',
        clubs=clubs,
        chosen="2",
    )
    options = (
        '<option value="">no club</option><option value="1">Calgary &amp; Co</option>'
        '<option value="2" selected>Banff</option>'
    )
    expected = FIELD.format("club", "Club", f'<select id="club" name="club">{options}</select>')
    assert parse_html(shown) == parse_html(expected)


def test_numbers_are_their_own_words() -> None:
    assert '<option value="3" selected>3</option>' in drawn(
        '{% choice "n" "n" "N" sizes "3" %}', sizes=[2, 3]
    )


def test_a_sentence_of_several_parts_has_no_blank_before_a_comma_and_no_line_ends_before_a_dot() -> None:
    page = """{% load saas %}{% sentence %}
        {{ place }}
        {% if place %}, {{ place }}{% endif %}
        · {{ place }}
        .
    {% endsentence %}"""
    assert drawn(page, place="<here>") == "&lt;here&gt;, &lt;here&gt;\u00a0· &lt;here&gt;."
