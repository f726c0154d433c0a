import { openGunicorn } from '../test/support/gunicorn.ts';
import { compare } from './compare.ts';
import type { Measurement } from './measurement.ts';
import { measureProcess } from './process.ts';
import { withServer } from './with-server.ts';

/**
 * `GET /get`, compared with the httpbin of Debian under gunicorn, with one gevent worker; its processor time is that of
 * both processes.
 */
export async function measureHttpbin(): Promise<Measurement[]> {
  const what = 'GET /get, ratio to httpbin under gunicorn';
  const gunicorn = await openGunicorn();
  if (!gunicorn) return [{ what, skipped: 'gunicorn or python3-httpbin is not installed' }];
  const original = {
    ...measureProcess(gunicorn.pid),
    port: gunicorn.port,
    startMilliseconds: Number.NaN,
    stop: gunicorn.close,
    async collectGarbage() {},
  };
  try {
    const value = await withServer({}, (server) =>
      compare({ server, path: '/get' }, { server: original, path: '/get' }),
    );
    return [{ what, unit: '×', value, target: '≥ 15 (aim 20)', isReached: value >= 15 }];
  } finally {
    await gunicorn.close();
  }
}
