"""The frequency spectrum of a curve."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

LEAST, MOST = 16, 16_384  # samples used for a spectrum
Numbers = NDArray[np.float64]


def spectrum(times: Numbers, values: Numbers) -> tuple[Numbers, Numbers]:
    """Frequencies in Hz and their amplitudes: a sine of amplitude 1 gives a peak of 1. Mean and trend are removed, the ends are
    windowed (Hann).

    Unevenly spaced samples are interpolated linearly at even times; gaps are left out.
    """
    good = np.isfinite(values)
    times, values = times[good], values[good]
    if times.size < LEAST or times[-1] <= times[0]:
        return np.empty(0), np.empty(0)
    even = np.linspace(times[0], times[-1], min(times.size, MOST))
    values = np.interp(even, times, values)
    values = values - np.polyval(np.polyfit(even - even[0], values, 1), even - even[0])
    window = np.hanning(even.size)
    amplitudes = 2 * np.abs(np.fft.rfft(values * window)) / window.sum()
    amplitudes[0] /= 2  # the constant part has no second half
    return np.fft.rfftfreq(even.size, even[1] - even[0]), amplitudes


def shown_frequency(frequencies: Numbers, amplitudes: Numbers) -> float:
    """Twice the frequency below which 99 % of the energy lies: there is little to see beyond it."""
    energy = np.cumsum(amplitudes**2)
    if not energy[-1] > 0:
        return float(frequencies[-1])
    return float(min(frequencies[-1], 2 * frequencies[int(np.searchsorted(energy, 0.99 * energy[-1]))]))
