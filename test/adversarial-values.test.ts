import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, describe, it } from 'node:test';
import { type Attack, attacksOn, describeAttack } from './support/attacks.ts';
import { exampleServer } from './support/servers/example-server.ts';

/** Microseconds of processor time of this thread, which runs the server and the client. */
const MAXIMUM = 100_000;
const TRIES = 5;

describe('8 KB of adversarial text', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const options = { isFrozen: true, maxDuration: 10 } as const;
  const shared = await exampleServer(options);
  // Requests to the control API change the state of the server.
  const controlled = await exampleServer(options);
  after(() => agent.destroy());

  for (const service of shared.services) {
    const server = service.name === 'control' ? controlled : shared;
    for (const endpoint of service.endpoints) {
      it(`${service.name}: ${endpoint.path} answers each value within ${MAXIMUM / 1000} ms of processor time`, async () => {
        const slow: string[] = [];
        for (const attack of await attacksOn(service, endpoint, server)) {
          const time = await leastTime(() => send(server.port, agent, attack));
          if (time > MAXIMUM) slow.push(`${time} µs: ${describeAttack(attack)}`);
        }
        assert.deepEqual(slow, []);
        assert.deepEqual(server.errors, []);
      });
    }
  }
});

/** Processor time of the fastest attempt, to reduce the influence of garbage collection and of other tests. */
async function leastTime(act: () => Promise<void>): Promise<number> {
  let least = Infinity;
  for (let count = 0; count < TRIES && least > MAXIMUM; count++) {
    const before = process.threadCpuUsage();
    await act();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/** Resolves when the response is complete, or when the server has closed the connection. */
function send(port: number, agent: Agent, { method, path, fields, body }: Attack): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = fields.map(([name, value]): [string, string] => [name, value]);
    if (body !== undefined) headers.push(['Content-Length', String(Buffer.byteLength(body))]);
    const sent = request({
      host: '127.0.0.1',
      port,
      agent,
      method,
      path,
      headers: [['Host', `127.0.0.1:${port}`], ...headers].flat(),
      timeout: 10_000,
    });
    sent.on('response', (response) => {
      response.resume();
      response.on('close', resolve);
    });
    // Some endpoints close the connection or send bytes that are not HTTP.
    sent.on('error', () => resolve());
    sent.on('timeout', () =>
      reject(
        new Error(
          `No answer: ${describeAttack({ method, path, fields, ...(body === undefined ? {} : { body }) })}`,
        ),
      ),
    );
    sent.end(body);
  });
}
