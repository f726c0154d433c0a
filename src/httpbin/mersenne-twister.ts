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
  const words = new Uint32Array(SIZE);
  let place = SIZE;

  const refill = () => {
    advance(state);
    temper(state, words);
    place = 0;
  };
  const next = (): number => {
    if (place === SIZE) refill();
    return words[place++] ?? 0;
  };

  return {
    fill(target) {
      let index = 0;
      while (index < target.length) {
        if (place === SIZE) refill();
        while (place < SIZE && index < target.length) {
          // Compat: takes nine bits, and overwrites values above 255 with the next. A branch would halve the speed.
          const bits = (words[place++] ?? 0) >>> 23;
          target[index] = bits;
          index += 1 - (bits >>> 8);
        }
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
function stateOf(key: readonly number[]): Uint32Array {
  const state = new Uint32Array(SIZE);
  state[0] = 19650218;
  for (let index = 1; index < SIZE; index++)
    state[index] = Math.imul(mixed(state, index), 1812433253) + index;
  let place = 1;
  const step = (multiplier: number, addend: number) => {
    state[place] = ((state[place] ?? 0) ^ Math.imul(mixed(state, place), multiplier)) + addend;
    if (++place < SIZE) return;
    state[0] = state[SIZE - 1] ?? 0;
    place = 1;
  };
  for (let count = 0; count < Math.max(SIZE, key.length); count++) {
    const index = count % key.length;
    step(1664525, (key[index] ?? 0) + index);
  }
  for (let count = 1; count < SIZE; count++) step(1566083941, -place);
  state[0] = 0x80000000;
  return state;
}

/** The previous word with its high bits mixed into its low bits. */
function mixed(state: Uint32Array, index: number): number {
  const before = state[index - 1] ?? 0;
  return before ^ (before >>> 30);
}

/** Generates the next 624 words. */
function advance(state: Uint32Array): void {
  for (let index = 0; index < SIZE; index++) {
    const after = index + 1 < SIZE ? index + 1 : 0;
    const far = index + SHIFT < SIZE ? index + SHIFT : index + SHIFT - SIZE;
    const word = ((state[index] ?? 0) & 0x80000000) | ((state[after] ?? 0) & 0x7fffffff);
    state[index] = (state[far] ?? 0) ^ (word >>> 1) ^ (-(word & 1) & 0x9908b0df);
  }
}

function temper(state: Uint32Array, words: Uint32Array): void {
  for (let index = 0; index < SIZE; index++) {
    let word = state[index] ?? 0;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    words[index] = word ^ (word >>> 18);
  }
}
