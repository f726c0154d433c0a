/** A part of a form as curl writes it. */
export interface FormPart {
  readonly name: string;
  readonly file: string | undefined;
  readonly type: string | undefined;
  readonly content: Buffer;
}

/** The only head that curl writes, but for further header fields of a part. */
const HEAD =
  /^Content-Disposition: form-data; name="([^"\\\r\n]*)"(?:; filename="([^"\\\r\n]*)")?(?:\r\nContent-Type: ([^\r\n;",]+(?:; ?[\w-]+=[\w.-]+)*))?$/;

/**
 * The parts of a body of `multipart/form-data` whose bytes are those that curl writes, but for the boundary.
 * @returns undefined for another body
 */
export function parseFormParts(body: Uint8Array, contentType: string): readonly FormPart[] | undefined {
  const [, quoted, plain] =
    /^multipart\/form-data; ?boundary=(?:"([^"\\]{1,70})"|([^\s";,]{1,70}))$/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return undefined;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const [first, end] = [`--${boundary}\r\n`, `\r\n--${boundary}--`];
  const last = bytes.lastIndexOf(end);
  const rest = bytes.subarray(last + end.length).toString('latin1');
  if (bytes.indexOf(first) !== 0 || last < 0 || (rest !== '' && rest !== '\r\n')) return undefined;
  const parts: FormPart[] = [];
  for (let start = first.length; start < last; ) {
    const delimiter = bytes.indexOf(`\r\n--${boundary}\r\n`, start);
    const next = delimiter < 0 ? last : delimiter;
    const part = parseFormPart(bytes.subarray(start, next));
    if (!part) return undefined;
    parts.push(part);
    start = next === last ? last : next + first.length + 2;
  }
  return parts.length === 0 ? undefined : parts;
}

function parseFormPart(bytes: Buffer): FormPart | undefined {
  const blank = bytes.indexOf('\r\n\r\n');
  const [head, name = '', file, type] = HEAD.exec(bytes.subarray(0, blank).toString('utf8')) ?? [];
  if (blank < 0 || head === undefined || name === '' || name.includes('=')) return undefined;
  // curl adds a type to each file.
  if (file !== undefined && type === undefined) return undefined;
  return { name, file, type, content: bytes.subarray(blank + 4) };
}
