import { type Fields, fieldValues } from '#http/syntax/fields.ts';

/** A request that a snippet sends. Each character of a field value is a byte. */
export interface SnippetRequest {
  readonly method: string;
  /** Scheme, host and port of the server. */
  readonly origin: string;
  readonly url: string;
  readonly target: string;
  /** The target, if a tool may send another one for the URL. */
  readonly unusualTarget: string | undefined;
  readonly headers: Fields;
  /** The header fields, with those that delimit the body in HTTP/1. */
  readonly framedHeaders: Fields;
  readonly protocol: 'HTTP/1.0' | 'HTTP/1.1' | 'HTTP/2';
  readonly isTls: boolean;
  /** Whether the request has a body, or declares an empty one. */
  readonly hasBody: boolean;
  /** Empty without a body. */
  readonly body: Uint8Array;
  /** The body as text, unless it has bytes that are not UTF-8, or control characters. */
  readonly bodyText: string | undefined;
  /** Differences between the request and what the snippet sends. */
  readonly notes: readonly string[];
}

/** Whether every tool sends this target as it is. */
export function isPlainTarget(target: string): boolean {
  return /^\/[\w\-.~:/?@!$&'()*+,;=%]*$/.test(target);
}

/** The text of a body without control characters. */
export function selectPrintableText(text: string | undefined): string | undefined {
  return text === undefined || CONTROL.test(text) ? undefined : text;
}

/** The fields, without those with the given names in lower case. */
export function withoutFields(headers: Fields, names: ReadonlySet<string>): Fields {
  return headers.filter(([name]) => !names.has(name.toLowerCase()));
}

/** Whether a tool sends the same `Host` by itself. */
export function hasUsualHost({ headers, origin }: SnippetRequest): boolean {
  const hosts = fieldValues(headers, 'Host');
  return hosts.length === 1 && origin.endsWith(`//${hosts[0]}`);
}

/** The fields that a library does not set itself, with an unusual `Host`, and grouped by name. */
export function groupFields(request: SnippetRequest): (readonly [name: string, values: readonly string[]])[] {
  const omitted = new Set(FRAMING);
  if (!hasUsualHost(request)) omitted.delete('host');
  const groups = Map.groupBy(withoutFields(request.headers, omitted), ([name]) => name.toLowerCase());
  return [...groups.values()].map((pairs) => [pairs[0]?.[0] ?? '', pairs.map(([, value]) => value)]);
}

/** Fields of the connection, and of the framing of the body, which tools set themselves. */
export const FRAMING: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
]);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
