import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { WireResponse } from '../support/wire/wire.ts';

/** The aspects of a response that are compared, by name, such as `status` or `ETag`. */
export type Comparable = ReadonlyMap<string, unknown>;

/** Headers of the connection, and those that differ in each response. */
const IGNORED = new Set(['date', 'server', 'connection', 'keep-alive']);

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The order of fields does not matter, except among repeats of one field. Random values and times are masked. */
export function toComparable(response: WireResponse): Comparable {
  const { body, isLengthFree } = toBody(response);
  const comparable = new Map<string, unknown>([
    ['status', response.status],
    ['reason', response.reason],
    ['body', body],
  ]);
  for (const [name, value] of response.fields) {
    if (IGNORED.has(name.toLowerCase()) || (name === 'Content-Length' && isLengthFree)) continue;
    const before = comparable.get(name);
    const comparableValue = name === 'Allow' ? value.split(', ').sort().join(', ') : mask(value);
    comparable.set(name, [...(Array.isArray(before) ? before : []), comparableValue]);
  }
  return comparable;
}

/** The aspects that differ. */
export function differences(one: Comparable, other: Comparable): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (aspect) => JSON.stringify(one.get(aspect)) !== JSON.stringify(other.get(aspect)),
  );
}

/** The length of JSON and of compressed content depends on the serialization. */
function toBody(response: WireResponse): { body: unknown; isLengthFree: boolean } {
  const text = mask(decode(response).toString('latin1'));
  if (!response.field('Content-Type')?.endsWith('json')) return { body: text, isLengthFree: false };
  return { body: text === '' ? text : sorted(parse(text)), isLengthFree: true };
}

/** The decoded body, or the body itself if it does not have the coding that its header names. */
function decode(response: WireResponse): Buffer {
  try {
    return DECODERS[response.field('Content-Encoding') ?? '']?.(response.body) ?? response.body;
  } catch {
    return response.body;
  }
}

/** Numbers are compared as text; so is content that is not valid JSON, such as NaN. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? context?.source : value,
    );
  } catch {
    return text.replace(/\s+/g, '');
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}

function mask(text: string): string {
  return text
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UUID')
    .replace(/\b[0-9a-f]{32,128}\b/g, (hex) => `${hex.length} hexadecimal digits`)
    .replace(/\b\w{3}, \d{2} \w{3} 20\d\d \d\d:\d\d:\d\d GMT\b/g, 'NOW');
}
