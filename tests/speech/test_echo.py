"""The host's own voice is taken out of the microphone's sound; a player's stays in it."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from host.speech.audio import BLOCK, RATE, AudioBlock, Pcm
from host.speech.echo import Cleaned, EchoCanceller
from host.speech.playback import ASTRAY, EARLY, Played


def babble(seconds: float, seed: int) -> np.ndarray:
    """Noise with the colour and the syllables of speech, about -20 dB."""
    random = np.random.default_rng(seed)
    white = random.standard_normal(round(seconds * RATE))
    times = np.arange(len(white)) / RATE
    coloured = np.convolve(white, 0.9 ** np.arange(40), mode="same")
    return np.asarray(0.04 * coloured * np.clip(np.sin(2 * np.pi * 2.3 * times + seed) + 0.3, 0, None))


def room(seed: int, *, delay: float = 0.15, level: float = 0.3) -> np.ndarray:
    """The way from loudspeaker to microphone: direct sound and 0.2 s of diffuse echo."""
    times = np.arange(round(0.2 * RATE)) / RATE
    echo = 0.08 * np.random.default_rng(seed).standard_normal(len(times)) * 10 ** (-15 * times)
    echo[0] = 1.0
    return np.concatenate([np.zeros(round(delay * RATE)), level * echo])


def pcm(sound: np.ndarray) -> Pcm:
    return np.clip(np.rint(sound * 32768), -32768, 32767).astype(np.int16)


def clean(canceller: EchoCanceller, played: np.ndarray, heard: np.ndarray) -> list[Cleaned]:
    """All blocks, with a little noise at the microphone."""
    noise = 3e-4 * np.random.default_rng(9).standard_normal(len(heard))
    return [
        canceller.cancel(AudioBlock(i, pcm((heard + noise)[at : at + BLOCK]), played=pcm(played[at : at + BLOCK])))
        for i, at in enumerate(range(0, len(heard) - BLOCK + 1, BLOCK))
    ]


def echo_of(played: np.ndarray, way: np.ndarray) -> np.ndarray:
    return np.convolve(played, way)[: len(played)]


def level_db(blocks: list[Cleaned]) -> float:
    return float(10 * np.log10(np.mean([(b.pcm.astype(float) / 32768) ** 2 for b in blocks]) + 1e-12))


def test_the_hosts_voice_is_taken_out() -> None:
    """Within four seconds what is left of it is more than 25 dB softer, in each of three rooms."""
    for seed, (delay, level) in enumerate([(0.05, 0.1), (0.15, 0.5), (0.3, 1.0)]):
        played = babble(8, seed)
        heard = echo_of(played, room(seed, delay=delay, level=level))
        left = level_db(clean(EchoCanceller(), played, heard)[125:])
        assert 10 * np.log10((heard[4 * RATE :] ** 2).mean()) - left > 25


def test_a_player_is_heard_over_the_host() -> None:
    """A player as loud as the host comes through whole, stands out, and does not spoil what was learnt."""
    played, player = babble(12, 1), babble(1, 5)
    heard = echo_of(played, room(1, level=0.5))
    heard[6 * RATE : 7 * RATE] += player
    blocks = clean(EchoCanceller(), played, heard)
    during = np.concatenate([b.pcm for b in blocks[187:219]]) / 32768.0
    said = np.concatenate([np.zeros(RATE), player, np.zeros(RATE)])
    said = said[187 * BLOCK - 5 * RATE :][: len(during)]
    assert float(np.corrcoef(during, said)[0, 1]) > 0.95
    assert np.percentile([b.above for b in blocks[188:216]], 75) > 10  # between its syllables it is silent
    assert level_db(blocks[250:]) < -50


def test_the_host_alone_never_stands_out_for_long() -> None:
    """From the first block on, what is left of the host reaches the level of a player for three blocks at most."""
    played = babble(10, 2)
    for level in (0.1, 1.0):
        blocks = clean(EchoCanceller(), played, echo_of(played, room(2, level=level)))
        longest = run = 0
        for block in blocks:
            run = run + 1 if block.above > 4 else 0
            longest = max(longest, run)
        assert longest <= 3


def test_what_was_never_played_stays_as_it_is() -> None:
    """Without the host's voice every sample comes back the same, also when nothing is known of the loudspeaker."""
    sound = pcm(babble(1, 3))
    canceller = EchoCanceller()
    for i, at in enumerate(range(0, len(sound) - BLOCK, BLOCK)):
        played = np.zeros(BLOCK, np.int16) if i % 2 else None
        assert np.array_equal(
            canceller.cancel(AudioBlock(i, sound[at : at + BLOCK], played=played)).pcm, sound[at : at + BLOCK]
        )


def test_a_moved_loudspeaker_is_learnt_anew() -> None:
    """When the way changes altogether the host is taken out again some seconds later."""
    played = babble(16, 4)
    heard = echo_of(played, room(1, delay=0.1, level=0.5))
    heard[6 * RATE :] = echo_of(played, room(2, delay=0.25, level=0.8))[6 * RATE :]
    blocks = clean(EchoCanceller(), played, heard)
    assert 10 * np.log10((heard[12 * RATE :] ** 2).mean()) - level_db(blocks[375:]) > 20


@given(st.lists(st.integers(-32768, 32767), min_size=4, max_size=12), st.integers(0, 2**32 - 1))
def test_any_sound_is_survived(levels: list[int], seed: int) -> None:
    """Clipping, silence and nonsense give finite figures and whole blocks."""
    canceller, random = EchoCanceller(), np.random.default_rng(seed)
    for i, level in enumerate(levels * 3):
        heard = random.integers(-abs(level) - 1, abs(level) + 1, BLOCK).clip(-32768, 32767).astype(np.int16)
        found = canceller.cancel(AudioBlock(i, heard, played=np.full(BLOCK, level, np.int16)))
        assert len(found.pcm) == BLOCK and np.isfinite(found.above) and np.isfinite(found.reduction)


def run(played: Played, seconds: float, *, handed: float = 0.2, gap_at: float | None = None, gap: float = 0.0,
        drift: float = 0.0, shake: float = 0.0) -> list[tuple[float, int, int]]:  # fmt: skip
    """(time, sample taken, sample in the air at that time) of every block; the samples count from 1.

    Args:
        handed: seconds before it is in the air at which a sample is handed over, 50 ms of them at a time.
        gap_at: when the loudspeaker runs dry, for ``gap`` seconds.
        drift: how much faster the loudspeaker's clock runs.
        shake: seconds by which the times that the devices tell are wrong, up and down.
    """
    chunk, put, pause, found = 800, 1, 0.0, []
    random = np.random.default_rng(0)
    for i in range(round(seconds * RATE / BLOCK)):
        now = i * BLOCK / RATE + 0.05
        while (sounds := put / RATE * (1 - drift) + pause) < now + handed:
            if gap_at is not None and sounds > gap_at and pause == 0.0:
                pause = gap
                continue
            played.put((np.arange(put, put + chunk) % 32000).astype(np.int16), sounds + random.uniform(-shake, shake))
            put += chunk
        heard = now - BLOCK / RATE
        taken = played.take(BLOCK, heard + random.uniform(-shake, shake))
        late = pause if gap_at is not None and heard > gap_at + gap else 0.0
        found.append((heard, int(taken[0]), round((heard - late) * RATE / (1 - drift)) % 32000))
    return found


def test_played_samples_come_a_little_before_their_echo() -> None:
    """Beside each block are the samples that will be in the air a tenth of a second later, however shaky the times."""
    for shake in (0.0, 0.015):
        for _, taken, sounding in run(Played(RATE), 3.0, shake=shake)[10:]:
            assert (taken - sounding) % 32000 / RATE == pytest.approx(EARLY, abs=0.02)


def test_shaky_times_do_not_move_the_samples() -> None:
    """As long as time and count agree by and large, not one sample is lost or comes twice."""
    taken = [sample for _, sample, _ in run(Played(RATE), 1.9, shake=0.03)][5:]
    assert {b - a for a, b in itertools.pairwise(taken)} == {BLOCK}


def test_a_loudspeaker_that_ran_dry_is_found_again() -> None:
    """After a gap of 0.2 s in what is played, the samples are half a second later where they belong."""
    found = run(Played(RATE), 6.0, gap_at=2.0, gap=0.2)
    for _, taken, sounding in (entry for entry in found if entry[0] > 3.0):
        assert (taken - sounding) % 32000 / RATE == pytest.approx(EARLY, abs=0.06)


def test_clocks_that_drift_apart_stay_together() -> None:
    """A loudspeaker whose clock runs 0.5 % faster is never more than the allowed difference away for long."""
    found = run(Played(RATE), 60.0, drift=0.005)
    apart = [abs(((taken - sounding) % 32000) / RATE - EARLY) for _, taken, sounding in found[10:]]
    assert max(apart) < ASTRAY + 0.03


def test_lost_sound_keeps_the_step() -> None:
    """Samples that the microphone lost are passed over in what was played as well."""
    played = Played(RATE)
    played.put(np.arange(1, 16001).astype(np.int16), 0.0)
    first = played.take(BLOCK, 0.2)
    assert played.take(BLOCK, 0.2 + 2 * BLOCK / RATE, lost=BLOCK)[0] - first[0] == 2 * BLOCK


def test_what_was_not_played_is_silence() -> None:
    """Before the first sample and after the last there is silence, and a block is always whole."""
    played = Played(RATE)
    assert not played.take(BLOCK, 5.0).any()
    played = Played(RATE)
    played.put(np.full(1000, 7, np.int16), 10.0)
    taken = [played.take(BLOCK, 9.84 + i * BLOCK / RATE) for i in range(6)]
    assert {len(block) for block in taken} == {BLOCK}
    assert sum(int((block == 7).sum()) for block in taken) == 1000


@pytest.mark.parametrize("rate", [16_000, 44_100, 48_000])
def test_played_samples_at_the_loudspeakers_rate(rate: int) -> None:
    """A tone played at the device's rate is the same tone at ours."""
    played = Played(rate)
    tone = (8000 * np.sin(2 * np.pi * 440 * np.arange(rate) / rate)).astype(np.int16)
    for at in range(0, rate, rate // 20):
        played.put(tone[at : at + rate // 20], at / rate)
    got = played.take(8000, 0.3)
    spectrum = np.abs(np.fft.rfft(got.astype(float), RATE))
    assert int(np.argmax(spectrum)) == pytest.approx(440, abs=3)
