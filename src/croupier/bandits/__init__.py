"""Bandits: arms, policies, and (with the laboratory) simulations of many plays. A tree node is a bandit too."""
