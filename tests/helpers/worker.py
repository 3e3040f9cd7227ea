"""A worker in the process of the tests, and its answers."""

from multiprocessing import Pipe
from pathlib import Path

import numpy as np

import mars
from mars.worker.process import Worker
from tests.helpers.paths import CIRCUITS


def data_of(name: str, folder: Path = CIRCUITS, **run) -> dict:
    circuit = mars.load(folder / f"{name}.mars")
    circuit.run |= run
    return circuit.to_data()


class Restless(Worker):
    def _patience(self) -> float:
        return 0.0


class Direct:
    """Sends immediately, where the worker's own outbox uses a thread."""

    def __init__(self, connection):
        self.connection = connection

    def send(self, word, content):
        self.connection.send((word, content))


class Desk:
    """A worker in this process, driven manually: its requests, and all its answers."""

    def __init__(self):
        self.ours, theirs = Pipe()
        self.worker = Restless(theirs)
        self.worker._chores.clear()
        self.worker._post.close()
        self.worker._post = Direct(theirs)

    def ask(self, word: str, **content) -> None:
        self.ours.send((word, content))

    def turn(self, times: int = 1) -> list[tuple[str, dict]]:
        for _ in range(times):
            self.worker._listen()
            self.worker._work()
        return self.said()

    def said(self) -> list[tuple[str, dict]]:
        found = []
        while self.ours.poll(0):
            found.append(self.ours.recv())
        return found

    def until(self, *words: str) -> list[tuple[str, dict]]:
        found = []
        while not any(word in words for word, _ in found):
            found += self.turn()
        return found


def frames_of(said: list[tuple[str, dict]]) -> tuple[np.ndarray, np.ndarray]:
    shown = [content for word, content in said if word == "frames"]
    return np.concatenate([f["times"] for f in shown]), np.concatenate([f["values"] for f in shown])
