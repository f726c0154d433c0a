import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { installPython, NO_PYTHON } from '#test/support/programs/python-environment.ts';
import { parseWithNode } from './llhttp.ts';
import type { Oracle, OracleName } from './oracle.ts';
import { OracleProcess } from './oracle-process.ts';

const run = promisify(execFile);
const folder = import.meta.dirname;
const goProgram = path.join(folder, '../../../../node_modules/.cache/wire-oracle-go');

/** Why an oracle cannot run on this machine. */
export class NoOracle extends Error {}

/** @throws NoOracle */
export async function openOracle(name: OracleName): Promise<Oracle> {
  switch (name) {
    case 'llhttp':
      return { name, parse: parseWithNode, close: () => {} };
    case 'go':
      await buildGo();
      return new OracleProcess(name, goProgram, []);
    case 'h11': {
      const python = await installPython('wire-oracle-h11', path.join(folder, 'h11/requirements.txt'));
      if (python === undefined) throw new NoOracle(NO_PYTHON);
      return new OracleProcess(name, python, [path.join(folder, 'h11/oracle.py')]);
    }
  }
}

async function buildGo(): Promise<void> {
  const options = { cwd: path.join(folder, 'go'), env: { GOTOOLCHAIN: 'local', ...process.env } };
  try {
    await run('go', ['build', '-o', goProgram, '.'], options);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if ('code' in error && error.code === 'ENOENT') throw new NoOracle('go is not installed here');
    if (/requires go|invalid go version/.test(error.message))
      throw new NoOracle('test/support/wire/oracles/go requires a newer go');
    throw error;
  }
}
