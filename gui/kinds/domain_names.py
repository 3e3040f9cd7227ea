"""Readable names of domains."""

from __future__ import annotations

from mars.component.domains import DOMAINS
from mars.translation.languages import domain_word

from ..i18n import translate


def word(domain: str) -> str:
    """In one word, also for a family of domains."""
    return domain_word(domain)


def description(domain: str) -> str:
    """The domain, and its variables."""
    known = {
        "frame": translate("Domains", "vector link: pose, twist and wrench"),
        "rotation": translate("Domains", "shaft: angle, speed and torque"),
        "translation": translate("Domains", "slider: travel, speed and force"),
        "electrical": translate("Domains", "electrical link: voltage and current"),
        "hydraulic": translate("Domains", "hydraulic line: pressure and flow"),
        "thermal": translate("Domains", "thermal link: temperature and heat flow"),
        "signal": translate("Domains", "signal: a number, carries no power"),
        "signals": translate("Domains", "signal bundle: several numbers on one line"),
    }
    return known.get(domain) or _from_declaration(domain)


def _from_declaration(domain: str) -> str:
    """For a plug-in domain: from its declaration."""
    declared = DOMAINS.get(domain)
    variables = [declared.position, declared.potential, declared.stream] if declared is not None else []
    return f"{domain}: {', '.join(filter(None, variables))}" if variables else domain
