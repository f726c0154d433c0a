import { connect } from 'node:net';
import { generatedBody } from '../adapter/messages.ts';
import type { CasePorts, OpenCase } from '../case-port/case-port.ts';
import type { ComposedScript, PortScript } from '../case-port/scripted-response.ts';
import type { Runtime } from '../server.ts';
import type { Step } from '../verdict/case.ts';
import type { ConnectionRecord } from '../wire/connection-record.ts';

/** The bytes of a response with the seconds between them, and how the server ends the connection. */
export interface CapturedResponse {
  readonly steps: readonly (Buffer | number)[];
  readonly end: 'keep' | 'fin' | 'reset';
}

/** Nothing more comes after this time without bytes. */
const IDLE_MS = 700;
const POLL_MS = 10;
/** A shorter pause is none of the response. */
const PAUSE_MS = 40;

/** A response of a case, and the request that gets it. */
export interface CaptureOptions {
  readonly response: ComposedScript;
  /** The port of the response, and the names of all ports of the case. */
  readonly port: string;
  readonly ports: readonly string[];
  readonly step: Step;
  /** A field that the request has. */
  readonly field: string | undefined;
}

/** Sends the request of a step to the port of a case that serves only this response, and records what comes. */
export async function capture(
  { response, port, ports, step, field }: CaptureOptions,
  casePorts: CasePorts,
  runtime: Runtime,
): Promise<CapturedResponse> {
  const others = Object.fromEntries(ports.map((each): [string, PortScript] => [each, []]));
  const open = await casePorts.open({ ...others, [port]: [response] });
  const socket = connect(open.ports.get(port)?.port ?? 0, '127.0.0.1');
  try {
    socket.on('error', () => {}).resume();
    socket.write(requestOf(step, field, open));
    const record = await untilIdle(open, port, runtime);
    return buildResponse(record, open);
  } finally {
    socket.destroy();
    await open.close();
  }
}

function requestOf({ method = 'GET', body, bodySize }: Step, field: string | undefined, { fill }: OpenCase) {
  const content = body === undefined ? generatedBody(bodySize ?? 0) : Buffer.from(body, 'base64');
  const lines = [
    `${method} / HTTP/1.1`,
    fill('Host: {a}'),
    ...(field === undefined ? [] : [`${field}: x`]),
    ...(content.length > 0 ? [`Content-Length: ${content.length}`] : []),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content]);
}

async function untilIdle(
  open: OpenCase,
  name: string,
  runtime: Runtime,
): Promise<ConnectionRecord | undefined> {
  let [count, since] = [0, runtime.monotonic()];
  for (;;) {
    const record = open.ports.get(name)?.connections[0];
    const now = (record?.entries.length ?? 0) + (record?.ends.length ?? 0);
    if (now !== count) [count, since] = [now, runtime.monotonic()];
    const isEnded = record?.ends.some(({ by }) => by === 'server') === true;
    if (isEnded || runtime.monotonic() - since > IDLE_MS) return record;
    await runtime.wait(POLL_MS);
  }
}

function buildResponse(record: ConnectionRecord | undefined, open: OpenCase): CapturedResponse {
  const entries = record?.entries ?? [];
  const sent = entries.filter(({ from }) => from === 'server');
  let last = entries.findLast(({ from }) => from === 'client')?.ms ?? 0;
  const steps = sent.flatMap(({ ms, bytes }): (Buffer | number)[] => {
    const pause = ms - last;
    last = ms;
    const named = Buffer.from(withNames(bytes.toString('latin1'), open), 'latin1');
    return pause > PAUSE_MS ? [Math.round(pause / 10) / 100, named] : [named];
  });
  const end = record?.ends.find(({ by }) => by === 'server')?.how;
  return { steps, end: end === undefined ? 'keep' : end === 'RST' ? 'reset' : 'fin' };
}

/** The authorities of ports as in the texts of cases. */
function withNames(text: string, { ports }: OpenCase): string {
  return [...ports.values()].reduce(
    (named, { name, port }) =>
      named
        .replaceAll(`127.0.0.1:${port}`, `{${name}}`)
        .replaceAll(`localhost:${port}`, `{${name}.localhost}`),
    text,
  );
}
