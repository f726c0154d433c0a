import { withBuildOf } from './base-build.ts';
import { compare } from './compare.ts';
import type { Measurement } from './measurement.ts';
import type { MeasuredServer } from './process.ts';
import { withServer } from './with-server.ts';

/** Twice as many as for other figures: the targets are differences of a few percent. */
const ROUNDS = { rounds: 21, milliseconds: 700 };

/** The ratio of two servers for the same request. */
export function compareAt(path: string, one: MeasuredServer, other: MeasuredServer): Promise<number> {
  return compare({ server: one, path }, { server: other, path }, ROUNDS);
}

export function ratioRow(what: string, value: number, target: number): Measurement {
  return { what, unit: '×', value, target: `≥ ${target}`, isReached: value >= target };
}

/** Sends equal requests to this build and to that of the commit `BENCH_BASE`. */
export async function measureAgainstBase(paths: readonly string[], target: number): Promise<Measurement[]> {
  const commit = process.env.BENCH_BASE;
  const requests = paths.map((path) => `GET ${path}`).join(' and ');
  if (commit === undefined)
    return [
      {
        what: `${requests}, ratio to the build of BENCH_BASE`,
        skipped: 'the variable BENCH_BASE names no commit',
      },
    ];
  return withBuildOf(commit, (folder) =>
    withServer(
      {},
      (base) =>
        withServer({}, async (server) => {
          const rows: Measurement[] = [];
          for (const path of paths) {
            const what = `GET ${path}, ratio to the build of ${commit}`;
            rows.push(ratioRow(what, await compareAt(path, server, base), target));
          }
          return rows;
        }),
      folder,
    ),
  );
}
