import { compare } from '../compare.ts';
import type { Measurement } from '../measurement.ts';
import { withServer } from '../with-server.ts';

/** `GET /get` with the counters of the metrics, compared with a server without the control API, which has none. */
export function measureMetrics(): Promise<Measurement[]> {
  return withServer({}, (server) =>
    withServer({ control: false }, async (without) => {
      const path = '/get?a=1&b=two';
      const value = await compare({ server, path }, { server: without, path });
      return [
        {
          what: 'GET /get?a=1&b=two, ratio to a server without metrics',
          unit: '×',
          value,
          target: '≥ 0.98',
          isReached: value >= 0.98,
        },
      ];
    }),
  );
}
