import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { testProject } from '../support/programs/projects.ts';

export const root = path.join(import.meta.dirname, '../..');

/** The OpenAPI documents of `docs/reference`, as paths from the root. */
export const documents: readonly string[] = globSync('docs/reference/*.openapi.json', { cwd: root }).sort();

const { folder, skip } = testProject('test/openapi/npm');

/** A module of the package in `npm/`: one of our scripts, or the entry of a command. */
function toolPath(name: string): string {
  return path.join(folder, name);
}

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a script of `npm/` with this Node. Undefined if the package is not installed, and the test is then skipped. */
export async function runTool(
  t: TestContext,
  script: string,
  args: readonly string[],
  cwd: string = root,
): Promise<Outcome | undefined> {
  if (skip) {
    t.skip(skip);
    return undefined;
  }
  return run([toolPath(script), ...args], cwd);
}

/** Runs Node with these arguments, offline, and without the settings of this machine. */
export function run(args: readonly string[], cwd: string): Promise<Outcome> {
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...args],
      { cwd, env, maxBuffer: 64 * 1024 * 1024, timeout: 120_000 },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? 1) : 0, output: `${out}${err}` }),
    );
  });
}
