import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Cleanup, launcher } from '../support/commands/command.ts';
import { startProgram } from '../support/commands/started-program.ts';

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

/** The behaviours that a server has, too, which opens no ports for bins, such as one in a container. */
export function readBehavioursOfBins(): Behaviour[] {
  return readContract().filter(({ number }) => Number(number) >= 12 && Number(number) <= 22);
}

/** The variables of a server that opens no ports for bins. It ends with the test. */
export async function startServerWithoutPorts(t: Cleanup): Promise<Readonly<Record<string, string>>> {
  const { connection } = await startProgram(t, { words: ['--host', '0.0.0.0'] });
  const { url, token } = await connection;
  return { SPARRING_URL: url, SPARRING_CONTROL_TOKEN: token ?? '' };
}

/** The words that run a command with a server that all of its processes use. */
export const SPARRING_RUN = [launcher, 'run', '--'];
/** With this command, a process that does not use the server of `sparring run` fails. */
export const NO_COMMAND = { SPARRING_COMMAND: '/nothing' };

/** Asserts that each behaviour has a test in the output, and that all of these passed. */
export function assertProven(
  output: string,
  result: RegExp,
  passed: string,
  behaviours: readonly Behaviour[] = readContract(),
): void {
  const results = [...output.matchAll(result)].map(({ groups }) => groups ?? {});
  for (const { test } of behaviours) {
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
    SPARRING_COMMAND: JSON.stringify([process.execPath, launcher]),
    ...variables,
  };
  const options = { cwd, env, timeout: 390_000, maxBuffer: 2 ** 25 };
  return new Promise((resolve) => {
    execFile(file, args, options, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, text: stdout + stderr }),
    );
  });
}
