import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { launcher } from '../support/command.ts';

export const integrations = path.join(import.meta.dirname, '../../integrations');

interface Behaviour {
  readonly number: string;
  readonly name: string;
  /** The name of its test in each integration, without regard to the case of the first letter. */
  readonly test: string;
}

/** The behaviours of `integrations/CONTRACT.md`. */
export function readContract(): Behaviour[] {
  const text = readFileSync(path.join(integrations, 'CONTRACT.md'), 'utf8');
  const rows = [...text.matchAll(/^\| (\d+) \| (\w+) \|/gm)];
  return rows.map(([, number = '', name = '']) => ({
    number,
    name,
    test: `test_${number.padStart(2, '0')}_${name}`,
  }));
}

/** Asserts that each behaviour has a test in the output, and that all of these passed. */
export function assertProven(output: string, result: RegExp, passed: string): void {
  const results = [...output.matchAll(result)].map(({ groups }) => groups ?? {});
  for (const { test } of readContract()) {
    const found = results.filter((each) => each.test?.toLowerCase() === test).map((each) => each.result);
    assert.ok(found.length > 0 && found.every((each) => each === passed), `${test}: ${found}\n${output}`);
  }
}

/** Whether a program runs without an error. */
export function isInstalled(file: string, ...args: string[]): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
}

/** Runs a program with the command of this project as that of the integration. */
export function runTests(
  file: string,
  args: readonly string[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<{ code: number; text: string }> {
  const env = {
    ...process.env,
    ...variables,
    SPARRING_COMMAND: JSON.stringify([process.execPath, launcher]),
  };
  const options = { cwd, env, timeout: 390_000, maxBuffer: 2 ** 25 };
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, text: stdout + stderr }),
    );
  });
}
