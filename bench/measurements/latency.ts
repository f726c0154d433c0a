import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Latencies {
  /** Milliseconds. */
  readonly p99: number;
  readonly maximum: number;
}

/** Milliseconds between two requests. */
const INTERVAL = 2;

/**
 * Sends `GET /get` on one connection until the action has ended. A response that takes longer than the interval counts
 * as the requests that would have been sent meanwhile, so that one long interruption is not one value among thousands.
 */
export async function measureLatencies(port: number, action: () => Promise<void>): Promise<Latencies> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const request = `GET /get HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
  const values: number[] = [];
  let isRunning = true;
  const running = action().finally(() => {
    isRunning = false;
  });
  const sample = async () => {
    while (isRunning) {
      const start = performance.now();
      await new Promise((resolve, reject) => {
        socket.once('error', reject).once('data', () => resolve(socket.off('error', reject)));
        socket.write(request);
      });
      for (let value = performance.now() - start; value > 0; value -= INTERVAL) values.push(value);
      await sleep(INTERVAL);
    }
  };
  try {
    await Promise.all([running, sample()]);
  } finally {
    socket.destroy();
  }
  values.sort((one, other) => one - other);
  return {
    p99: values[Math.floor(values.length * 0.99)] ?? Number.NaN,
    maximum: values.at(-1) ?? Number.NaN,
  };
}
