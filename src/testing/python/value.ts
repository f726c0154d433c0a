/**
 * The members of a JSON object, sorted by code point and without repeats. Unlike a plain object it keeps the position
 * of names such as `2` and `__proto__`.
 */
export class SortedMembers {
  readonly names: readonly string[];
  readonly values: readonly unknown[];

  /** The caller guarantees the order. */
  constructor(names: readonly string[], values: readonly unknown[]) {
    this.names = names;
    this.values = values;
  }

  static of(members: ReadonlyMap<string, unknown>): SortedMembers {
    const names = [...members.keys()];
    if (!isSorted(names)) names.sort(compareCodePoints);
    return new SortedMembers(
      names,
      names.map((name) => members.get(name)),
    );
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  get(name: string): unknown {
    const index = this.names.indexOf(name);
    return index < 0 ? undefined : this.values[index];
  }
}

/** The Python text of a number that a JavaScript number cannot represent. */
export class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Compares strings by code point, as Python. JavaScript compares code units, which places characters above U+FFFF
 * before U+E000.
 */
function compareCodePoints(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  let index = 0;
  while (index < length && one.charCodeAt(index) === other.charCodeAt(index)) index++;
  if (index === length) return one.length - other.length;
  if (index > 0 && isHighSurrogate(one.charCodeAt(index - 1))) index--;
  return (one.codePointAt(index) ?? 0) - (other.codePointAt(index) ?? 0);
}

export function isSorted(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index++) {
    if (compareCodePoints(names[index - 1] ?? '', names[index] ?? '') > 0) return false;
  }
  return true;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
