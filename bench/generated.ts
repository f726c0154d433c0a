import { setTimeout as sleep } from 'node:timers/promises';
import { download } from './download.ts';
import type { Measurement } from './measurement.ts';
import { type MeasuredServer, startMeasured } from './process.ts';
import { withServer } from './with-server.ts';

const GIBIBYTE = 1024 ** 3;
const ROUNDS = 7;

/** In each round: one takes a quarter of a second, of which the hundredths that the system counts are too coarse a measure. */
const DOWNLOADS = 3;

/** A gibibyte of made-up bytes, against the same number of them in a bare pipe of the same framing, and its memory. */
export async function measureGenerated(): Promise<Measurement[]> {
  const bare = await startMeasured(['bench/bare-pipe.ts'], { variables: { BYTES: String(GIBIBYTE) } });
  try {
    return [
      ...(await measurePath(`/stream-bytes/${GIBIBYTE}`, bare, '/chunked')),
      ...(await measurePath(`/range/${GIBIBYTE}`, bare, '/')),
    ];
  } finally {
    await bare.stop();
  }
}

function measurePath(path: string, bare: MeasuredServer, barePath: string): Promise<Measurement[]> {
  return withServer({ maxGeneratedSize: GIBIBYTE }, async (server) => {
    await sleep(1000);
    const idle = server.residentMegabytes();
    server.peakMegabytes();
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ratios.push((await rate(server, path)) / (await rate(bare, barePath)));
    }
    const value = ratios.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
    const over = server.peakMegabytes() - idle;
    return [
      { what: `GET ${path}, of a bare pipe`, unit: '×', value, target: '≥ 0.7', isReached: value >= 0.7 },
      {
        what: `Memory over idle of ${path.replace(/\d+/, 'n')}`,
        unit: 'MB',
        value: over,
        target: '< 60',
        isReached: over < 60,
      },
    ];
  });
}

/** Bytes for each second of processor time. */
async function rate(server: MeasuredServer, path: string): Promise<number> {
  const before = server.cpuSeconds();
  for (let each = 0; each < DOWNLOADS; each++) {
    const length = await download(server.port, path);
    if (length < GIBIBYTE) throw new Error(`${path} broke off after ${length} bytes`);
  }
  return (DOWNLOADS * GIBIBYTE) / (server.cpuSeconds() - before);
}
