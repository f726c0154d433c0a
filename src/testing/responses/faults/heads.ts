import { type Field, isSameName } from '#http/syntax/fields.ts';
import type { FaultKind, FaultVariant } from './fault-kind.ts';
import { headOf, type WireMessage, withField, withFraming } from './wire-message.ts';

const CLOSE = { http1: 'FIN', tls: '`close_notify`, then FIN' } as const;

/** The `Location` with other bytes. Its host stays in ASCII, so that it is that of the target. */
function location(summary: string, encode: (text: string) => string): FaultVariant {
  const convert = (target: string) => {
    const [authority] = /^(?:[a-z]+:)?\/\/[^/?#]*/i.exec(target) ?? [''];
    return authority + encode(target.slice(authority.length));
  };
  return {
    summary,
    http2Fields: ({ fields }) =>
      fields.filter(isLocation).map(([name, value]): Field => [name, convert(value)]),
    change: (message) => ({
      ...message,
      fields: message.fields.map((line) => line.replace(/(?<=^location: ).*$/i, convert)),
    }),
  };
}

const isLocation = ([name]: Field) => isSameName(name, 'Location');

/** Bytes above 127 in place of their escapes. */
const decodeBytes = (text: string) => text.replace(/(?:%[89a-f][\da-f])+/gi, fromEscapes);

/** The characters from U+0080 to U+00FF, of two bytes in UTF-8, as one byte. */
const decodeLatin1 = (text: string) =>
  text.replace(/(?:%c[23]%[89ab][\da-f])+/gi, (escapes) =>
    Buffer.from(fromEscapes(escapes), 'latin1').toString('utf8'),
  );

/** One character up to U+00FF for each byte. */
const fromEscapes = (escapes: string) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('latin1');

const GARBAGE = 64;
const MAX_HEAD = 1024 * 1024;
const FIELD_NAME = 'X-Fault';

function statusLine(summary: string, line: (message: WireMessage) => string, client?: string): FaultVariant {
  return {
    summary,
    change: (message) => ({ ...message, statusLine: line(message) }),
    ...(client === undefined ? {} : { client }),
  };
}

const status = ({ statusLine: line }: WireMessage) => line.split(' ')[1] ?? '200';
const REJECTED = 'curl 1';
const ACCEPTED = 'none; accepted';

function fieldLine(summary: string, line: string, client?: string): FaultVariant {
  return {
    summary,
    change: (message) => withField(message, line),
    ...(client === undefined ? {} : { client }),
  };
}

/** Faults in the head of a message, and bytes that are no message. */
export const heads: readonly FaultKind[] = [
  {
    name: 'garbage',
    behaviour: 'message',
    summary: 'Sends 64 random bytes in place of the response, or in place of its chunks.',
    places: ['start', 'headers'],
    change(message, { place, generateBytes }) {
      const bytes = toGarbage(generateBytes(GARBAGE));
      if (place === 'start') return { ...message, head: bytes, isHeadOnly: true };
      return {
        ...message,
        isHeadOnly: true,
        head: Buffer.concat([headOf(withFraming(message, 'Transfer-Encoding: chunked')), bytes]),
      };
    },
    ...CLOSE,
    http2: undefined,
    client: 'curl 1 at `start`, 56 at `headers`',
    examples: ['garbage', 'garbage@headers'],
  },
  {
    name: 'status-line',
    behaviour: 'message',
    summary: 'Sends a malformed or unusual status line.',
    places: [],
    variants: {
      empty: statusLine('An empty line in place of the status line.', () => ''),
      lf: {
        summary: 'Lines of the head that end with LF only.',
        client: ACCEPTED,
        change: (message) => ({ ...message, lineEnd: '\n' }),
      },
      version: statusLine('The version HTTP/9.9.', (message) =>
        message.statusLine.replace('HTTP/1.1', 'HTTP/9.9'),
      ),
      code: statusLine('A status that is no number.', () => 'HTTP/1.1 abc'),
      low: statusLine('The status 099.', () => 'HTTP/1.1 099 Low'),
      high: statusLine('The status 1000.', () => 'HTTP/1.1 1000 High'),
      'no-reason': statusLine(
        'No reason phrase, which is valid (RFC 9112 §4).',
        (message) => `HTTP/1.1 ${status(message)} `,
        ACCEPTED,
      ),
      'no-space': statusLine(
        'No reason phrase, and no space before it.',
        (message) => `HTTP/1.1 ${status(message)}`,
        ACCEPTED,
      ),
      http09: {
        summary: 'Content only, as in HTTP/0.9.',
        client: 'curl 1',
        change: (message) => ({ ...message, head: new Uint8Array(), chunkFormat: undefined, tail: '' }),
      },
      late: {
        summary: 'Four empty lines before the status line.',
        client: 'curl 1',
        change: (message) => ({ ...message, prefix: '\r\n\r\n\r\n\r\n' }),
      },
    },
    needsContent: true,
    ...CLOSE,
    http2: undefined,
    client: REJECTED,
    examples: ['status-line:version', 'status-line:no-reason'],
  },
  {
    name: 'field',
    behaviour: 'message',
    summary: 'Adds a malformed or extreme header field.',
    places: [],
    variants: {
      'no-colon': fieldLine('A line without a colon.', FIELD_NAME, 'curl 8'),
      'space-colon': fieldLine('A space before the colon.', `${FIELD_NAME} : 1`),
      'no-name': fieldLine('No name before the colon.', ': 1'),
      fold: fieldLine('A value on two lines (RFC 9112 §5.2).', `${FIELD_NAME}: 1\r\n 2`),
      nul: fieldLine('A NUL in the value.', `${FIELD_NAME}: a\0b`, 'curl 8'),
      'bare-cr': fieldLine('A CR without LF in the value.', `${FIELD_NAME}: a\rb`),
      latin1: fieldLine('A byte above 127 in the value.', `${FIELD_NAME}: \xe9`),
      long: {
        summary: 'One field with a value of so many bytes.',
        number: { minimum: 1, maximum: MAX_HEAD },
        client: 'curl 100 or 56 above its limit',
        http2Fields: ({ number }) => [[FIELD_NAME, 'a'.repeat(number)]],
        change: (message, { number }) => withField(message, `${FIELD_NAME}: ${'a'.repeat(number)}`),
      },
      many: {
        summary: 'So many fields.',
        number: { minimum: 1, maximum: 10_000 },
        client: 'curl 100 or 56 above its limit',
        http2Fields: ({ number }) => numbered(number).map((name) => [name, '1']),
        change: (message, { number }) => withField(message, ...numbered(number).map((name) => `${name}: 1`)),
      },
      endless: {
        summary: 'Fields up to 1 MiB, and no end of the head.',
        client: 'curl 56',
        change: (message) => ({ ...message, head: endlessHead(message), isHeadOnly: true }),
      },
    },
    ...CLOSE,
    http2: 'complete response with the fields of `long` and `many`; the others are rejected',
    client: ACCEPTED,
    examples: ['field:fold', 'field:long:100000', 'field:many:500'],
  },
  {
    name: 'location',
    behaviour: 'message',
    summary:
      'Sends a `Location` with bytes above 127, which is percent-encoded without the fault. The host of the target stays in ASCII.',
    places: [],
    variants: {
      utf8: location('Characters in UTF-8: each escape above `%7F` as its byte.', decodeBytes),
      latin1: location(
        'Characters in Latin-1; those that it does not have stay percent-encoded.',
        decodeLatin1,
      ),
    },
    ...CLOSE,
    http2: 'complete response',
    client: ACCEPTED,
    examples: ['location:utf8', 'location:latin1'],
  },
];

/** Without CR and LF, and without the first letter of HTTP, so that no client takes it for a message. */
function toGarbage(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) =>
    byte === 0x0d || byte === 0x0a || (index === 0 && isStart(byte)) ? 0x21 : byte,
  );
}

/** Whether a status line or the size of a chunk can begin with the byte: `H`, or a hexadecimal digit. */
function isStart(byte: number): boolean {
  return /[H\da-f]/i.test(String.fromCharCode(byte));
}

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${FIELD_NAME}-${index + 1}`);
}

function endlessHead({ statusLine: line, fields }: WireMessage): Uint8Array {
  const start = [line, ...fields, ''].join('\r\n');
  return Buffer.from(start.padEnd(MAX_HEAD, `${FIELD_NAME}: ${'a'.repeat(100)}\r\n`), 'latin1');
}
