"""Pending queries about stored runs: each gets an answer, from whichever process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

TRIES = 2  # processes that a query may lose before it fails

Answer = Callable[[str, dict[str, Any]], None]
Message = tuple[str, dict[str, Any]]


@dataclass
class _Question:
    word: str
    content: dict[str, Any]
    answer: Answer
    tries: int = 0


class PendingQueries:
    """Numbered; an answer may arrive in pieces."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._open: dict[int, _Question] = {}

    def __bool__(self) -> bool:
        return bool(self._open)

    def add(self, word: str, content: dict[str, Any], answer: Answer) -> int:
        number = next(self._numbers)
        self._open[number] = _Question(word, {"id": number, **content}, answer)
        return number

    def message(self, number: int) -> Message:
        """The message to send to a process."""
        question = self._open[number]
        question.tries += 1
        return question.word, question.content

    def receive(self, word: str, content: dict[str, Any]) -> None:
        is_last = content.get("is_last", True)
        asked = self._open.pop(content["id"], None) if is_last else self._open.get(content["id"])
        if asked is not None:
            asked.answer(word, content)

    def unanswered(self) -> list[Message]:
        """Queries to send to the next process."""
        return [self.message(number) for number, question in self._open.items() if question.tries < TRIES]

    def lost(self) -> list[int]:
        """Queries that have lost too many processes."""
        return [number for number, question in self._open.items() if question.tries >= TRIES]

    def give_up(self, words: str, numbers: list[int] | None = None) -> None:
        """Refuse these, or all."""
        for number in list(self._open) if numbers is None else numbers:
            self._open.pop(number).answer("refused", {"id": number, "words": words})

    def forget(self) -> None:
        self._open.clear()
