/**
 * The lengths in bits of the codes of the symbols 0 to 255 and EOS (RFC 7541 appendix B). The code is canonical: codes of one length
 * are consecutive, in the order of the symbols, so the lengths define all codes.
 */
// biome-ignore format: rows of 16 symbols
const LENGTHS: readonly number[] = [
  13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
  28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
  5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
  13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
  7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
  15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
  6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
  20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
  24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
  22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
  21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
  26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
  19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
  20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
  26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
  30,
];

const EOS = 256;

/** The longest padding, in bits (RFC 7541 §5.2). */
const MAX_PADDING = 7;

/** The codes by symbol, and the automaton that decodes four bits at a time. Built once, on first use. */
export class Huffman {
  static #shared: Huffman | undefined;

  /** The codes by symbol, EOS included; their lengths in bits are `lengths`. */
  readonly codes = new Uint32Array(257);
  readonly lengths = Uint8Array.from(LENGTHS);
  /** By state and four bits: the next state, or -1 for EOS. A state is an inner node of the tree of codes. */
  readonly #next: Int16Array;
  /** By state and four bits: the symbol that ends in these bits, or -1. No code is shorter than five bits. */
  readonly #symbol: Int16Array;
  /** Whether a string may end in a state: at the end of a code, or after at most seven bits of EOS. */
  readonly #isEnd: Uint8Array;

  static get shared(): Huffman {
    Huffman.#shared ??= new Huffman();
    return Huffman.#shared;
  }

  private constructor() {
    this.#assignCodes();
    // Children by node and bit: a positive number is a node, a negative one the symbol -1 - child, 0 is none.
    const children = new Int16Array(256 * 2);
    let nodes = 1;
    for (const [symbol, code] of this.codes.entries()) {
      let node = 0;
      for (let bit = (this.lengths[symbol] ?? 0) - 1; bit > 0; bit--) {
        const slot = node * 2 + ((code >>> bit) & 1);
        if (children[slot] === 0) children[slot] = nodes++;
        node = children[slot] ?? 0;
      }
      children[node * 2 + (code & 1)] = -1 - symbol;
    }
    this.#next = new Int16Array(nodes * 16);
    this.#symbol = new Int16Array(nodes * 16).fill(-1);
    for (let state = 0; state < nodes; state++)
      for (let bits = 0; bits < 16; bits++) this.#addTransition(children, state, bits);
    this.#isEnd = new Uint8Array(nodes);
    for (let depth = 0, node = 0; depth <= MAX_PADDING; depth++) {
      this.#isEnd[node] = 1;
      node = children[node * 2 + 1] ?? 0;
    }
  }

  #assignCodes(): void {
    let code = 0;
    for (let length = 1; length <= 30; length++) {
      code *= 2;
      for (let symbol = 0; symbol <= EOS; symbol++)
        if (LENGTHS[symbol] === length) this.codes[symbol] = code++;
    }
  }

  #addTransition(children: Int16Array, state: number, bits: number): void {
    let node = state;
    for (let bit = 3; bit >= 0; bit--) {
      const child = children[node * 2 + ((bits >> bit) & 1)] ?? 0;
      if (child === -1 - EOS) {
        this.#next[state * 16 + bits] = -1;
        return;
      }
      if (child < 0) this.#symbol[state * 16 + bits] = -1 - child;
      node = Math.max(child, 0);
    }
    this.#next[state * 16 + bits] = node;
  }

  /**
   * Decodes the bytes from `start` to `end`.
   * @returns text with one unit per byte; undefined for EOS, and for padding that is longer than seven bits or not all ones (RFC 7541
   * §5.2)
   */
  decode(bytes: Buffer, start: number, end: number): string | undefined {
    // Four bits end one symbol at most.
    const text = Buffer.allocUnsafe((end - start) * 2);
    let length = 0;
    let state = 0;
    for (let at = start; at < end; at++) {
      const byte = bytes.readUInt8(at);
      for (let shift = 4; shift >= 0; shift -= 4) {
        const transition = state * 16 + ((byte >> shift) & 15);
        const symbol = this.#symbol[transition] ?? -1;
        if (symbol >= 0) text[length++] = symbol;
        state = this.#next[transition] ?? -1;
        if (state < 0) return undefined;
      }
    }
    return this.#isEnd[state] === 1 ? text.toString('latin1', 0, length) : undefined;
  }
}
