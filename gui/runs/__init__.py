"""Runs: the worker process, the run in progress, recordings, playback and timeline."""
