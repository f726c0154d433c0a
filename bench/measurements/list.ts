import { accounts, basic } from '../accounts.ts';
import { compare, type MeasuredRequest } from '../compare.ts';
import { fill } from '../fill.ts';
import type { Measurement } from '../measurement.ts';
import { withFile, withServer } from '../with-server.ts';

/** A page of 30 out of a million tokens, compared with a page out of a thousand. */
export function measureList(): Promise<Measurement[]> {
  return withFile(async (file) => {
    const options = { database: `sqlite:${file}`, seed: accounts.seed };
    await withServer(options, async () => {});
    fill(file, 'few', accounts.clientId, 1000 - 1);
    fill(file, 'many', accounts.clientId, 1_000_000 - 1);
    return withServer(options, async (server) => {
      const requested = (login: 'few' | 'many'): MeasuredRequest => ({
        server,
        path: '/api/v3/authorizations',
        fields: [basic(login)],
      });
      const value = await compare(requested('few'), requested('many'));
      return [
        {
          what: 'List page, 30 of 1,000,000, ratio to 30 of 1,000',
          unit: '× the cost',
          value,
          target: '≤ 1.3',
          isReached: value <= 1.3,
        },
      ];
    });
  });
}
