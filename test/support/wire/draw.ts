/** A seeded generator (mulberry32): an integer from 0 to before `limit`. */
export type Draw = (limit: number) => number;

export function createDraw(seed: number): Draw {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** @returns one of the items; undefined if there is none */
export function pick<Item>(draw: Draw, items: readonly Item[]): Item | undefined {
  return items[draw(items.length)];
}
