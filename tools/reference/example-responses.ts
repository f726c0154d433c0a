import { createCatalogue } from '#docs/catalogue/catalogue.ts';
import { methodOf } from '#docs/pages/examples/example-curl.ts';
import type { RecordedResponse } from '#docs/pages/examples/load-responses.ts';
import type { Endpoint, Example } from '#http/routing/endpoint.ts';
import { hasField } from '#http/syntax/fields.ts';
import { createRuntime, type Runtime } from '#runtime.ts';
import { type RunningServer, startServer } from '#server/server.ts';
import { addExampleAccounts } from '#test/support/accounts/accounts.ts';
import { exchangeBytes, type WireResponse } from '#test/support/wire/wire.ts';
import { shortenResponse } from './shorten-response.ts';
import { UNRECORDED_EXAMPLES } from './unrecorded-examples.ts';

/**
 * Sends each example as its curl command does, in the order of the endpoints, and returns the responses as a JSON document with one
 * line for each endpoint.
 * @throws Error if an example gets another status than it declares, or an unrecorded example does not exist
 */
export async function exampleResponses(): Promise<string> {
  const errors: unknown[] = [];
  const server = await startExampleServer(errors);
  // The control API would delete the accounts of other examples. Its examples name the first request of the journal.
  const controlled = await startExampleServer(errors);
  const record = new Recorder([server.port, controlled.port]);
  await record.send(controlled, { path: '/get' }, 'GET');
  const lines: string[] = [];
  const unrecorded = new Set(UNRECORDED_EXAMPLES.keys());
  for (const { endpoint, name, service } of entriesOf(server)) {
    const responses: (RecordedResponse | null)[] = [];
    for (const [index, example] of endpoint.examples.entries()) {
      const target = service.name === 'control' ? controlled : server;
      const response = await record.send(target, example, methodOf(endpoint, example));
      if (errors.length > 0) throw new Error(`${name} ${index} fails`, { cause: errors[0] });
      if (response.status !== example.status)
        throw new Error(`${name} ${index} gets ${response.status}: ${response.text()}`);
      responses.push(unrecorded.delete(`${name} ${index}`) ? null : record.shorten(response, example));
      if (example.path === CLOCK) await record.send(target, FREEZE, 'PUT');
    }
    lines.push(`${JSON.stringify(name)}: ${JSON.stringify(responses)}`);
  }
  if (unrecorded.size > 0) throw new Error(`There are no examples ${[...unrecorded].join(', ')}`);
  await Promise.all([server.close(), controlled.close()]);
  return `{\n${lines.join(',\n')}\n}\n`;
}

const START = Date.UTC(2026, 0, 1);

/** Examples of the control API change the clock. */
const CLOCK = '/_sparring/clock';
const FREEZE = { path: CLOCK, body: JSON.stringify({ freeze: new Date(START).toISOString() }) };

/** Time, durations, random values and IDs are the same in each run. */
function fixedRuntime(): Runtime {
  const runtime = createRuntime({ now: START, seed: 1 });
  const { now, uuid } = runtime;
  return { ...runtime, machineNow: now, monotonic: () => now() - START, uniqueId: uuid };
}

/** @param errors those that the server logs */
function startExampleServer(errors: unknown[]): Promise<RunningServer> {
  const runtime = fixedRuntime();
  const error = (message: string, details?: object) => void errors.push(details ?? message);
  return startServer(
    {
      database: 'memory',
      host: ['127.0.0.1'],
      port: 0,
      passwordCost: 'test',
      lockoutFailures: 0,
      runtime,
      log: { info() {}, warn() {}, error },
    },
    (store) => addExampleAccounts({ store, runtime }),
  );
}

function entriesOf({ services }: RunningServer) {
  const { families } = createCatalogue(services);
  const entries = new Map(
    families.flatMap((family) => family.entries.map((entry) => [entry.endpoint, entry] as const)),
  );
  return services
    .flatMap((service): readonly Endpoint[] => service.endpoints)
    .flatMap((endpoint) => entries.get(endpoint) ?? []);
}

/** The fields that curl sends. */
const OF_CURL = [
  ['Host', '127.0.0.1:8080'],
  ['User-Agent', 'curl/8.15.0'],
  ['Accept', '*/*'],
] as const;

const FORM_TYPE = ['Content-Type', 'application/x-www-form-urlencoded'] as const;

class Recorder {
  readonly #ports: readonly number[];

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  /** Sends what the curl command of an example sends. */
  async send(
    { port }: RunningServer,
    { path, fields = [], body }: Pick<Example, 'path' | 'fields' | 'body'>,
    method: string,
  ): Promise<WireResponse> {
    const length = ['Content-Length', String(Buffer.byteLength(body ?? ''))] as const;
    const added = body === undefined ? OF_CURL : [...OF_CURL, length, FORM_TYPE];
    const sent = [...added.filter(([name]) => !hasField(fields, name)), ...fields];
    const lines = [`${method} ${path} HTTP/1.1`, ...sent.map(([name, value]) => `${name}: ${value}`)];
    const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
    const [response] = await exchangeBytes(port, bytes, [method]);
    if (!response) throw new Error(`${method} ${path} gets no response`);
    return response;
  }

  /** The response, with the same ports in each run: those of the servers are 8080. */
  shorten(response: WireResponse, example: Example): RecordedResponse {
    const { body, ...shortened } = shortenResponse(response, example);
    const fixed = { ...shortened, head: this.#withPorts(shortened.head) };
    return body === undefined ? fixed : { ...fixed, body: this.#withPorts(body) };
  }

  #withPorts(text: string): string {
    return text.replaceAll(/(?<=127\.0\.0\.1:|"port": )\d{5}\b/g, (port) =>
      this.#ports.includes(Number(port)) ? '8080' : '50000',
    );
  }
}
