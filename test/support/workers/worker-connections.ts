import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Cleanup } from '../commands/command.ts';
import type { StartedWorkers } from './workers.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface SendOptions {
  readonly body?: object | string;
  readonly headers?: Record<string, string>;
  readonly onContinue?: () => void;
}

/** A connection that is kept open, so its requests go to one worker. They are sent one after the other. */
export class WorkerConnection {
  readonly port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(port: number) {
    this.port = port;
  }

  /**
   * @param options.body sent as JSON
   * @param options.onContinue called when the server has begun to process the request, and asks for its body
   */
  send(method: string, path: string, { body, headers = {}, onContinue }: SendOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const text = typeof body === 'object' ? JSON.stringify(body) : body;
      const length = text === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(text)) };
      const options = { host: '127.0.0.1', port: this.port, agent: this.#agent, method, path };
      const sent = request({ ...options, headers: { ...length, ...headers } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      });
      sent.on('error', reject);
      if (!onContinue) {
        sent.end(text);
        return;
      }
      sent.setHeader('Expect', '100-continue');
      sent.flushHeaders();
      sent.once('continue', () => {
        onContinue();
        sent.end(text);
      });
    });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, { headers });
  }

  control(method: string, path: string, body?: object): Promise<Answer> {
    return this.send(method, `/_sparring${path}`, body === undefined ? {} : { body });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Opens connections one after the other: each worker gets as many. Returns them by index, modulo their number. */
export async function openConnections(
  t: Cleanup,
  { port }: Pick<StartedWorkers, 'port'>,
  count: number,
): Promise<(index: number) => WorkerConnection> {
  const connections = Array.from({ length: count }, () => new WorkerConnection(port));
  t.after(() => {
    for (const connection of connections) connection.close();
  });
  for (const connection of connections) await connection.get('/_sparring/health');
  return (index) => {
    const connection = connections[index % count];
    if (!connection) throw new RangeError('There is no connection');
    return connection;
  };
}
