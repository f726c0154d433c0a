import { accounts, basic } from './accounts.ts';
import { rate } from './compare.ts';
import type { Measurement } from './measurement.ts';
import { withFile, withServer } from './with-server.ts';

const ROUNDS = 3;
const MILLISECONDS = 700;

/** Requests per second of processor time, for the sizing of a server. They depend on the machine. */
export function measureSizing(): Promise<Measurement[]> {
  return withFile((file) =>
    withServer({ database: `sqlite:${file}`, seed: accounts.seed }, async (server) => {
      const token = ['Authorization', `token ${'0'.repeat(40)}`] as const;
      const rows: Measurement[] = [];
      for (const [what, request] of [
        ['GET /get', { server, path: '/get' }],
        ['GET /user with a token, SQLite', { server, path: '/api/v3/user', fields: [token] }],
        [
          'GET /user with a password in the cache, SQLite',
          { server, path: '/api/v3/user', fields: [basic('few')] },
        ],
      ] as const) {
        const rates: number[] = [];
        for (let round = 0; round < ROUNDS; round++) rates.push(await rate(request, MILLISECONDS));
        rows.push({ what: `${what}, requests per CPU second`, unit: '/s', value: Math.max(...rates) });
      }
      return rows;
    }),
  );
}
