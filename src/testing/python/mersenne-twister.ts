const SIZE = 624;
const SHIFT = 397;

/** A generator with a reproducible sequence. */
export interface MersenneTwister {
  /** Compat: fills the target with the values of CPython's `random.randint(0, 255)`. */
  fill(target: Uint8Array): void;
  /** Returns a number from 0 to 1, exclusive, as CPython's `random.random()`. */
  fraction(): number;
}

/** MT19937 with the seeding of CPython. A number and its negative are the same seed. */
export function createMersenneTwister(seed: bigint): MersenneTwister {
  const state = stateOf(wordsOf(seed < 0n ? -seed : seed));
  let place = SIZE;

  const next = (): number => {
    if (place === SIZE) {
      advance(state);
      place = 0;
    }
    return temper(state[place++] ?? 0);
  };

  return {
    fill(target) {
      let index = 0;
      while (index < target.length) {
        if (place === SIZE) {
          advance(state);
          place = 0;
        }
        const end = Math.min(SIZE, place + target.length - index);
        for (let from = place; from < end; from++) {
          const bits = temper(state[from] ?? 0) >>> 23;
          target[index] = bits;
          index += 1 - (bits >>> 8);
        }
        place = end;
      }
    },
    fraction() {
      const high = next() >>> 5;
      return (high * 2 ** 26 + (next() >>> 6)) / 2 ** 53;
    },
  };
}

/** Splits a number into 32-bit words, least significant first. */
function wordsOf(value: bigint): number[] {
  const digits = value.toString(16);
  const words: number[] = [];
  for (let end = digits.length; end > 0; end -= 8) {
    words.push(Number.parseInt(digits.slice(Math.max(0, end - 8), end), 16));
  }
  return words;
}

/** `init_by_array` of the reference implementation. */
function stateOf(key: readonly number[]): Int32Array {
  // Signed, because V8 represents unsigned words above 2^31 as floating-point numbers, at half the speed.
  const state = new Int32Array(SIZE);
  state[0] = 19650218;
  for (let index = 1; index < SIZE; index++)
    state[index] = Math.imul(mixed(state, index), 1812433253) + index;
  let place = 1;
  for (let count = 0; count < Math.max(SIZE, key.length); count++) {
    const index = count % key.length;
    const word = (state[place] ?? 0) ^ Math.imul(mixed(state, place), 1664525);
    state[place] = word + (key[index] ?? 0) + index;
    place = nextPlace(state, place);
  }
  for (let count = 1; count < SIZE; count++) {
    state[place] = ((state[place] ?? 0) ^ Math.imul(mixed(state, place), 1566083941)) - place;
    place = nextPlace(state, place);
  }
  state[0] = 0x80000000;
  return state;
}

/** The index of the next word of the initialization, from 1. The first word is a copy of the last one. */
function nextPlace(state: Int32Array, place: number): number {
  if (place + 1 < SIZE) return place + 1;
  state[0] = state[SIZE - 1] ?? 0;
  return 1;
}

/** The previous word with its high bits mixed into its low bits. */
function mixed(state: Int32Array, index: number): number {
  const before = state[index - 1] ?? 0;
  return before ^ (before >>> 30);
}

/** Generates the next 624 words. Three loops, because the index of the far word wraps at another place than the next one. */
function advance(state: Int32Array): void {
  let index = 0;
  for (; index < SIZE - SHIFT; index++)
    state[index] = (state[index + SHIFT] ?? 0) ^ twist(state[index] ?? 0, state[index + 1] ?? 0);
  for (; index < SIZE - 1; index++)
    state[index] = (state[index + SHIFT - SIZE] ?? 0) ^ twist(state[index] ?? 0, state[index + 1] ?? 0);
  state[index] = (state[SHIFT - 1] ?? 0) ^ twist(state[index] ?? 0, state[0] ?? 0);
}

/** The high bit of one word with the low bits of the next, multiplied by the matrix of the generator. */
function twist(word: number, after: number): number {
  const joined = (word & 0x80000000) | (after & 0x7fffffff);
  return (joined >>> 1) ^ (-(joined & 1) & 0x9908b0df);
}

/** The output of a word of the state, as a signed number. */
function temper(state: number): number {
  let word = state;
  word ^= word >>> 11;
  word ^= (word << 7) & 0x9d2c5680;
  word ^= (word << 15) & 0xefc60000;
  return word ^ (word >>> 18);
}
