import { Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** Calls one server over connections that are kept open. No answer is undefined. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #port: number;
  readonly statuses = new Map<number, number>();

  constructor(port: number) {
    this.#port = port;
  }

  call(method: string, path: string, credentials?: string, body?: object): Promise<Answer | undefined> {
    const begun = performance.now();
    return new Promise((resolve) => {
      const sent = request(
        {
          port: this.#port,
          host: '127.0.0.1',
          agent: this.#agent,
          method,
          path,
          timeout: 40_000,
          headers: {
            'User-Agent': 'torture',
            ...(credentials && { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
            ...(body && { 'Content-Type': 'application/json' }),
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk) => (text += chunk));
          response.on('error', () => resolve(undefined));
          response.on('end', () => {
            const status = response.statusCode ?? 0;
            this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
            resolve({ status, text, milliseconds: performance.now() - begun });
          });
        },
      );
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => resolve(undefined));
      sent.end(body && JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
