"""Policies, one idea a file; each states its formula and source."""
