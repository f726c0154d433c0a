import { Socket } from 'node:net';
import type { Outcome } from '../../src/adapter/messages.ts';
import type { CasePort, ServedResponse } from '../../src/case-port/case-port.ts';
import { fillIn } from '../../src/case-port/scripted-response.ts';
import { Observation, type StepTime } from '../../src/verdict/observation.ts';
import { ConnectionRecord } from '../../src/wire/connection-record.ts';

/** What arrives on one connection. Texts are Latin-1, with the names of ports as in cases. */
export interface Talk {
  readonly client: readonly (string | Buffer)[];
  /** When each text arrives, in milliseconds; by default one millisecond after the one before, on any connection. */
  readonly at?: readonly number[];
  readonly server?: string | Buffer;
  readonly serverName?: string;
  readonly isEnded?: true;
}

/** Evidence of both witnesses, without a network: outcomes, and the connections of each port. */
export interface Evidence {
  /** One for each step. */
  readonly outcomes?: readonly Omit<Outcome, 'id'>[];
  readonly ports?: Readonly<Record<string, readonly (readonly (string | Buffer)[] | Talk)[]>>;
  readonly served?: readonly ServedResponse[];
  readonly times?: readonly StepTime[];
}

/** Each port has a number by its name, also where the evidence has no connection of it. */
function portOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 1000);
}

function fill(text: string): string {
  return fillIn(text, (name, host) => `${host}:${portOf(name)}`);
}

/** The observation that a run with this evidence has. Its connections are read as those of a real port. */
export function observe({ outcomes = [], ports = {}, served = [], times = [] }: Evidence): Observation {
  let now = 0;
  const open = Object.entries(ports).map(([name, talks], index): [string, CasePort] => {
    const connections = talks.map((given, place) => {
      const talk: Talk = 'client' in given ? given : { client: given };
      const record = new ConnectionRecord(place + 1, new Socket(), () => now);
      talk.client.forEach((text, order) => {
        now = talk.at?.[order] ?? now + 1;
        record.receive(toBytes(text));
      });
      if (talk.server !== undefined) record.send(toBytes(talk.server));
      if (talk.serverName !== undefined) record.secured(talk.serverName);
      if (talk.isEnded) record.ended();
      return record;
    });
    const isSecure = name.startsWith('tls');
    const port: CasePort = {
      name,
      port: portOf(name),
      isSecure,
      hasIpv6: true,
      connections,
      served: index === 0 ? served : [],
      close: async () => {},
    };
    return [name, port];
  });
  return new Observation(
    { hello: 1, client: 'test', version: '1' },
    outcomes.map((outcome, index) => ({ id: index + 1, ...outcome })),
    times,
    new Map(open),
    fill,
  );
}

function toBytes(text: string | Buffer): Buffer {
  return typeof text === 'string' ? Buffer.from(fill(text), 'latin1') : text;
}

export function get(target = '/', ...lines: readonly string[]): string {
  return ask('GET', target, undefined, ...lines);
}

/** A request with Content-Length, if it has content. */
export function ask(
  method: string,
  target: string,
  content: string | Buffer | undefined,
  ...lines: readonly string[]
): string {
  const bytes = typeof content === 'string' ? content : (content?.toString('latin1') ?? '');
  const framing = content === undefined ? [] : [`Content-Length: ${bytes.length}`];
  return [`${method} ${target} HTTP/1.1`, 'Host: {a}', ...lines, ...framing, '', bytes].join('\r\n');
}

/** A request to a port of this evidence. */
export function at(port: string, ...requests: readonly string[]): NonNullable<Evidence['ports']> {
  return { [port]: [requests] };
}

export function answered(content: string | Buffer, status = 200): Omit<Outcome, 'id'> {
  return { status, headers: [], body: Buffer.from(content).toString('base64') };
}

export const hello = answered('hello');
export const failed: Omit<Outcome, 'id'> = { error: 'connection' };
export const timedOut: Omit<Outcome, 'id'> = { error: 'timeout' };
export const refused: Omit<Outcome, 'id'> = { error: 'invalid-request' };
