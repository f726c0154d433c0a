import type { Hello, Outcome } from '../adapter/messages.ts';
import type { CasePort, ServedResponse } from '../case-port/case-port.ts';
import type { ConnectionRecord } from '../wire/connection-record.ts';
import type { WireRequest } from '../wire/request-reader.ts';

/** A request, and where it arrived. */
export interface PlacedRequest extends WireRequest {
  readonly port: string;
  readonly connection: number;
}

/** The time of one step, in milliseconds. */
export interface StepTime {
  /** From the request to the adapter to its outcome. */
  readonly duration: number;
  /** The client's own limit. */
  readonly limit: number;
}

/** Both witnesses of one run of a case: what the ports saw, and what the client told its user. */
export class Observation {
  readonly hello: Hello;
  /** One for each step, in order. */
  readonly outcomes: readonly Outcome[];
  /** One for each step, in order. */
  readonly times: readonly StepTime[];
  readonly ports: ReadonlyMap<string, CasePort>;
  /** Replaces the names of ports in a text by their authorities. */
  readonly fill: (text: string) => string;

  constructor(
    hello: Hello,
    outcomes: readonly Outcome[],
    times: readonly StepTime[],
    ports: ReadonlyMap<string, CasePort>,
    fill: (text: string) => string,
  ) {
    this.hello = hello;
    this.outcomes = outcomes;
    this.times = times;
    this.ports = ports;
    this.fill = fill;
  }

  /** The outcome of a step, counted from 1. */
  outcome(step: number): Outcome {
    return this.outcomes[step - 1] ?? { id: 0, adapterError: 'The step was not made.' };
  }

  connections(port = 'a'): readonly ConnectionRecord[] {
    return this.ports.get(port)?.connections ?? [];
  }

  get allConnections(): readonly ConnectionRecord[] {
    return [...this.ports.values()].flatMap(({ connections }) => connections);
  }

  /** Whether no byte of the client arrived at any port. */
  get isUnsent(): boolean {
    return this.allConnections.every(({ bytesReceived }) => bytesReceived === 0);
  }

  /** The requests in the order of their arrival at any port. */
  requests(port?: string): PlacedRequest[] {
    const ports = [...this.ports.values()].filter(({ name }) => port === undefined || name === port);
    const requests = ports.flatMap(({ name, connections }) =>
      connections.flatMap((connection) =>
        connection.requests.map((request) => ({ ...request, port: name, connection: connection.number })),
      ),
    );
    return requests.sort((one, other) => one.at - other.at);
  }

  get served(): readonly ServedResponse[] {
    return [...this.ports.values()].flatMap(({ served }) => served);
  }

  /** All recorded bytes of one side as Latin-1, connection by connection. */
  textFrom(side: 'client' | 'server', port?: string): string {
    return [...this.ports.values()]
      .filter(({ name }) => port === undefined || name === port)
      .flatMap(({ connections }) => connections)
      .map((connection) => connection.textFrom(side))
      .join('\n\n');
  }
}

/** The decoded content of an outcome; undefined if only its digest is known. */
export function contentOf({ body }: Outcome): Buffer | undefined {
  return body === undefined ? Buffer.alloc(0) : Buffer.from(body, 'base64');
}

/** An outcome in a few words. */
export function describeOutcome(outcome: Outcome): string {
  const { status, error, message, unsupported, adapterError } = outcome;
  if (unsupported !== undefined) return `unsupported: ${unsupported}`;
  if (adapterError !== undefined) return `adapter error: ${adapterError}`;
  const content = describeContent(outcome);
  if (error !== undefined)
    return `error ${error}${message === undefined ? '' : ` (${message.slice(0, 120)})`}${status === undefined ? '' : ` after status ${status}`}`;
  return `status ${status ?? 'none'}, ${content}`;
}

export function describeContent(outcome: Outcome): string {
  const { size, body } = outcome;
  if (size !== undefined && body === undefined) return `${size} bytes`;
  const content = contentOf(outcome) ?? Buffer.alloc(0);
  if (content.length === 0) return 'no content';
  const text = JSON.stringify(content.subarray(0, 40).toString('latin1'));
  return content.length > 40 ? `${content.length} bytes ${text}…` : text;
}
