import { createDraw, type Draw } from '#test/support/wire/draw.ts';
import { usedMemory } from '#test/support/wire/used-memory.ts';

/** What is wrong with a case. */
export interface Finding {
  /** Undefined for what many cases show, such as the memory that they retain. */
  readonly number: number | undefined;
  readonly what: string;
}

/** Runs the cases of a target. */
export interface Fuzzer {
  run(seed: number, first: number, count: number): Promise<readonly Finding[]>;
  /** After the last case: what only all of them show, and sentences for the summary. */
  finish(): { readonly findings: readonly Finding[]; readonly notes: readonly string[] };
}

/** The generator of a case. */
export function drawOf(seed: number, number: number): Draw {
  return createDraw(seed * 1_000_003 + number);
}

/** Machines that are retained, so that their memory can be measured. */
export class LiveMachines {
  static readonly #COUNT = 64;
  #machines: object[] = [];
  #next = 0;

  /** Retains the machine in place of one that was added long before. */
  add(machine: object): void {
    this.#machines[this.#next++ % LiveMachines.#COUNT] = machine;
  }

  get count(): number {
    return this.#machines.length;
  }

  /** The bytes that a machine retains, on average; undefined for too few of them. Forgets all machines. */
  measure(): number | undefined {
    const { count } = this;
    const before = LiveMachines.#usedBytes();
    this.#machines = [];
    const released = before - LiveMachines.#usedBytes();
    return count < LiveMachines.#COUNT ? undefined : Math.round(released / count);
  }

  static #usedBytes(): number {
    const { heapUsed, arrayBuffers } = usedMemory();
    return heapUsed + arrayBuffers;
  }
}

/** Runs one case, and adds some of its machines to the live ones. @throws Error for what is wrong */
export type CaseCheck = (draw: Draw, live: LiveMachines) => void;

/** A fuzzer of cases that throw for what is wrong. */
export class InvariantFuzzer implements Fuzzer {
  readonly #check: CaseCheck;
  readonly #maxBytes: number;
  readonly #live = new LiveMachines();

  /** @param maxBytes that a machine may retain, on average; without a meaning for a check that adds none */
  constructor(check: CaseCheck, maxBytes: number) {
    this.#check = check;
    this.#maxBytes = maxBytes;
  }

  async run(seed: number, first: number, count: number): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    for (let number = first; number < first + count; number++) {
      try {
        this.#check(drawOf(seed, number), this.#live);
      } catch (error) {
        findings.push({
          number,
          what: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
      }
    }
    return findings;
  }

  finish(): ReturnType<Fuzzer['finish']> {
    if (this.#live.count === 0) return { findings: [], notes: [] };
    const bytes = this.#live.measure();
    if (bytes === undefined) return { findings: [], notes: ['Too few large cases to measure memory.'] };
    const what = `A machine retains ${bytes} bytes on average, of ${this.#maxBytes}.`;
    return { findings: bytes > this.#maxBytes ? [{ number: undefined, what }] : [], notes: [what] };
  }
}
