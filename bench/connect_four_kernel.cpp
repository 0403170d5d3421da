// The search of src/ludus/search/kernels/negamax.py, written by hand in C++ for Connect Four on 7 x 6 alone.
//
// Step by step the same (with prove from proof.py beside it): the same rules and hints (src/ludus/games/connect_four.py), table entries, replacement, move order and
// windows, for one thread. On the same positions it must therefore visit exactly as many nodes as the generated kernel, and
// bench/bench_kernel.py checks that it does. The numbered comments are those of negamax.py; step 4,
// about positions that come up again, does not arise in this game.

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace {

using Bits = std::uint64_t;
using Number = std::int64_t;

// The rules: a column is six bits and an empty one above them.

constexpr int WIDTH = 7, HEIGHT = 6, COLUMN = HEIGHT + 1;
constexpr Bits FILLED = (1 << HEIGHT) - 1;
constexpr Bits BOTTOM = 0x408'1020'4081;
constexpr Bits BOARD = FILLED * BOTTOM;
constexpr Bits MIDDLE = FILLED << (WIDTH / 2 * COLUMN);
constexpr int FROM_THE_MIDDLE[WIDTH] = {3, 2, 4, 1, 5, 0, 6};

struct State {
    Bits mine, all;
    Number turn;
};

int count_bits(Bits bits) { return __builtin_popcountll(bits); }

int legal(const State& state, Number* moves) {
    int count = 0;
    for (int column = 0; column < WIDTH; ++column)
        if ((state.all >> (column * COLUMN + HEIGHT - 1) & 1) == 0) moves[count++] = column;
    return count;
}

void play(State& state, Number move) {
    state.mine ^= state.all;
    state.all |= state.all + (Bits{1} << (move * COLUMN));
    state.turn = 1 - state.turn;
}

bool four_in_a_row(Bits discs) {
    for (int direction : {1, COLUMN - 1, COLUMN, COLUMN + 1}) {
        const Bits pairs = discs & (discs >> direction);
        if (pairs & (pairs >> (2 * direction))) return true;
    }
    return false;
}

Bits completing(Bits discs, Bits empty) {
    Bits spots = (discs << 1) & (discs << 2) & (discs << 3);
    for (int direction : {COLUMN - 1, COLUMN, COLUMN + 1}) {
        const Bits below = (discs << direction) & (discs << 2 * direction);
        const Bits above = (discs >> direction) & (discs >> 2 * direction);
        spots |= below & ((discs << 3 * direction) | (discs >> direction));
        spots |= above & ((discs >> 3 * direction) | (discs << direction));
    }
    return spots & empty;
}

Number value(const State& state) {
    const Bits theirs = state.mine ^ state.all, empty = BOARD & ~state.all;
    const int threats = count_bits(completing(state.mine, empty)) - count_bits(completing(theirs, empty));
    return 40 * threats + 3 * (count_bits(state.mine & MIDDLE) - count_bits(theirs & MIDDLE));
}

bool can_win(const State& state) { return completing(state.mine, (state.all + BOTTOM) & BOARD) != 0; }

int safe(const State& state, Number* moves) {
    const Bits threats = completing(state.mine ^ state.all, BOARD & ~state.all);
    Bits falls = (state.all + BOTTOM) & BOARD;
    const Bits forced = falls & threats;
    if (forced & (forced - 1)) return 0;
    falls = (forced ? forced : falls) & ~(threats >> 1);
    int count = 0;
    for (int column : FROM_THE_MIDDLE)
        if (falls >> (column * COLUMN) & FILLED) moves[count++] = column;
    return count;
}

Number remaining(const State& state) { return WIDTH * HEIGHT - count_bits(state.all); }

struct Fours {
    int through[WIDTH * COLUMN] = {};  // how many rows of four can go through a square

    Fours() {
        for (int first = 0; first < WIDTH * COLUMN; ++first)
            for (int direction : {1, COLUMN - 1, COLUMN, COLUMN + 1}) {
                bool fits = true;
                for (int step = 0; step < 4; ++step) fits = fits && (BOARD >> (first + step * direction) & 1);
                for (int step = 0; fits && step < 4; ++step) through[first + step * direction] += 1;
            }
    }
} const FOURS;

Number order(const State& state, Number move) {
    const Bits disc = (state.all + (Bits{1} << (move * COLUMN))) & (FILLED << (move * COLUMN));
    const Bits spots = completing(state.mine | disc, BOARD & ~state.all);
    return 16 * (count_bits(spots) + count_bits(spots & ~(disc << 1))) + FOURS.through[__builtin_ctzll(disc)];
}

constexpr int MIRRORED = WIDTH * HEIGHT * 4 / 7;

Bits key(const State& state) {
    const Bits number = state.mine + state.all;
    if (count_bits(state.all) >= MIRRORED) return number;
    Bits turned = 0;
    for (int column = 0; column < WIDTH; ++column)
        turned |= (number >> (column * COLUMN) & (2 * FILLED + 1)) << ((WIDTH - 1 - column) * COLUMN);
    return std::min(number, turned);
}

// The search.

constexpr Number WIN = 100'000, DECIDED = 90'000, WHOLE = 1000, PROOF = 500;
constexpr Number AT_LEAST = 1, AT_MOST = 2, EXACTLY = 3, BEST_UNKNOWN = 4095;
constexpr Number DONE = -(Number{1} << 62), NOTHING = Number{1} << 40;
constexpr Bits MARK = 8191;
constexpr Bits MIX = 0x9E37'79B9'7F4A'7C15;
constexpr int DEEPEST = 104;

struct Entry {
    Bits check, packed;  // check: packed xor the key
};

struct Context {
    Entry* table;
    Bits mask;
    Number age, nodes, most_nodes, stopped, best;
    std::atomic<Number> stop;
    Number history[8192];
    Number killers[DEEPEST];
    Bits keys[DEEPEST];
};

Bits key_of(const State& state) {
    const Bits mixed = key(state) * MIX;
    return mixed ^ (mixed >> 32);
}

void keep(const Context& ctx, Entry* place, Bits code, Number worth, Number depth, Number kind, Number best, Bits leads_to) {
    const Bits packed = (worth + (1 << 19)) | depth << 20 | kind << 30 | best << 32 | ctx.age << 44 | (leads_to & MARK) << 50;
    const Bits first = place->packed;
    if ((place->check ^ first) != code && Number(first >> 44 & 63) == ctx.age && Number(first >> 20 & 1023) > depth) ++place;
    *place = {code ^ packed, packed};
}

Number kept(const Entry* place, Bits code) {
    for (int slot = 0; slot < 2; ++slot)
        if ((place[slot].check ^ place[slot].packed) == code) return Number(place[slot].packed);
    return 0;
}

Number counted_from_here(Number worth, Number ply) { return worth > DECIDED ? worth + ply : worth < -DECIDED ? worth - ply : worth; }

Entry* place_of(const Context& ctx, Bits code) { return ctx.table + (code & ctx.mask) * 2; }

Number history_slot(Number move, Number turn) { return ((move ^ (move >> 12)) * 2 + turn) & 8191; }

int told_apart(const Context& ctx, const State& state, Number* moves, Bits* codes, int count) {
    int left = 0;
    for (int index = 0; index < count; ++index) {
        State child = state;
        play(child, moves[index]);
        const Bits code = key_of(child);
        bool known = false;
        for (int other = 0; other < left; ++other) known = known || codes[other] == code;
        if (known) continue;
        __builtin_prefetch(place_of(ctx, code));
        moves[left] = moves[index];
        codes[left++] = code;
    }
    return left;
}

Number answered(const Context& ctx, const Bits* codes, int count, Number depth, Number beta, Number ply) {
    for (int index = 0; index < count; ++index) {
        const Number packed = kept(place_of(ctx, codes[index]), codes[index]);
        const Number worth = -counted_from_here((packed & 0xFFFFF) - (1 << 19), -ply - 1);
        if ((packed >> 30 & AT_MOST) && worth >= beta && (worth > DECIDED || (packed >> 20 & 1023) >= depth - 1)) {
            const Bits code = ctx.keys[ply];
            keep(ctx, place_of(ctx, code), code, counted_from_here(worth, ply), depth, AT_LEAST, index, codes[index]);
            return worth;
        }
    }
    return NOTHING;
}

Number search(Context& ctx, const State& state, Number depth, Number alpha, Number beta, Number ply) {
    // 1. Stop when told to.
    ctx.nodes += 1;
    if ((ctx.nodes & 1023) == 0 && (ctx.stop.load(std::memory_order_relaxed) != 0 || ctx.nodes >= ctx.most_nodes))
        ctx.stopped = 1;
    if (ctx.stopped) return 0;

    // 2. Where the table may know this position; memory answers while the next steps are done.
    const Bits code = key_of(state);
    Entry* const place = place_of(ctx, code);
    __builtin_prefetch(place);
    ctx.keys[ply] = code;

    // 3. The game may be over, and no line is better than a win with the next move.
    if (ply > 0 && four_in_a_row(state.mine ^ state.all)) return ply - WIN;
    if (depth <= 0) return value(state);
    if (can_win(state) && ply > 0) return WIN - ply - 1;
    if (ply > 0 && beta > WIN - ply - 3) {
        beta = WIN - ply - 3;
        if (alpha >= beta) return beta;
    }

    // 5. Having no move is an end of the game, and having none that is safe is nearly one.
    Number moves[WIDTH], scores[WIDTH];
    int count = -1;
    if (depth > 1) {
        count = safe(state, moves);
        if (count == 0) {
            count = legal(state, moves);
            if (count > 0 && ply > 0) return ply + 2 - WIN;
        } else if (ply > 0 && alpha < ply + 4 - WIN) {
            alpha = ply + 4 - WIN;
            if (alpha >= beta) return alpha;
        }
    }

    // 6. What the table knows.
    Number best = BEST_UNKNOWN;
    const Number packed = kept(place, code);
    if (packed) {
        const Number kind = packed >> 30 & 3;
        const bool enough = (packed >> 20 & 1023) >= std::min(depth, PROOF + 1);
        best = packed >> 32 & 4095;
        const Number worth = counted_from_here((packed & 0xFFFFF) - (1 << 19), -ply);
        if (ply > 0) {
            if ((kind & AT_LEAST) && worth >= beta && (enough || worth > DECIDED)) return worth;
            if ((kind & AT_MOST) && worth <= alpha && (enough || worth < -DECIDED)) return worth;
            if (kind == EXACTLY && enough) return worth;
        }
    }

    // 7. The most promising move first.
    if (count < 0) count = legal(state, moves);
    if (count == 0) return 0;
    const bool proving = depth > PROOF;
    Bits codes[WIDTH];
    if (proving) {
        count = told_apart(ctx, state, moves, codes, count);
        const Number worth = answered(ctx, codes, count, depth, beta, ply);
        if (worth != NOTHING && ply > 0) return worth;
    }
    for (int index = 0; index < count; ++index) {
        const Number move = moves[index];
        scores[index] = order(state, move) << 20;
        if (depth < PROOF) {
            scores[index] += ctx.history[history_slot(move, state.turn)];
            if (move == ctx.killers[ply]) scores[index] += 1 << 19;
        }
        if (proving ? packed && (codes[index] & MARK) == Bits(packed >> 50) : index == best) scores[index] += Number{1} << 60;
    }

    // 8. Try them in turn: the first with the whole window, the others with a null window that is opened when they surprise.
    Number highest = -WIN, lower = alpha, chosen = BEST_UNKNOWN;
    Bits leads_to = code;
    for (int tried = 0; tried < count; ++tried) {
        const int index = int(std::max_element(scores, scores + count) - scores);
        const Number move = moves[index];
        scores[index] = DONE;
        State child = state;
        play(child, move);
        Number upper = tried == 0 ? beta : lower + 1, worth;
        while (true) {
            worth = -search(ctx, child, depth - 1, -upper, -lower, ply + 1);
            if (upper == beta || worth <= lower || worth >= beta) break;
            upper = beta;
        }
        if (ctx.stopped) return 0;
        if (worth > highest) {
            highest = worth;
            chosen = index;
            leads_to = ctx.keys[ply + 1];
            if (worth > lower) {
                lower = worth;
                if (ply == 0) ctx.best = move;
            }
            if (worth >= beta) {
                ctx.killers[ply] = move;
                const Number slot = history_slot(move, state.turn), step = std::min<Number>(depth, 30);
                ctx.history[slot] += step * step;
                if (ctx.history[slot] > 1 << 18)
                    for (Number& count : ctx.history) count >>= 1;
                break;
            }
        }
    }

    // 9. Remember.
    const Number kind = highest >= beta ? AT_LEAST : highest <= alpha ? AT_MOST : EXACTLY;
    keep(ctx, place, code, counted_from_here(highest, ply), depth, kind, chosen, leads_to);
    return highest;
}

Number value_of_step(Number step, Number most) {
    if (step == 0) return 0;
    return step > 0 ? WIN - (most + 1 - step) : (most + 1 + step) - WIN;
}

Number step_of_value(Number worth, Number most) {
    if (worth > DECIDED) return std::max<Number>(0, most + 1 - (WIN - worth));
    if (worth < -DECIDED) return std::min<Number>(0, (WIN + worth) - most - 1);
    return 0;
}

Number prove(Context& ctx, const State& state) {
    if (can_win(state)) return WIN - 1;
    const Number most = remaining(state);
    const Number half = most / 2;
    Number low = -most, high = most;
    while (low < high && !ctx.stopped) {
        Number middle = 0;
        if (low < -half && high > 0)
            middle = -half;
        else if (low <= 0 && high > half)
            middle = half;
        else if (low > 0)
            middle = low;
        else if (high <= 0)
            middle = high - 1;
        const Number bound = value_of_step(middle, most);
        const Number worth = search(ctx, state, WHOLE, bound, bound + 1, 0);
        if (ctx.stopped) break;
        if (worth <= bound)
            high = std::min(middle, step_of_value(worth, most));
        else
            low = std::max(middle + 1, step_of_value(worth, most));
    }
    return value_of_step(low, most);
}

}  // namespace

// Searches positions one after the other, beginning with no history: to a depth, or with depth 0 until their value is proved. The
// table has 2 * (mask + 1) entries and is the caller's. Writes the values, and returns how many nodes were visited.
extern "C" Number run(void* table, Bits mask, const Number* mine, const Number* all, const Number* turn, Number positions,
                      Number depth, Number* values) {
    static Context ctx;
    ctx.table = static_cast<Entry*>(table);
    ctx.mask = mask;
    ctx.age = 0;
    ctx.most_nodes = Number{1} << 60;
    ctx.stopped = 0;
    ctx.stop = 0;
    std::fill_n(ctx.history, 8192, 0);
    std::fill_n(ctx.killers, DEEPEST, -1);
    Number nodes = 0;
    for (Number at = 0; at < positions; ++at) {
        const State state{Bits(mine[at]), Bits(all[at]), turn[at]};
        ctx.nodes = 0;
        ctx.best = -1;
        ctx.age = (ctx.age + 1) % 64;
        values[at] = depth ? search(ctx, state, depth, -WIN, WIN, 0) : prove(ctx, state);
        nodes += ctx.nodes;
    }
    return nodes;
}
