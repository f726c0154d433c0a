import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createZstdCompress,
  deflateRawSync,
  deflateSync,
  gzipSync,
} from 'node:zlib';
import { temporaryFolder } from '#test/support/commands/command.ts';
import { runProgram } from '#test/support/commands/program.ts';
import { createExchange } from '#test/support/recorded-exchange.ts';
import { decodeMessage } from './decoded-body.ts';
import { NO_REDACTION } from './redaction.ts';

const MIB = 1024 * 1024;

/** Decodes the file of the arguments in a process of its own, and prints how many kilobytes its memory has grown. */
const PROGRAM = `
  import { readFileSync } from 'node:fs';
  import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
  import { decodeMessage } from ${JSON.stringify(import.meta.resolve('./decoded-body.ts'))};
  import { NO_REDACTION } from ${JSON.stringify(import.meta.resolve('./redaction.ts'))};
  import { createExchange } from ${JSON.stringify(import.meta.resolve('../../../test/support/recorded-exchange.ts'))};
  const [, , file, coding] = process.argv;
  const decode = (body, codings) =>
    decodeMessage(createExchange({ method: 'POST', headers: [['Content-Encoding', codings]], body }), 'request', NO_REDACTION);
  // The code of the decoders is loaded on first use.
  const small = Buffer.alloc(1000);
  for (const [coding, encode] of [['gzip', gzipSync], ['br', brotliCompressSync], ['zstd', zstdCompressSync]])
    await decode(encode(small), coding);
  const body = readFileSync(file);
  const before = process.resourceUsage().maxRSS;
  const { state, bytes } = await decode(body, coding);
  console.log(JSON.stringify({ state, length: bytes.length, grown: process.resourceUsage().maxRSS - before }));
`;

/** Zeros through a compressor. */
async function compress(stream: ReturnType<typeof createBrotliCompress>, mebibytes = 256): Promise<Buffer> {
  const compressed = buffer(stream);
  const zeros = Buffer.alloc(MIB);
  for (let count = 0; count < mebibytes; count++) if (!stream.write(zeros)) await once(stream, 'drain');
  stream.end();
  return compressed;
}

it('a body that expands to 256 MiB is decoded up to 4 MiB, in less than 16 MiB of memory', async (t) => {
  const folder = await temporaryFolder(t);
  // Several members, which are one content (RFC 1952 §2.2).
  const member = gzipSync(Buffer.alloc(64 * MIB));
  const gzip = Buffer.concat(Array.from({ length: 4 }, () => member));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 3 };
  const largest = { ...quality, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const bodies: readonly (readonly [coding: string, body: Buffer])[] = [
    ['gzip', gzip],
    ['gzip, gzip', gzipSync(gzip)],
    ['br', await compress(createBrotliCompress({ params: quality }))],
    // With the largest window, 16 MiB, of which the decoder fills all before it returns a byte.
    ['br', await compress(createBrotliCompress({ params: largest }), 64)],
    // With a window of 128 MiB.
    ['zstd', await compress(createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } }))],
  ];
  const program = path.join(folder, 'decode.mjs');
  await writeFile(program, PROGRAM);
  for (const [coding, body] of bodies) {
    const file = path.join(folder, 'body');
    await writeFile(file, body);
    const run = await runProgram(t, folder, [process.execPath, program, file, coding], {});
    assert.equal(run.code, 0, run.printed);
    const { state, length, grown } = JSON.parse(run.printed);
    assert.deepEqual([state, length], ['cut', 4 * MIB], coding);
    assert.ok(grown < 16 * 1024, `${coding}: ${grown} kB`);
    t.diagnostic(`${coding}: ${grown} kB`);
  }
});

it('a Brotli body with any window is decoded as it was sent, up to 4 MiB', async () => {
  // References over almost all of it.
  const start = randomBytes(MIB);
  const content = Buffer.concat([start, randomBytes(3 * MIB - 70), start.subarray(0, 70), start]);
  for (const window of [10, 16, 17, 18, 22, 23, 24])
    for (const length of [0, 5, 4 * MIB, 4 * MIB + 1]) {
      const body = brotliCompressSync(content.subarray(0, length), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: window },
      });
      const exchange = createExchange({ method: 'POST', headers: [['Content-Encoding', 'br']], body });
      const decoded = await decodeMessage(exchange, 'request', NO_REDACTION);
      const name = `${length} bytes, window ${window}`;
      assert.equal(decoded?.state, length > 4 * MIB ? 'cut' : 'complete', name);
      assert.ok(Buffer.from(decoded.bytes).equals(content.subarray(0, Math.min(length, 4 * MIB))), name);
    }
});

it('a body in the coding deflate is decoded with the header of zlib, and without it', async () => {
  const content = Buffer.from('hello hello hello');
  for (const body of [
    deflateSync(content),
    deflateSync(content, { level: 9 }),
    deflateSync(content, { windowBits: 9 }),
    deflateRawSync(content),
    // A block that is not compressed, whose first byte is not that of zlib.
    deflateRawSync(content, { level: 0 }),
  ]) {
    const exchange = createExchange({ headers: [['Content-Encoding', 'deflate']], body });
    const { bytes, state } = (await decodeMessage(exchange, 'request', NO_REDACTION)) ?? {};
    assert.deepEqual([Buffer.from(bytes ?? []).toString(), state], [content.toString(), 'complete']);
  }
});
