import { formatChunkHead } from '#wire/http1/writer.ts';
import type { FaultKind, FaultVariant, VariantContext } from './fault-kind.ts';
import { asChunked, CHUNKED, type WireMessage, withFraming } from './wire-message.ts';

const CLOSE = { http1: 'FIN', tls: '`close_notify`, then FIN' } as const;

function lengths(summary: string, ...values: readonly ((length: number) => string)[]): FaultVariant {
  return {
    summary,
    change: (message, { length }) =>
      withFraming(asPlain(message), ...values.map((value) => `Content-Length: ${value(length)}`)),
  };
}

function codings(summary: string, change: FaultVariant['change']): FaultVariant {
  return { summary, change };
}

/** Content that a client does not expect, with its length. */
function unexpected(
  summary: string,
  statusLine?: { readonly status: number; readonly reason: string },
): FaultVariant {
  return {
    summary,
    ...(statusLine && { status: statusLine.status }),
    forcesContent: true,
    client: 'differs; over HTTP/2 92',
    http2Fields: ({ length }) => [['Content-Length', String(length)]],
    change(message, { length }) {
      const changed = {
        ...withFraming(asPlain(message), `Content-Length: ${length}`),
        hasForcedContent: true,
      };
      if (!statusLine) return changed;
      return { ...changed, statusLine: `HTTP/1.1 ${statusLine.status} ${statusLine.reason}` };
    },
  };
}

/** Content without a transfer coding. */
function asPlain(message: WireMessage): WireMessage {
  return { ...message, chunkFormat: undefined, tail: '' };
}

const declared = (change: (context: VariantContext) => number): FaultVariant['change'] => {
  return (message, context) => ({
    ...withFraming(asPlain(message), `Content-Length: ${change(context)}`),
    ending: change(context) > context.length && !context.has('close') ? 'stall' : 'close',
  });
};

const more = ({ length, number }: VariantContext) => length + number;
const less = ({ length, number }: VariantContext) => length - number;

/** Faults in the framing of a message (RFC 9112 §6). */
export const framing: readonly FaultKind[] = [
  {
    name: 'length',
    behaviour: 'message',
    summary: 'Declares a `Content-Length` that is too large or too small.',
    places: [],
    numberSeparator: '-',
    options: ['close'],
    variants: {
      more: {
        summary:
          'Declares so many bytes more than it sends, then stalls; with `close`, closes the connection.',
        number: { minimum: 1, maximum: 1_000_000_000 },
        client: 'curl 28; with `close` 18; over HTTP/2 92',
        http2Fields: (context) => [['Content-Length', String(more(context))]],
        change: declared(more),
      },
      less: {
        summary: 'Declares so many bytes less, and sends all.',
        number: { minimum: 1, maximum: 1_000_000_000 },
        client: 'none; over HTTP/2 92',
        http2Fields: (context) => [['Content-Length', String(less(context))]],
        change: declared(less),
      },
    },
    needsContent: true,
    http1: 'stall for `more`, otherwise FIN',
    tls: 'stall for `more`, otherwise `close_notify` and FIN',
    http2: '`content-length` that the DATA does not match (RFC 9113 §8.1.1), END_STREAM',
    client: 'curl 18 or none',
    examples: ['length:more-5', 'length:more-5,close', 'length:less-2'],
  },
  {
    name: 'framing',
    behaviour: 'message',
    summary: 'Sends contradictory or invalid framing fields.',
    places: [],
    variants: {
      'two-lengths': lengths('Two lengths.', String, (length) => String(length + 1)),
      'length-and-chunked': codings('A length and chunks.', (message, { length }) =>
        withFraming(asChunked(message), `Content-Length: ${length}`, 'Transfer-Encoding: chunked'),
      ),
      negative: lengths('A negative length.', (length) => `-${length}`),
      plus: lengths('A length with a sign.', (length) => `+${length}`),
      hex: lengths('A hexadecimal length.', (length) => `0x${length.toString(16)}`),
      list: lengths(
        'A list of equal lengths, which recipients may accept (RFC 9110 §8.6).',
        (length) => `${length}, ${length}`,
      ),
      'te-gzip': codings('The transfer coding `gzip` without `chunked`.', (message) =>
        withFraming(asPlain(message), 'Transfer-Encoding: gzip'),
      ),
      'te-twice': codings('The transfer coding `chunked, chunked`, with chunks once.', (message) =>
        withFraming(asChunked(message), 'Transfer-Encoding: chunked, chunked'),
      ),
      'content-on-204': unexpected('Content of a status without content.', {
        status: 204,
        reason: 'NO CONTENT',
      }),
      'content-on-304': unexpected('Content of a status without content.', {
        status: 304,
        reason: 'NOT MODIFIED',
      }),
      'content-on-head': unexpected('Content in response to HEAD; other methods are rejected.'),
    },
    needsContent: true,
    ...CLOSE,
    http2:
      'DATA with the content of `content-on-204`, `content-on-304` and `content-on-head`, END_STREAM; the others are rejected',
    client: 'differs (RFC 9112 §6.3); curl 18 for `two-lengths`, 8 for `negative`, 61 for `te-gzip`',
    examples: ['framing:two-lengths', 'framing:length-and-chunked'],
  },
  {
    name: 'chunk',
    behaviour: 'message',
    summary: 'Sends malformed or unusual chunks.',
    places: [],
    variants: {
      size: sizes('A size that is no number.', () => 'xyz'),
      negative: sizes('A negative size.', (size) => `-${size.toString(16)}`),
      overflow: sizes('A size of 17 hexadecimal digits.', () => 'F'.repeat(17)),
      lf: {
        summary: 'Lines that end with LF only.',
        client: 'none',
        change: (message) => ({
          ...asChunked(message),
          chunkFormat: { sizeLine: (size) => `${size.toString(16)}\n`, end: '\n' },
          tail: '0\n\n',
        }),
      },
      'no-crlf': {
        summary: 'No CRLF behind the data.',
        change: (message) => ({ ...asChunked(message), chunkFormat: { ...CHUNKED, end: '' } }),
      },
      extension: {
        summary: 'A chunk extension of so many bytes.',
        number: { minimum: 1, maximum: 65_536 },
        client: 'none',
        change: (message, { number }) => ({
          ...asChunked(message),
          chunkFormat: { ...CHUNKED, sizeLine: (size) => `${size.toString(16)};${'a'.repeat(number)}\r\n` },
        }),
      },
      short: {
        summary: 'A size that is larger than the data, then the end of the connection.',
        client: 'curl 18',
        change: (message) => ({
          ...asChunked(message),
          chunkFormat: { sizeLine: (size) => formatChunkHead(size + 16), end: '' },
          tail: '',
        }),
      },
      'no-last': {
        summary: 'No last chunk.',
        client: 'curl 18',
        change: (message) => ({ ...asChunked(message), tail: '' }),
      },
      'bad-trailer': {
        summary: 'A trailer without a colon.',
        client: 'curl 43',
        change: (message) => ({ ...asChunked(message), tail: '0\r\nX-Fault\r\n\r\n' }),
      },
      split: {
        summary: 'A valid message of up to 65,536 bytes, each byte in its own write.',
        client: 'none',
        change: (message) => ({ ...asChunked(message), isSplit: true }),
      },
    },
    needsContent: true,
    ...CLOSE,
    http2: undefined,
    client: 'curl 56',
    examples: ['chunk:no-last', 'chunk:size', 'chunk:extension:100'],
  },
  {
    name: 'extra',
    behaviour: 'extra',
    summary: 'Sends more than one complete response, and keeps the connection.',
    places: [],
    variants: {
      answer: { summary: 'A second response, with the content `extra`.', change: (message) => message },
      bytes: { summary: 'Sixteen bytes `!`.', change: (message) => message },
    },
    http1: 'open, as after any response',
    tls: 'open, as after any response',
    http2: undefined,
    client: 'none; the bytes must not answer the next request (RFC 9112 §9.2)',
    examples: ['extra:answer', 'extra:bytes'],
  },
];

function sizes(summary: string, line: (size: number) => string): FaultVariant {
  return {
    summary,
    change: (message) => ({
      ...asChunked(message),
      chunkFormat: { ...CHUNKED, sizeLine: (size) => `${line(size)}\r\n` },
    }),
  };
}
