import { isSameName } from '../../http/fields.ts';
import type { Protocol } from '../../http/http2.ts';
import { bodyText } from '../body-content.ts';
import type { Pair, RecordedExchange } from '../record.ts';
import { fieldOf, originOf, urlOf } from '../request-url.ts';

/** What snippets need of a recorded request. */
export interface RequestParts {
  readonly method: string;
  readonly origin: string;
  readonly url: string;
  /** The target as received, if it is not the path and query of the URL. */
  readonly unusualTarget: string | undefined;
  readonly target: string;
  readonly headers: readonly Pair[];
  readonly protocol: Protocol;
  readonly isTls: boolean;
  /** Empty without a body. */
  readonly body: Uint8Array;
  /** The body as text, unless it has bytes that are not UTF-8, or control characters. */
  readonly bodyText: string | undefined;
  /** Whether the request has a body, or declares an empty one. */
  readonly hasBody: boolean;
  /** What the journal does not have, or what a snippet does not send. */
  readonly notes: readonly string[];
}

/** @param origin where the request is sent to. */
export function toRequestParts(exchange: RecordedExchange, origin: string): RequestParts {
  const { method, target, headers, trailers, body } = exchange.request;
  const url = origin + urlOf(exchange).slice(originOf(exchange).length);
  const text = bodyText(body);
  return {
    method,
    origin,
    url,
    unusualTarget: url === origin + target && PLAIN_TARGET.test(target) ? undefined : target,
    target,
    headers,
    protocol: exchange.connection.protocol,
    isTls: exchange.connection.tls !== null,
    body: body.kept,
    bodyText: text === undefined || CONTROL.test(text) ? undefined : text,
    hasBody: body.length > 0 || fieldOf(headers, 'Content-Length') !== undefined,
    notes: [
      ...(body.truncated
        ? [`The journal has only ${body.kept.byteLength} of ${body.length} bytes of the body.`]
        : []),
      ...(trailers.length > 0 ? ['The trailers of the request are not sent.'] : []),
    ],
  };
}

/** The fields, without those with the given names in lower case. */
export function withoutFields(headers: readonly Pair[], names: ReadonlySet<string>): Pair[] {
  return headers.filter(([name]) => !names.has(name.toLowerCase()));
}

export function hasField(headers: readonly Pair[], name: string): boolean {
  return headers.some(([other]) => isSameName(other, name));
}

/** Whether a tool sends the same `Host` by itself. */
export function hasUsualHost({ headers, origin }: RequestParts): boolean {
  const hosts = headers.filter(([name]) => isSameName(name, 'Host')).map(([, value]) => value);
  return hosts.length === 1 && origin.endsWith(`//${hosts[0]}`);
}

/** Fields of the connection, and of the framing of the body, which tools set themselves. */
export const FRAMING: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
]);

/** A target that every tool sends as it is. */
const PLAIN_TARGET = /^\/[\w\-.~:/?@!$&'()*+,;=%]*$/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
