"""Checks: the conformance tests that ship with Croupier. `checks.game` says in words what is wrong with a game."""
