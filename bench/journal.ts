import { compare } from './compare.ts';
import type { Measurement } from './measurement.ts';
import { withServer } from './with-server.ts';

/** `GET /get` with the journal, compared with a server without it. */
export function measureJournal(): Promise<Measurement[]> {
  return withServer({ journal: 1000 }, (server) =>
    withServer({}, async (without) => {
      const path = '/get?a=1&b=two';
      const value = await compare({ server, path }, { server: without, path });
      return [
        {
          what: 'GET /get?a=1&b=two, ratio to a server without the journal',
          unit: '×',
          value,
          target: '≥ 0.80',
          isReached: value >= 0.8,
        },
      ];
    }),
  );
}
