import { request } from '../../test/support/wire/wire.ts';
import { accounts, basic } from '../accounts.ts';
import { againstBare } from '../compare.ts';
import type { Measurement } from '../measurement.ts';
import { withFile, withServer } from '../with-server.ts';

/**
 * `GET /applications/grants/{id}` with a password that was just verified, compared with a bare server with the same
 * response.
 */
export function measureGrant(): Promise<Measurement[]> {
  return withFile((file) =>
    withServer({ database: `sqlite:${file}`, seed: accounts.seed }, async (server) => {
      const fields = [basic('few')] as const;
      const grants: unknown = (
        await request(server.port, {
          path: '/api/v3/applications/grants',
          fields: [['User-Agent', 'bench'], ...fields],
        })
      ).json();
      const path = `/api/v3/applications/grants/${firstId(grants)}`;
      const value = await againstBare({ server, path, fields });
      return [
        {
          what: 'GET /applications/grants/{id}, ratio to a bare server',
          unit: '×',
          value,
          target: '≥ 0.2',
          isReached: value >= 0.2,
        },
      ];
    }),
  );
}

function firstId(list: unknown): number {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  if (typeof first === 'object' && first && 'id' in first && typeof first.id === 'number') return first.id;
  throw new Error(`No grant in ${JSON.stringify(list)}`);
}
