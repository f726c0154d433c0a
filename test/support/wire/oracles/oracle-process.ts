import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Oracle, OracleName, OracleResult } from './oracle.ts';

/** An oracle in a process of its own. It reads batches of cases, and writes a line of JSON for each case. */
export class OracleProcess implements Oracle {
  readonly name: OracleName;
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  constructor(name: OracleName, command: string, args: readonly string[]) {
    this.name = name;
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    // The end of the process is also the end of its lines.
    this.#child.on('error', () => {});
    this.#child.stdin.on('error', () => {});
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async parse(inputs: readonly Buffer[]): Promise<readonly OracleResult[]> {
    const parts = inputs.flatMap((input) => [formatNumber(input.length), input]);
    this.#child.stdin.write(Buffer.concat([formatNumber(inputs.length), ...parts]));
    const results: OracleResult[] = [];
    while (results.length < inputs.length) {
      const line = await this.#lines.next();
      if (line.done) throw new Error(`The oracle ${this.name} has ended`);
      const result: OracleResult = JSON.parse(line.value);
      results.push(result);
    }
    return results;
  }

  close(): void {
    this.#child.stdin.end();
  }
}

function formatNumber(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
