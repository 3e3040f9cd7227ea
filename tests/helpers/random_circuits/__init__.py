"""Random circuits run by methods and formulations that share as little as possible: `python -m tests.helpers.random_circuits`."""
