import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { openGunicorn } from '../../test/support/programs/gunicorn.ts';
import { compare } from '../compare.ts';
import { cacheFolder } from '../go-httpbin.ts';
import type { Measurement } from '../measurement.ts';
import { measureProcess } from '../process.ts';
import { withServer } from '../with-server.ts';

const run = promisify(execFile);
const REQUIREMENTS = path.join(import.meta.dirname, '../peers/python/requirements.txt');

/**
 * `GET /get`, compared with psf/httpbin under gunicorn, with one gevent worker; its processor time is that of both
 * processes.
 */
export async function measureHttpbin(): Promise<Measurement[]> {
  const requirements = await readFile(REQUIREMENTS, 'utf8');
  const version = /^httpbin==(\S+)/m.exec(requirements)?.[1];
  const what = `GET /get, ratio to httpbin ${version} under gunicorn`;
  const program = await installGunicorn(requirements).catch((error: Error) => error);
  if (program instanceof Error) return [{ what, skipped: `it was not installed: ${program.message}` }];
  const gunicorn = await openGunicorn(program);
  if (!gunicorn) return [{ what, skipped: 'gunicorn does not start' }];
  try {
    const peer = { ...measureProcess(gunicorn.pid), port: gunicorn.port };
    const value = await withServer({}, (server) =>
      compare({ server, path: '/get' }, { server: peer, path: '/get' }),
    );
    return [{ what, unit: '×', value, target: '≥ 15 (aim 20)', isReached: value >= 15 }];
  } finally {
    await gunicorn.close();
  }
}

/** Installs the packages in a virtual environment, once for each version of the requirements. */
async function installGunicorn(requirements: string): Promise<string> {
  const digest = createHash('sha256').update(requirements).digest('hex').slice(0, 12);
  const folder = path.join(cacheFolder, `python-${digest}`);
  const complete = path.join(folder, 'complete');
  if (!existsSync(complete)) {
    await rm(folder, { recursive: true, force: true });
    await run('python3', ['-m', 'venv', folder]);
    await run(path.join(folder, 'bin/pip'), ['install', '--quiet', '--require-hashes', '-r', REQUIREMENTS]);
    await writeFile(complete, '');
  }
  return path.join(folder, 'bin/gunicorn');
}
