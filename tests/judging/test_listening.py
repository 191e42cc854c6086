"""The decision about a spoken answer: text first, then the sound, then the player, then the table."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.dialogue.protocol import Scored, Scores, Transcript
from host.judging.listening import Decision, Ruling, Source, decide_answer, decide_closed
from host.judging.policy import Precision
from host.judging.thresholds import Limits

LIMITS = Limits(
    accept=-4.0, reject=-14.0, known_other=0.0, accept_margin=0.0, reject_margin=-4.0, closed=-2.5, closed_margin=1.0,
    prior_weight=0.2, margin_weight=0.5, margin_cap=8.0,
)  # fmt: skip


@dataclass(frozen=True)
class Says:
    """A text judge of few words."""

    verdict: str
    reason: str


def judge(text: str) -> Says:
    """Accepts Iran, knows Iraq as another country, "not Iran" as a negation, and hears "ear on" as near enough."""
    return {
        "iran": Says("accept", "same"),
        "persia": Says("prompt", "author_asks"),
        "iraq": Says("reject", "other_thing"),
        "not iran": Says("reject", "negated"),
        "not here": Says("reject", "negated"),
        "ear on": Says("accept", "sounds_alike"),
        "seven": Says("reject", "wrong_number"),
    }.get(text.casefold(), Says("reject", "different"))


def scores(opened: float = 0.0, noise_db: float = 40.0, **texts: float) -> Scores:
    """Scores of the named texts, as log-likelihoods."""
    scored = tuple(Scored(text.replace("_", " "), loglik) for text, loglik in texts.items())
    return Scores(scored, Scored("whatever", opened), "Moonshine tiny-en", noise_db)


def decided(heard: str, given: Scores | None, previous: Scores | None = None, **more: object) -> Decision:
    """The decision for the card "Iran"."""
    return decide_answer(
        Transcript(heard, alternatives=("iran",) if more.pop("second", False) else ()), given, judge=judge,
        forms=("Iran",), prompting=("Persia",), previous=previous, limits=LIMITS,
    )  # fmt: skip


def test_plain_text_counts_at_once() -> None:
    """An answer that the text judge knows is accepted by its text."""
    made = decided("Iran", scores(Iran=-0.5, Iraq=-7))
    assert (made.ruling, made.source, made.reason) == (Ruling.ACCEPT, Source.TEXT, "same")


def test_sound_saves_a_mangled_transcript() -> None:
    """The card's form near the open transcript and ahead of its rivals is accepted, whatever the transcript reads."""
    made = decided("Here a", scores(Iran=-3.0, Iraq=-9.0))
    assert (made.ruling, made.source, made.best_decoy, made.margin) == (Ruling.ACCEPT, Source.SOUND, "Iraq", 6.0)


def test_a_rival_clearly_ahead_is_what_was_said() -> None:
    """A decoy that fits well and much better than the card is the reason for a rejection."""
    made = decided("Here a", scores(Iran=-9.0, Iraq=-1.0))
    assert (made.ruling, made.reason, made.best_decoy) == (Ruling.REJECT, "sounds_like_other", "Iraq")


def test_between_the_limits_the_player_is_asked_again() -> None:
    """Neither near enough nor far enough: unsure."""
    assert decided("Here a", scores(Iran=-7.0, Iraq=-8.0)).ruling is Ruling.UNSURE


def test_two_utterances_are_one_piece_of_evidence() -> None:
    """The ratios of first try and re-say are averaged: a good re-say lifts an unsure answer over the limit."""
    first, again = scores(Iran=-7.0, Iraq=-8.0), scores(Iran=-1.0, Iraq=-9.0)
    made = decided("Here a", again, previous=first)
    assert (made.ruling, made.ratio, made.margin) == (Ruling.ACCEPT, -4.0, 4.5)


def test_far_from_everything_is_wrong() -> None:
    """Below the lower limit it is not the card's answer."""
    made = decided("The weather is nice", scores(Iran=-25.0, Iraq=-26.0))
    assert (made.ruling, made.reason) == (Ruling.REJECT, "sounds_wrong")


@pytest.mark.parametrize("ratio", [0.0, -3.0])
def test_no_sound_overturns_a_negation(ratio: float) -> None:
    """ "Not Iran" is rejected although "Iran" fits the sound."""
    made = decided("not Iran", scores(Iran=ratio, Iraq=-20.0))
    assert (made.ruling, made.reason, made.source) == (Ruling.REJECT, "negated", Source.TEXT)


def test_another_number_is_never_accepted_but_may_be_asked_again() -> None:
    """A transcript with another number: unsure when the card fits the sound well, rejected otherwise."""
    assert decided("seven", scores(Iran=-1.0, Iraq=-9.0)).ruling is Ruling.UNSURE
    assert decided("seven", scores(Iran=-9.0, Iraq=-9.0)).ruling is Ruling.REJECT


def test_a_negation_of_something_else_may_be_a_mangled_answer() -> None:
    """Where the card's answer is not what was denied and fits the sound well, the player is asked again."""
    assert decided("not here", scores(Iran=-1.0, Iraq=-9.0)).ruling is Ruling.UNSURE
    assert decided("not here", scores(Iran=-9.0, Iraq=-9.0)).ruling is Ruling.REJECT
    assert decided("not Iran", scores(Iran=-1.0, Iraq=-9.0)).ruling is Ruling.REJECT


def test_another_known_thing_needs_better_sound() -> None:
    """A transcript that names another country asks for more than an unknown one."""
    given = scores(Iran=-3.5, Iraq=-4.5)
    assert decided("Here a", given).ruling is Ruling.ACCEPT
    assert decided("Iraq", given).ruling is Ruling.UNSURE


def test_likeness_of_letters_gives_way_to_the_sound() -> None:
    """A transcript that is only near the card does not count when the sound fits a rival."""
    assert decided("ear on", scores(Iran=-9.0, Iraq=-1.0)).ruling is Ruling.REJECT
    assert decided("ear on", scores(Iran=-1.0, Iraq=-9.0)).ruling is Ruling.ACCEPT
    assert decided("ear on", None).ruling is Ruling.ACCEPT


def test_a_vague_form_prompts() -> None:
    """A form that is right but too vague asks for more, by text and by sound."""
    assert decided("Persia", None).ruling is Ruling.PROMPT
    assert decided("Purr shah", scores(Iran=-12.0, Persia=-1.0, Iraq=-11.0)).ruling is Ruling.PROMPT


def test_text_accept_is_stopped_by_a_rival_far_ahead() -> None:
    """A transcript can be wrong: when another answer fits the sound much better the player is not simply right."""
    assert decided("Iran", scores(Iran=0.0, Iraq=5.0)).ruling is Ruling.REJECT
    assert decided("Iran", scores(Iran=-9.0, Iraq=-1.0)).ruling is Ruling.ACCEPT


def test_without_a_scorer_alternatives_earn_a_second_try() -> None:
    """The right answer among the alternatives is no point, but worth asking again."""
    assert decided("You run", None, second=True).ruling is Ruling.UNSURE
    assert decided("You run", None).ruling is Ruling.REJECT


def test_nothing_understood_is_not_wrong() -> None:
    """Silence or noise is never a wrong answer."""
    assert decided("", None).ruling is Ruling.UNSURE
    assert decided("", scores(Iran=-30.0, Iraq=-31.0)).ruling is Ruling.UNSURE


def test_priors_are_taken_off() -> None:
    """What the engine likes anyway has to fit better to count as a rival."""
    liked = Scores(
        (Scored("Iran", -5.0, 2, -20.0), Scored("I don't know", -4.0, 4, -5.0)), Scored("I don't know", -4.0, 4, -5.0)
    )
    made = decided("Here a", liked)
    assert (made.ratio, made.margin) == (2.0, 2.0)


def test_precision_moves_the_limits() -> None:
    """Strict asks more of the sound than standard, and standard more than lenient."""
    from host.judging.thresholds import limits_for

    strict, standard, lenient = (limits_for("Moonshine tiny-en", 40.0, p).accept for p in
                                 (Precision.STRICT, Precision.STANDARD, Precision.LENIENT))  # fmt: skip
    assert strict > standard > lenient


_LOGLIK = st.floats(-40, 0)


@given(_LOGLIK, _LOGLIK, _LOGLIK, st.sampled_from(["", "here a", "iraq", "not iran", "seven", "ear on"]))
def test_more_likely_never_hurts(card: float, rival: float, more: float, heard: str) -> None:
    """Raising the card's likelihood never turns an acceptance into anything else."""
    lower = decided(heard, scores(Iran=min(card, more), Iraq=rival))
    higher = decided(heard, scores(Iran=max(card, more), Iraq=rival))
    assert lower.ruling is not Ruling.ACCEPT or higher.ruling is Ruling.ACCEPT


@given(_LOGLIK, _LOGLIK, st.floats(-30, 30))
def test_only_differences_count(card: float, rival: float, shift: float) -> None:
    """Likelihoods of one utterance may all be shifted without changing the ruling."""
    plain = decided("here a", scores(Iran=card, Iraq=rival))
    moved = decided("here a", scores(shift, Iran=card + shift, Iraq=rival + shift))
    assert abs((plain.index or 0) - (moved.index or 0)) < 0.02


# --- closed prompts ---


def matched(heard: str, given: Scores | None, *phrases: str) -> str | None:
    """The phrase taken."""
    return decide_closed(Transcript(heard), given, phrases or ("red", "green", "blue"), limits=LIMITS).phrase


def test_the_best_phrase_is_taken_by_sound() -> None:
    """A phrase near the open transcript and ahead of the others is what was said."""
    assert matched("Brown bread", scores(red=-2.0, green=-9.0, blue=-12.0)) == "red"


def test_chatter_is_no_phrase() -> None:
    """Far from every phrase, or nearer to a text that is none of them: nothing was said."""
    assert matched("How are you", scores(red=-14.0, green=-15.0, blue=-16.0)) is None
    assert matched("Thread", scores(red=-2.0, green=-9.0, blue=-12.0, bread=-1.0)) is None


def test_two_phrases_alike_are_not_guessed_between() -> None:
    """Without a lead over the next phrase none is taken, unless both mean the same."""
    given = scores(red=-2.0, green=-2.2, blue=-12.0)
    assert matched("Whatever", given) is None
    same = decide_closed(
        Transcript("Whatever"), given, ("red", "green", "blue"), meaning=lambda p: p != "blue", limits=LIMITS
    )
    assert same.phrase == "red"


def test_without_scores_words_must_agree() -> None:
    """Without a scorer a phrase is found word for word, capitals and marks aside."""
    assert (matched("Red.", None), matched("red wine", None), matched("", None)) == ("red", None, None)


def test_expected_phrases_may_be_favoured() -> None:
    """A prior in nats moves the choice between phrases."""
    given = scores(red=-2.0, green=-2.5, blue=-12.0)
    made = decide_closed(
        Transcript("x"), given, ("red", "green", "blue"), prior=lambda p: 3.0 * (p == "green"), limits=LIMITS
    )
    assert made.phrase == "green"


def test_limits_are_chosen_by_noise() -> None:
    """A decision without given limits takes those of the engine and the measured noise."""
    quiet = replace(scores(Iran=-3.0, Iraq=-9.0), noise_db=50.0)
    made = decide_answer(Transcript("x"), quiet, judge=judge, forms=("Iran",))
    assert made.index is not None and made.source is Source.SOUND
