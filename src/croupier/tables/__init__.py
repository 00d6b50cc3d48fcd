"""Tables: many games advanced together by compiled players, one table a thread."""
