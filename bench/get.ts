import { againstBare } from './compare.ts';
import type { Measurement } from './measurement.ts';
import { withServer } from './with-server.ts';

/** `GET /get`, compared with a bare server with the same response. */
export function measureGet(): Promise<Measurement[]> {
  return withServer({}, async (server) => {
    const value = await againstBare({ server, path: '/get?a=1&b=two' });
    return [
      {
        what: 'GET /get?a=1&b=two, ratio to a bare server',
        unit: '×',
        value,
        target: '≥ 0.75 (aim 0.9)',
        isReached: value >= 0.75,
      },
    ];
  });
}
