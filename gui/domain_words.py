"""How people call what a link carries."""

from __future__ import annotations

from .i18n import translate


def word(domain: str) -> str:
    """In one word, also of a family of domains."""
    known = {
        "frame": translate("Domains", "frame"),
        "rotation": translate("Domains", "rotation"),
        "translation": translate("Domains", "translation"),
        "electrical": translate("Domains", "electrical"),
        "signal": translate("Domains", "signal"),
        "signals": translate("Domains", "signals"),
        "mechanical": translate("Domains", "mechanical"),
    }
    return known.get(domain, domain)


def words(domain: str) -> str:
    """What is linked, and its variables."""
    known = {
        "frame": translate("Domains", "vector link: pose, twist and wrench"),
        "rotation": translate("Domains", "shaft: angle, speed and torque"),
        "translation": translate("Domains", "slider: travel, speed and force"),
        "electrical": translate("Domains", "pin: voltage and current"),
        "signal": translate("Domains", "signal: a number, without power"),
        "signals": translate("Domains", "bundle of signals: several numbers under one line"),
    }
    return known.get(domain, domain)
