"""Units as they are written in a language: N·m is Н·м in Russian. What is typed is read in either form."""

from __future__ import annotations

import re

RUSSIAN = {
    "m": "м", "mm": "мм", "cm": "см", "km": "км", "um": "мкм", "µm": "мкм", "μm": "мкм", "nm": "нм",
    "s": "с", "ms": "мс", "us": "мкс", "µs": "мкс", "μs": "мкс", "ns": "нс", "min": "мин", "h": "ч",
    "g": "г", "kg": "кг", "t": "т", "mg": "мг",
    "rad": "рад", "mrad": "мрад", "deg": "град", "rpm": "об/мин", "rev": "об",
    "N": "Н", "mN": "мН", "kN": "кН", "MN": "МН",
    "J": "Дж", "mJ": "мДж", "kJ": "кДж", "MJ": "МДж", "Wh": "Вт·ч", "kWh": "кВт·ч",
    "W": "Вт", "mW": "мВт", "kW": "кВт", "MW": "МВт",
    "Pa": "Па", "kPa": "кПа", "MPa": "МПа", "GPa": "ГПа", "bar": "бар", "mbar": "мбар",
    "Hz": "Гц", "kHz": "кГц", "MHz": "МГц",
    "V": "В", "mV": "мВ", "kV": "кВ", "A": "А", "mA": "мА", "kA": "кА", "uA": "мкА", "µA": "мкА",
    "Ohm": "Ом", "ohm": "Ом", "Ω": "Ом", "mOhm": "мОм", "kOhm": "кОм", "kΩ": "кОм", "mΩ": "мОм", "MOhm": "МОм", "MΩ": "МОм",
    "F": "Ф", "mF": "мФ", "uF": "мкФ", "µF": "мкФ", "nF": "нФ", "pF": "пФ",
    "H": "Гн", "mH": "мГн", "uH": "мкГн", "µH": "мкГн", "C": "Кл", "Wb": "Вб", "T": "Тл", "S": "См",
    "K": "К", "degC": "°C", "l": "л", "L": "л", "ml": "мл", "mL": "мл",
}  # fmt: skip
_SYMBOL = re.compile(r"[^\W\d_]+")


def local_unit(unit: str, language: str) -> str:
    """A unit such as `N·m/rad` as it is written in a language."""
    if language != "ru":
        return unit
    return _SYMBOL.sub(lambda symbol: RUSSIAN.get(symbol[0], symbol[0]), unit)
