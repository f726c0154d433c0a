import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { head, type RawScript, raw } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { either, error, ok, type Rule, rule, value } from '../verdict/expectation.ts';
import { describeContent, type Observation } from '../verdict/observation.ts';
import { valuesOf } from '../wire/request-reader.ts';

const TEXT = 'hello '.repeat(300);

/** A complete message with content in a coding: the framing is right, so only the decoder can find the fault. */
function coded(label: string, content: () => Uint8Array): RawScript {
  return {
    raw: () => {
      const bytes = content();
      return [
        head(`Content-Encoding: ${label}`, `Content-Length: ${bytes.length}`, 'Connection: close'),
        bytes,
      ];
    },
    end: 'fin',
  };
}

function isRaw(seen: Observation, content: () => Uint8Array): boolean {
  const { body = '', error: failure } = seen.outcome(1);
  return failure === undefined && Buffer.from(body, 'base64').equals(Buffer.from(content()));
}

/** A client that did not ask for a coding may reject it, or hand its bytes out with the label. */
function isRejectedOrRaw(seen: Observation, content: () => Uint8Array): boolean {
  const { error: failure } = seen.outcome(1);
  return (failure !== undefined && failure !== 'timeout') || isRaw(seen, content);
}

function decoded(
  label: string,
  content: () => Uint8Array,
  expect: Rule,
  declared: Partial<CaseDeclaration>,
): CaseDeclaration {
  return {
    level: 'R',
    clause: 'RFC 9110 §8.4.1',
    serve: [coded(label, content)],
    ...declared,
    expect: rule(
      `${expect.text}; an error, or the coded bytes with their label, for a client that does not ask for ${label}`,
      (seen) => {
        const finding = expect.check(seen);
        if (!finding) return undefined;
        const requested = valuesOf(seen.requests()[0]?.fields ?? [], 'accept-encoding')
          .join(',')
          .toLowerCase();
        return !requested.includes(label.toLowerCase().replace('x-', '')) && isRejectedOrRaw(seen, content)
          ? undefined
          : finding;
      },
    ),
  };
}

const SAFETY = { level: 'X', clause: 'RFC 1952 §2.3' } as const;
const gzip = () => gzipSync(TEXT);

function cut(encode: (text: string) => Buffer): () => Buffer {
  return () => {
    const content = encode(LONG);
    return content.subarray(0, Math.floor(content.length / 2));
  };
}

/** Content that does not compress to a few bytes, so that its half is part of the text. */
const LONG = Array.from({ length: 400 }, (_, index) => `line ${index * 7919} of the content\n`).join('');

function choice(label: string, content: () => Uint8Array): CaseDeclaration {
  return {
    level: 'I',
    clause: 'RFC 9110 §8.4',
    serve: [coded(label, content)],
    expect: value('raw, decoded, or rejected', (seen) => {
      const outcome = seen.outcome(1);
      if (outcome.error !== undefined) return outcome.error === 'timeout' ? 'time-out' : 'rejected';
      if (isRaw(seen, content)) return 'raw';
      return ok(TEXT).check(seen) === undefined ? 'decoded' : `other content, ${describeContent(outcome)}`;
    }),
  };
}

function crc(): Buffer {
  const bytes = gzip();
  bytes.writeUInt32LE((bytes.readUInt32LE(bytes.length - 8) ^ 1) >>> 0, bytes.length - 8);
  return bytes;
}

/** One bit in the middle of the compressed data. */
function flipped(): Buffer {
  const bytes = gzipSync(LONG);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 0x10, middle);
  return bytes;
}

const CHUNK = 1024 * 1024;
const LAYERS = 16;

function layered(): Buffer {
  let bytes = Buffer.alloc(2 * CHUNK);
  for (let layer = 0; layer < LAYERS; layer++) bytes = gzipSync(bytes);
  return bytes;
}

/** 50 MiB in 51 kB. */
function bomb(): Buffer {
  return gzipSync(Buffer.alloc(50 * CHUNK));
}

/** The content without its codings is longer than the limit; with all of them, a client that does not decode may hand it out. */
function withinLimit(content: () => Uint8Array): Rule {
  return rule('an error, or the coded bytes', (seen) =>
    isRaw(seen, content) ? undefined : error().check(seen),
  );
}

export const coding = caseGroup('coding', {
  gzip: decoded('gzip', gzip, ok(TEXT), {}),
  deflate: decoded('deflate', () => deflateSync(TEXT), ok(TEXT), {}),
  br: decoded('br', () => brotliCompressSync(TEXT), ok(TEXT), {}),
  zstd: decoded('zstd', () => zstdCompressSync(TEXT), ok(TEXT), {}),
  'x-gzip': decoded('x-gzip', gzip, ok(TEXT), { level: 'S', clause: 'RFC 9110 §8.4.1.3' }),
  case: decoded('GZIP', gzip, ok(TEXT), { level: 'S' }),
  members: decoded(
    'gzip',
    () => Buffer.concat([gzipSync(TEXT.slice(0, 900)), gzipSync(TEXT.slice(900))]),
    ok(TEXT),
    {
      clause: 'RFC 1952 §2.2',
    },
  ),
  list: {
    ...decoded('gzip, gzip', () => gzipSync(gzip()), either(ok(TEXT), error()), { level: 'S' }),
    clause: 'RFC 9110 §8.4',
  },
  truncated: decoded('gzip', cut(gzipSync), error(), SAFETY),
  'truncated-br': decoded('br', cut(brotliCompressSync), error(), { ...SAFETY, clause: 'RFC 7932 §2' }),
  'truncated-zstd': decoded('zstd', cut(zstdCompressSync), error(), {
    ...SAFETY,
    clause: 'RFC 8878 §3.1',
  }),
  'truncated-trailer': decoded('gzip', () => gzip().subarray(0, -8), error(), SAFETY),
  crc: decoded('gzip', crc, error(), SAFETY),
  flip: decoded('gzip', flipped, error(), SAFETY),
  empty: {
    // A recommendation: a client that reports an error neither hangs nor loses content.
    level: 'S',
    clause: 'RFC 9110 §8.4',
    serve: [coded('gzip', () => Buffer.alloc(0))],
    expect: ok(''),
  },
  head: {
    level: 'B',
    clause: 'RFC 9110 §8.4, §9.3.2',
    needs: ['control.head'],
    serve: [raw('fin', head('Content-Encoding: gzip', 'Content-Length: 50', 'Connection: close'))],
    ask: [{ method: 'HEAD' }],
    expect: ok(''),
  },
  '204': {
    level: 'B',
    clause: 'RFC 9110 §8.4, §15.3.5',
    serve: [raw('fin', 'HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\nConnection: close\r\n\r\n')],
    expect: ok('', { status: 204 }),
  },
  unknown: choice('xyz', () => Buffer.from(TEXT)),
  'raw-deflate': choice('deflate', () => deflateRawSync(TEXT)),
  trailing: choice('gzip', () => Buffer.concat([gzip(), Buffer.alloc(16, 'x')])),
  unasked: {
    ...choice('gzip', gzip),
    ask: [{ headers: [['Accept-Encoding', 'identity']] }],
  },
  depth: {
    level: 'X',
    clause: 'RFC 9110 §17.5',
    supports: ['max-body'],
    serve: [coded(Array.from({ length: LAYERS }, () => 'gzip').join(', '), layered)],
    ask: [{ maxBody: CHUNK, timeout: 5, headers: [['Accept-Encoding', 'gzip']] }],
    expect: withinLimit(layered),
  },
  bomb: {
    level: 'X',
    clause: 'RFC 9110 §17.5',
    supports: ['max-body'],
    alone: true,
    revision: 2,
    serve: [coded('gzip', bomb)],
    // A busy machine needs more than a second for the content.
    ask: [{ maxBody: CHUNK, timeout: 5, headers: [['Accept-Encoding', 'gzip']] }],
    expect: withinLimit(bomb),
  },
});
