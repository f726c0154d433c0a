import { openConnection } from './transcript.ts';

export interface ProbeResult {
  readonly count: number;
  /** Milliseconds of the slowest response. */
  readonly worst: number;
}

const REQUEST = 'GET /ip HTTP/1.1\r\nHost: localhost\r\n\r\n';
const END = '}\n';

/** Milliseconds between a response and the next request: the memory of many responses is not that of a flood. */
const PAUSE = 10;

/** Sends one request after the other on a connection of its own, to see that a server answers. */
export class Probe {
  #isRunning = true;
  readonly #result: Promise<ProbeResult>;

  private constructor(result: (isRunning: () => boolean) => Promise<ProbeResult>) {
    this.#result = result(() => this.#isRunning);
  }

  static async start(port: number, ca?: string): Promise<Probe> {
    const socket = await openConnection(port, ca);
    socket.setNoDelay(true).setEncoding('latin1');
    return new Probe(
      (isRunning) =>
        new Promise((resolve, reject) => {
          let count = 0;
          let worst = 0;
          let start = performance.now();
          socket.on('data', (text: string) => {
            if (!text.endsWith(END)) return;
            count++;
            worst = Math.max(worst, performance.now() - start);
            if (!isRunning()) {
              socket.destroy();
              resolve({ count, worst });
              return;
            }
            setTimeout(() => {
              start = performance.now();
              socket.write(REQUEST);
            }, PAUSE);
          });
          socket.on('error', reject);
          socket.on('end', () => reject(new Error(`The connection ended after ${count} responses`)));
          socket.write(REQUEST);
        }),
    );
  }

  /** Waits for the response to the last request. */
  stop(): Promise<ProbeResult> {
    this.#isRunning = false;
    return this.#result;
  }
}
