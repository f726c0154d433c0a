import { binaryBytes, decodePercent, type Pair, parsePair } from '../common/decoding.ts';

/** A part of a multipart body. */
export interface Part {
  readonly name: string;
  readonly file: string | undefined;
  readonly type: string;
  readonly headers: readonly Pair[];
  readonly content: Uint8Array;
  /** Whether the end of the part is missing. */
  readonly isCut: boolean;
}

const MAX_PARTS = 200;
const [CR, LF, HYPHEN] = [13, 10, 45];

/** The value of the parameter `boundary` of a media type; undefined without one. */
export function boundaryOf(type: string): string | undefined {
  const [, quoted, plain] = /;\s?boundary=(?:"([^"]*)"|([^\s;]+))/i.exec(type) ?? [];
  return quoted ?? plain;
}

/** Parses a multipart body (RFC 2046 §5.1) of any bytes. */
export function parseMultipart(bytes: Uint8Array, boundary: string): Part[] {
  const delimiter = binaryBytes(`--${boundary}`);
  const parts: Part[] = [];
  let start = findBytes(bytes, delimiter, 0);
  while (start >= 0 && parts.length < MAX_PARTS) {
    const content = start + delimiter.length;
    if (bytes[content] === HYPHEN && bytes[content + 1] === HYPHEN) break;
    const next = findBytes(bytes, delimiter, content);
    const part = parsePart(bytes.subarray(content, next < 0 ? bytes.length : next), next < 0);
    if (part) parts.push(part);
    start = next;
  }
  return parts;
}

function parsePart(bytes: Uint8Array, isCut: boolean): Part | undefined {
  const head = findBytes(bytes, HEAD_END, 0);
  if (head < 0) return undefined;
  const lines = new TextDecoder().decode(bytes.subarray(0, head)).split('\r\n').filter(Boolean);
  const headers = lines.map((line) => parsePair(line, ':'));
  const fieldOf = (name: string) => headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? '';
  const disposition = fieldOf('content-disposition');
  const isEnded = !isCut && bytes.at(-2) === CR && bytes.at(-1) === LF;
  return {
    name: parameterOf(disposition, 'name') ?? '',
    file: parameterOf(disposition, 'filename'),
    type: fieldOf('content-type'),
    headers,
    content: bytes.subarray(head + HEAD_END.length, isEnded ? bytes.length - 2 : bytes.length),
    isCut,
  };
}

/** A parameter of `Content-Disposition`, in its extended form too (RFC 8187). */
function parameterOf(value: string, name: string): string | undefined {
  const found = new Map<string, string>();
  for (const [, key = '', quoted, plain = ''] of value.matchAll(PARAMETER))
    found.set(
      key.toLowerCase(),
      quoted === undefined ? plain : quoted.replace(/\\(["\\])/g, '$1').replaceAll('%22', '"'),
    );
  const extended = found.get(`${name}*`);
  return extended !== undefined && /^utf-8''/i.test(extended)
    ? decodePercent(extended.slice(7))
    : found.get(name);
}

const PARAMETER = /;[ \t]?([\w-]+\*?)=(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/g;

const HEAD_END = binaryBytes('\r\n\r\n');

function findBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let length = 1;
    while (length < wanted.length && bytes[at + length] === wanted[length]) length++;
    if (length === wanted.length) return at;
  }
  return -1;
}
