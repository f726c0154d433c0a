import { Failure } from './failure.ts';
import type { Mutant } from './mutants.ts';
import type { WireReader } from './wire-reader.ts';

export interface ReadOptions {
  readonly method: string;
  readonly isTls: boolean;
  readonly maxBody: number;
  readonly has: (mutant: Mutant) => boolean;
  /** Called with each head, informational ones included; false ends the reading. */
  readonly onHead: (head: Head) => void;
  readonly onPart: (total: number) => void;
}

export interface Head {
  readonly status: number;
  readonly version: string;
  readonly fields: [string, string][];
}

export interface ReadResponse extends Head {
  readonly content: Buffer;
  readonly keepsOpen: boolean;
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const STATUS_LINE = /^(HTTP\/1\.[01]) (\d\d\d)(?: .*)?$/;
const MAX_FIELDS = 5000;
const MAX_INTERIMS = 100;
const MAX_FIELD_BYTES = 256 * 1024;

/** Reads a response by the rules of RFC 9112, unless a mutant breaks one of them. */
export async function readResponse(reader: WireReader, options: ReadOptions): Promise<ReadResponse> {
  const merged: [string, string][] = [];
  const maxInterims = options.has('few-interims') ? MAX_INTERIMS / 5 : MAX_INTERIMS;
  for (let count = 0; count <= maxInterims; count++) {
    const head = await readHead(reader, options);
    if (head.status === 101 && !options.has('ignores-101'))
      throw new Failure('protocol', '101 that nobody asked for');
    options.onHead(head);
    if (head.status >= 200 || options.has('1xx-is-final')) return readContent(reader, head, merged, options);
    if (options.has('merge-1xx')) merged.push(...head.fields);
    const [length = '0'] = options.has('interim-content-read') ? values(head.fields, 'content-length') : [];
    await reader.take(Number(length), () => {});
  }
  throw new Failure('protocol', 'informational responses without end');
}

async function readHead(reader: WireReader, { has }: ReadOptions): Promise<Head> {
  const line = await reader.line();
  if (line === undefined) {
    if (has('crashes-on-garbage') && reader.hasBinary) process.exit(1);
    throw new Failure('connection', 'the connection ended before the head');
  }
  const [, version = '', status = ''] = STATUS_LINE.exec(line) ?? [];
  if (version === '' || (status.startsWith('0') && !has('takes-low-status'))) {
    throw new Failure('protocol', `the status line ${line.slice(0, 40)}`);
  }
  const fields: [string, string][] = [];
  let bytes = 0;
  for (;;) {
    const field = await reader.line();
    if (field === undefined) throw new Failure('protocol', 'the connection ended in the head');
    if (field === '') return { status: Number(status), version, fields };
    bytes += field.length;
    if (bytes > MAX_FIELD_BYTES || fields.length > MAX_FIELDS)
      throw new Failure('protocol', 'a head without end');
    const last = fields.at(-1);
    if (/^[ \t]/.test(field)) {
      if (!last) throw new Failure('protocol', 'white space before the first field');
      last[1] += has('fold-kept') ? `\r\n${field}` : ` ${field.trim()}`;
    } else fields.push(parseField(field));
  }
}

function parseField(line: string): [string, string] {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon);
  if (colon < 0 || !TOKEN.test(name) || /[\0\r]/.test(line))
    throw new Failure('protocol', 'a malformed field');
  return [name, line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, '')];
}

export function values(fields: readonly (readonly [string, string])[], name: string): string[] {
  return fields
    .filter(([each]) => each.toLowerCase() === name)
    .flatMap(([, value]) => value.split(/\s*,\s*/));
}

async function readContent(
  reader: WireReader,
  head: Head,
  merged: [string, string][],
  options: ReadOptions,
): Promise<ReadResponse> {
  const { status, version, fields } = head;
  const { method, has } = options;
  const parts: Buffer[] = [];
  let total = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    total += part.length;
    options.onPart(total);
    if (total > options.maxBody) throw new Failure('too-large', 'more content than allowed');
  };
  const closes =
    version === 'HTTP/1.0' || values(fields, 'connection').some((each) => each.toLowerCase() === 'close');
  const done = (isDelimited: boolean): ReadResponse => ({
    status,
    version,
    fields: [...merged, ...fields],
    content: Buffer.concat(parts),
    keepsOpen: isDelimited && (!closes || has('reuse-after-close')),
  });
  const isHead = method === 'HEAD' && !has('head-reads-body');
  if (isHead || status < 200 || status === 204 || status === 304) return done(true);
  const codings = values(fields, 'transfer-encoding');
  const lengths = values(fields, 'content-length');
  if (codings.length > 0) {
    if (version === 'HTTP/1.0' || lengths.length > 0 || codings.join().toLowerCase() !== 'chunked')
      throw new Failure('protocol', 'contradictory framing');
    await readChunks(reader, add, options);
    return done(true);
  }
  if (lengths.length > 0) {
    const length = parseLength(lengths, has);
    const taken = await reader.take(length, add);
    if (taken < length && !has('no-truncation-check'))
      throw new Failure('protocol', `${taken} of ${length} bytes`);
    return done(taken === length);
  }
  // Node does not report a missing close_notify, so the end of TLS proves nothing.
  if (options.isTls) throw new Failure('protocol', 'content over TLS without a length');
  await reader.take(Number.POSITIVE_INFINITY, add);
  return done(false);
}

function parseLength(lengths: readonly string[], has: ReadOptions['has']): number {
  const [first = ''] = lengths;
  const isSame = lengths.every((each) => each === first) || has('first-length-wins');
  const text = has('lenient-number') ? first.replace(/^[+-]/, '').replace(/^0x/, '') : first;
  if (!isSame || !/^\d{1,12}$/.test(text)) throw new Failure('protocol', `the length ${lengths.join(', ')}`);
  return Number(text);
}

async function readChunks(
  reader: WireReader,
  add: (part: Buffer) => void,
  { has }: ReadOptions,
): Promise<void> {
  const ended = () => {
    if (!has('chunk-eof-is-end')) throw new Failure('protocol', 'the connection ended in the chunks');
  };
  for (;;) {
    const line = await reader.line();
    if (line === undefined) return ended();
    const [, digits] = /^0*([\da-f]{1,7})(?:;.{0,100000})?$/i.exec(line) ?? [];
    if (digits === undefined) throw new Failure('protocol', `the chunk size ${line.slice(0, 40)}`);
    const size = Number.parseInt(digits, 16);
    if (size === 0) break;
    if ((await reader.take(size, add)) < size) return ended();
    const end = await reader.line();
    if (end === undefined) return ended();
    if (end !== '') throw new Failure('protocol', 'data behind a chunk');
  }
  for (;;) {
    const trailer = await reader.line();
    if (trailer === undefined) return ended();
    if (trailer === '') return;
    parseField(trailer);
  }
}
