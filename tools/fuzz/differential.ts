import { ALL_CASES, mutationSeeds } from '#test/support/wire/http1/all-cases.ts';
import { mutate } from '#test/support/wire/http1/mutations.ts';
import { decode } from '#test/support/wire/http1/transcript.ts';
import { Comparison } from '#test/support/wire/oracles/compare.ts';
import { DIFFERENCES } from '#test/support/wire/oracles/differences.ts';
import { openOracle } from '#test/support/wire/oracles/open-oracle.ts';
import type { Oracle, OracleName } from '#test/support/wire/oracles/oracle.ts';
import { drawOf, type Finding, type Fuzzer } from './fuzzer.ts';

/** The blank line completes the last line. */
const ROWS: readonly string[] = ALL_CASES.map(([, text]) => `${text}\r\n\r\n`);

/** Gives the same bytes to the decoder of HTTP/1 and to an oracle. */
class Differential implements Fuzzer {
  readonly #oracle: Oracle;
  readonly #comparison: Comparison;
  readonly #seeds = mutationSeeds();

  constructor(oracle: Oracle) {
    this.#oracle = oracle;
    this.#comparison = new Comparison(oracle.name);
  }

  async run(seed: number, first: number, count: number): Promise<readonly Finding[]> {
    const texts = Array.from({ length: count }, (_, index) => this.#text(seed, first + index));
    const inputs = texts.map((text) => Buffer.from(text, 'latin1'));
    const results = await this.#oracle.parse(inputs);
    return inputs.flatMap((input, index) => {
      const result = results[index];
      if (result === undefined) throw new Error(`${this.#oracle.name} has no result for a case`);
      const difference = this.#comparison.compare(decode([input]), result);
      if (difference === undefined) return [];
      return [{ number: first + index, what: `${difference}, for ${JSON.stringify(texts[index])}` }];
    });
  }

  finish(): ReturnType<Fuzzer['finish']> {
    const { found } = this.#comparison;
    const mine = DIFFERENCES.filter(({ oracles }) => oracles.includes(this.#oracle.name));
    const unused = mine.filter((row) => !found.has(row));
    const total = [...found.values()].reduce((sum, count) => sum + count, 0);
    return {
      findings: [],
      notes: [
        `${total} cases have one of ${mine.length} decided differences.`,
        ...unused.map(({ why }) => `No case has this difference: ${why}`),
      ],
    };
  }

  /** The rows of the tables, and mutations of them. */
  #text(seed: number, number: number): string {
    return ROWS[number] ?? mutate(drawOf(seed, number), this.#seeds);
  }
}

/** @throws NoOracle */
export async function openDifferential(
  name: OracleName,
): Promise<{ readonly fuzzer: Fuzzer; readonly close: () => void }> {
  const oracle = await openOracle(name);
  return { fuzzer: new Differential(oracle), close: () => oracle.close() };
}
