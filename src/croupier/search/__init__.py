"""Search: the four-part tree search (choose, playout, reward, final) and its budgets, answers and threads."""
