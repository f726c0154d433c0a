import { readFile } from 'node:fs/promises';
import { HTTPBIN_LOCK, openGunicorn } from '../../test/support/programs/gunicorn.ts';
import { NO_PYTHON } from '../../test/support/programs/python-environment.ts';
import { compare } from '../compare.ts';
import type { Measurement } from '../measurement.ts';
import { measureProcess } from '../process.ts';
import { withServer } from '../with-server.ts';

/**
 * `GET /get`, compared with psf/httpbin under gunicorn, with one gevent worker; its processor time is that of both
 * processes.
 */
export async function measureHttpbin(): Promise<Measurement[]> {
  const version = /^httpbin==(\S+)/m.exec(await readFile(HTTPBIN_LOCK, 'utf8'))?.[1];
  const what = `GET /get, ratio to httpbin ${version} under gunicorn`;
  const gunicorn = await openGunicorn();
  if (!gunicorn) return [{ what, skipped: NO_PYTHON }];
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
