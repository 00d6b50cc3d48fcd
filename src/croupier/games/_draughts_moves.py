"""How draughtsmen step and jump: bitboards that run in the interpreter, on the CPU and on the GPU.

A board is kept in double rows with a bit between them that stays empty, so that a step is the same shift everywhere and
leaves the board at a ghost. Bits of 8x8, `w` = 4 (10x10: rows of 5, `w` = 5):

          0     1     2     3       top, where White promotes
       4     5     6     7    (8)
          9    10    11    12
      13    14    15    16   (17)
         18    19    20    21
      22    23    24    25   (26)
         27    28    29    30
      31    32    33    34          bottom

Directions: 0 up left (-w-1), 1 up right (-w), 2 down left (+w), 3 down right (+w+1); 3 - d is the opposite of d.
`free` are the empty squares: a piece in mid-capture has left its square, captured pieces still stand and block.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from croupier.games._draughts_rules import (
    AS_KING,
    AT_ONCE,
    BACK,
    BEHIND,
    BIG,
    BLACK_FIRST,
    CHOICE,
    FLYING,
    ITALIAN,
    KING_FIRST,
    MOST,
    PROMOTION,
    SPARED,
    STOP,
)
from croupier.rules import below, count, lowest

LISTING, DRAWING = 1, 0
"""What a function that goes through jumps does with them."""

UNCROWNED = 99
"""Later than any jump: when a man is crowned that is not."""

NO_MORE = 4 << 4
"""A direction past the last: no jump follows."""

KING_CAPTURES = 1 << 25
"""What it is worth in Italian draughts that a king captures; see `gain` for the rest."""

BOARD_8 = sum(0b11111111 << 9 * i for i in range(4))
BOARD_10 = sum(0b1111111111 << 11 * i for i in range(5))


def board_of(rules: int) -> int:
    """All squares."""
    return BOARD_10 if rules & BIG else BOARD_8


def far_row(rules: int, down: int) -> int:
    """The row where men that move down (or up) promote."""
    if rules & BIG:
        return 0b11111 << 49 if down else 0b11111
    return 0b1111 << 31 if down else 0b1111


def step(squares: int, d: int, w: int) -> int:
    """`squares` shifted one square in direction `d`; mask the result."""
    if d < 2:
        return squares >> (w + 1 - d)
    return squares << (w + d - 2)


def stride(d: int, w: int) -> int:
    """By how much a bit's number grows with a step in direction `d`."""
    return d - 1 - w if d < 2 else w + d - 2


def steppers(short: int, kings: int, down: int) -> tuple[int, int]:
    """Of the pieces that move one square: those that may step up, and those that may step down."""
    if down:
        return short & kings, short
    return short, short & kings


def short_jumps(
    short: int, targets: int, spared: int, free: int, kings: int, down: int, rules: int, w: int
) -> tuple[int, int, int, int]:
    """Landing squares in each direction of the pieces that jump over a neighbour; men pass by `spared`."""
    up, dn = (short, short) if rules & BACK else steppers(short, kings, down)
    a = ((up >> (w + 1)) & targets) >> (w + 1) & free
    b = ((up >> w) & targets) >> w & free
    c = ((dn << w) & targets) << w & free
    d = ((dn << (w + 1)) & targets) << (w + 1) & free
    if rules & SPARED:
        men = ~kings
        a &= ~(((up & men) >> (w + 1) & spared) >> (w + 1))
        b &= ~(((up & men) >> w & spared) >> w)
        c &= ~(((dn & men) << w & spared) << w)
        d &= ~(((dn & men) << (w + 1) & spared) << (w + 1))
    return a, b, c, d


def behind(flying: int, targets: int, free: int, d: int, w: int) -> int:
    """The first landing squares of flying kings in direction `d`."""
    reach = flying
    x = step(flying, d, w) & free
    while x:
        reach |= x
        x = step(x, d, w) & free
    return step(step(reach, d, w) & targets, d, w) & free


def springs(targets: int, free: int, w: int) -> int:
    """The empty squares from which a flying king could capture."""
    found = 0
    for d in range(4):
        x = step(step(free, 3 - d, w) & targets, 3 - d, w) & free
        while x:
            found |= x
            x = step(x, 3 - d, w) & free
    return found


def flying_jump(first: int, targets: int, free: int, d: int, rules: int, w: int) -> tuple[int, int, int]:
    """The flying king that jumps in direction `d` and can land on `first`: its square, the distance, where it may land.

    Of several landing squares only those count from which it can jump again, if there are any.
    """
    hit = step(first, 3 - d, w)
    origin = step(hit, 3 - d, w)
    span = 2
    while origin & free:
        origin = step(origin, 3 - d, w)
        span += 1
    x = step(first, d, w) & free
    if x == 0 or rules & BEHIND:
        return origin, span, first
    landings = first
    while x:
        landings |= x
        x = step(x, d, w) & free
    left = free | origin
    if rules & AT_ONCE:
        left |= hit
    again = landings & springs(targets ^ hit, left, w)
    return origin, span, again if again else landings


def can_jump(piece: int, king: int, targets: int, spared: int, free: int, down: int, rules: int, w: int) -> bool:
    """Whether this piece can capture; `king` is the piece itself where it is a king, else 0."""
    if king and rules & FLYING:
        return (
            behind(piece, targets, free, 0, w)
            | behind(piece, targets, free, 1, w)
            | behind(piece, targets, free, 2, w)
            | behind(piece, targets, free, 3, w)
        ) != 0
    a, b, c, d = short_jumps(piece, targets, spared, free, king, down, rules, w)
    return (a | b | c | d) != 0


def jumped(origin: int, d: int, span: int, theirs: int, w: int) -> int:
    """The opposing piece that an action passes over, or 0."""
    x = origin
    for _ in range(span - 1):
        x = step(x, d, w)
        if x & theirs:
            return x
    return 0


def put(out: MutableSequence[int], n: int, squares: int, back: int, code: int) -> int:
    """List the action `code` (direction, distance) that ends on each of `squares` and began `back` bits further on."""
    while squares:
        out[n] = (lowest(squares) + back) << 6 | code
        n += 1
        squares &= squares - 1
    return n


def nth(squares: int, r: int) -> int:
    """The index of square number `r` of `squares`, counted from the lowest."""
    while r > 0:
        squares &= squares - 1
        r -= 1
    return lowest(squares)


def next_jump(
    at: int, king: int, code: int, targets: int, spared: int, free: int, down: int, rules: int, w: int
) -> int:
    """The first jump of the piece on `at`, as direction << 4 | distance, that is not below `code`; -1 if none is."""
    d = code >> 4
    least = code & 15
    flies = king and rules & FLYING
    while d < 4:
        x = step(at, d, w)
        span = 1
        while flies and x & free:
            x = step(x, d, w)
            span += 1
        allowed = targets if king else targets & ~spared
        backwards = (d > 1) != (down != 0)
        if x & allowed and (king or rules & BACK or not backwards):
            x = step(x, d, w) & free
            span += 1
            if flies and not rules & BEHIND:
                while x and span < least:
                    x = step(x, d, w) & free
                    span += 1
            if x and span >= least:
                return d << 4 | span
        least = 0
        d += 1
    return -1


def travel(at: int, d: int, span: int, w: int) -> int:
    """The square that lies `span` steps from `at` in direction `d`."""
    return 1 << (lowest(at) + span * stride(d, w))


def gain(king: int, depth: int, choice: int) -> int:
    """What a captured piece adds to the worth of a capture: one piece; a king; a king taken early (Italian)."""
    if choice == MOST:
        return 1 << 26
    if choice == ITALIAN and king:
        return 1 << 26 | 1 << 20 | 1 << (19 - depth)
    return 1 << 26 | 1 << 20 if king else 1 << 26


def moves_down(turn: int, rules: int) -> int:
    """1 if the men of this seat move down: those of Black."""
    return turn if not rules & BLACK_FIRST else 1 - turn


def jumps(s: Any) -> tuple[int, int, int, int, int]:
    """Landing squares of neighbour jumps in each direction, and the first landing squares of flying kings.

    What the variant's order among captures leaves is decided later, except that kings go first where they must.
    """
    w = 4 + (s.rules & BIG)
    down = moves_down(s.turn, s.rules)
    free = board_of(s.rules) & ~(s.mine | s.theirs)
    movers = s.mover if s.mover else s.mine
    kings = movers & s.kings
    flying = kings if s.rules & FLYING else 0
    targets = s.theirs & ~s.taken
    spared = targets & s.kings
    a, b, c, d = short_jumps(movers ^ flying, targets, spared, free, kings, down, s.rules, w)
    far = 0
    if flying:
        for i in range(4):
            far |= behind(flying, targets, free, i, w)
    if kings and (s.rules >> CHOICE) & 7 == KING_FIRST:
        e, f = a & kings >> 2 * (w + 1), b & kings >> 2 * w
        g, h = c & kings << 2 * w, d & kings << 2 * (w + 1)
        if e | f | g | h | far:
            return e, f, g, h, far
    return a, b, c, d, far


def list_jumps(s: Any, out: MutableSequence[int]) -> int:
    """List the legal jumps; how many."""
    a, b, c, d, far = jumps(s)
    if not a | b | c | d | far:
        return 0
    w = 4 + (s.rules & BIG)
    if (s.rules >> CHOICE) & 7 >= MOST:
        return best_jumps(s, out, origins(a, b, c, d, w), LISTING)
    n = put(out, 0, a, 2 * (w + 1), 2)
    n = put(out, n, b, 2 * w, 1 << 4 | 2)
    n = put(out, n, c, -2 * w, 2 << 4 | 2)
    n = put(out, n, d, -2 * (w + 1), 3 << 4 | 2)
    return far_jumps(s, out, n, 0, LISTING) if far else n


def draw_jump(s: Any, rng: MutableSequence[int]) -> int:
    """A legal jump, all alike likely; -1 if there is none."""
    a, b, c, d, far = jumps(s)
    if not a | b | c | d | far:
        return -1
    w = 4 + (s.rules & BIG)
    if (s.rules >> CHOICE) & 7 >= MOST:
        return best_jumps(s, rng, origins(a, b, c, d, w), DRAWING)
    n = count(a) + count(b) + count(c) + count(d)
    chosen = short_move(below(rng, n), a, b, c, d, 2, w) if n else -1
    return far_jumps(s, rng, n, chosen, DRAWING) if far else chosen


def origins(a: int, b: int, c: int, d: int, w: int) -> int:
    """The pieces that jump over a neighbour to these squares."""
    return (a << 2 * (w + 1)) | (b << 2 * w) | (c >> 2 * w) | (d >> 2 * (w + 1))


def far_jumps(s: Any, cells: MutableSequence[int], n: int, chosen: int, listing: int) -> int:
    """Jumps of flying kings, where every capture is allowed, behind `n` others.

    Listing: writes them to `cells` and returns how many there are. Drawing: `cells` is the generator; returns one
    of all, where `chosen` was drawn from the first `n`.
    """
    w = 4 + (s.rules & BIG)
    free = board_of(s.rules) & ~(s.mine | s.theirs)
    flying = s.kings & (s.mover if s.mover else s.mine)
    targets = s.theirs & ~s.taken
    for i in range(4):
        firsts = behind(flying, targets, free, i, w)
        while firsts:
            first = firsts & -firsts
            firsts ^= first
            origin, span, squares = flying_jump(first, targets, free, i, s.rules, w)
            code = lowest(origin) << 6 | i << 4
            x = first
            while squares:
                if squares & x:
                    squares ^= x
                    if listing:
                        cells[n] = code | span
                    elif below(cells, n + 1) == 0:
                        chosen = code | span
                    n += 1
                x = step(x, i, w)
                span += 1
    return n if listing else chosen


def best_jumps(s: Any, cells: MutableSequence[int], pieces: int, listing: int) -> int:
    """The jumps of flying kings and of `pieces` that begin a best capture in the variant's order.

    Depth first through all captures, piece after piece. The jumps made are kept in two numbers, 6 bits each: going
    back, a jump is read there and undone.
    Listing: writes the jumps to `cells` and returns how many there are. Drawing: `cells` is the generator; each jump
    that ties takes the place of the one chosen with probability 1/n.
    """
    rules = s.rules
    w = 4 + (rules & BIG)
    down = moves_down(s.turn, rules)
    choice = (rules >> CHOICE) & 7
    promotion = (rules >> PROMOTION) & 3
    far = far_row(rules, down)
    targets = s.theirs & ~s.taken
    foes = targets & s.kings
    spared = foes if rules & SPARED else 0
    if rules & FLYING:
        pieces |= s.kings & (s.mover if s.mover else s.mine)
    at = origin = pieces & -pieces
    free = board_of(rules) & ~(s.mine | s.theirs)
    best = value = top = n = chosen = first = 0
    code = depth = low = high = gone = 0
    crowned = 0 if at & s.kings else UNCROWNED
    while origin:
        king = 1 if crowned <= depth else 0
        code = next_jump(at, king, code, targets & ~gone, spared, free | origin, down, rules, w)
        back = code < 0
        if back and depth == 0:
            pieces ^= origin
            at = origin = pieces & -pieces
            crowned = 0 if at & s.kings else UNCROWNED
            code = 0
            continue
        if back:
            depth -= 1
            code = (low if depth < 10 else high) & 63
            at = travel(at, 3 - (code >> 4), code & 15, w)
        hit = step(at, code >> 4, w)
        while hit & (free | origin):
            hit = step(hit, code >> 4, w)
        gone ^= hit
        change = gain(hit & foes, depth, choice)
        if back:
            if depth < 10:
                low >>= 6
            else:
                high >>= 6
            if crowned > depth:
                crowned = UNCROWNED
            value -= change
            code += 1
            if depth == 0 and top >= best:
                n = n if top == best else 0
                best = top
                if listing:
                    cells[n] = first
                elif below(cells, n + 1) == 0:
                    chosen = first
                n += 1
        else:
            if depth == 0:
                first = lowest(at) << 6 | code
                value = KING_CAPTURES if king and choice == ITALIAN else 0
                top = 0
            value += change
            top = max(top, value)
            at = travel(at, code >> 4, code & 15, w)
            if depth < 10:
                low = low << 6 | code
            else:
                high = high << 6 | code
            depth += 1
            code = 0
            if crowned > depth and at & far:
                if promotion == AS_KING:
                    crowned = depth
                elif promotion == STOP:
                    code = NO_MORE
    return n if listing else chosen


def list_steps(s: Any, out: MutableSequence[int]) -> int:
    """List the moves that capture nothing; how many."""
    w = 4 + (s.rules & BIG)
    free = board_of(s.rules) & ~(s.mine | s.theirs)
    kings = s.mine & s.kings
    flying = kings if s.rules & FLYING else 0
    up, dn = steppers(s.mine ^ flying, kings, moves_down(s.turn, s.rules))
    n = put(out, 0, up >> (w + 1) & free, w + 1, 1)
    n = put(out, n, up >> w & free, w, 1 << 4 | 1)
    n = put(out, n, dn << w & free, -w, 2 << 4 | 1)
    n = put(out, n, dn << (w + 1) & free, -w - 1, 3 << 4 | 1)
    way = 0 if flying else 4
    span = 1
    x = step(flying, 0, w) & free
    while way < 4:
        n = put(out, n, x, -span * stride(way, w), way << 4 | span)
        x = step(x, way, w) & free
        span += 1
        if x == 0:
            way += 1
            span = 1
            x = step(flying, way, w) & free
    return n


def short_move(r: int, a: int, b: int, c: int, d: int, span: int, w: int) -> int:
    """Move number `r` of those that end on these squares, a set for each direction."""
    n = count(a)
    m = n + count(b)
    k = m + count(c)
    if r < m:
        way, r, squares = (0, r, a) if r < n else (1, r - n, b)
    else:
        way, r, squares = (2, r - m, c) if r < k else (3, r - k, d)
    return (nth(squares, r) - span * stride(way, w)) << 6 | way << 4 | span


def draw_step(s: Any, rng: MutableSequence[int]) -> int:
    """A move that captures nothing, all alike likely; -1 if there is none."""
    w = 4 + (s.rules & BIG)
    free = board_of(s.rules) & ~(s.mine | s.theirs)
    kings = s.mine & s.kings
    flying = kings if s.rules & FLYING else 0
    up, dn = steppers(s.mine ^ flying, kings, moves_down(s.turn, s.rules))
    a = up >> (w + 1) & free
    b = up >> w & free
    c = dn << w & free
    d = dn << (w + 1) & free
    short = count(a) + count(b) + count(c) + count(d)
    n = short
    if flying:
        for i in range(4):
            x = step(flying, i, w) & free
            while x:
                n += count(x)
                x = step(x, i, w) & free
    if n == 0:
        return -1
    r = below(rng, n)
    if r < short:
        return short_move(r, a, b, c, d, 1, w)
    r -= short
    way = 0
    span = 1
    x = step(flying, 0, w) & free
    while r >= count(x):
        r -= count(x)
        x = step(x, way, w) & free
        span += 1
        if x == 0:
            way += 1
            span = 1
            x = step(flying, way, w) & free
    return (nth(x, r) - span * stride(way, w)) << 6 | way << 4 | span


def mobility(pieces: int, kings: int, free: int, down: int, rules: int) -> int:
    """How many steps to a neighbouring square a side could make."""
    w = 4 + (rules & BIG)
    up, dn = steppers(pieces, kings, down)
    steps = count(up >> (w + 1) & free) + count(up >> w & free)
    return steps + count(dn << w & free) + count(dn << (w + 1) & free)


def advancement(men: int, down: int, rules: int) -> int:
    """The rows that a side's men have advanced, summed."""
    rows = 10 if rules & BIG else 8
    width = rows // 2
    total = 0
    for i in range(rows):
        row = ((1 << width) - 1) << (i * width + i // 2)
        total += count(men & row) * (i if down else rows - 1 - i)
    return total
