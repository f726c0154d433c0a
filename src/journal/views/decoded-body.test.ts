import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { it } from 'node:test';
import { constants, createBrotliCompress, createZstdCompress, gzipSync } from 'node:zlib';
import { temporaryFolder } from '../../../test/support/command.ts';
import { runProgram } from '../../../test/support/program.ts';

const MIB = 1024 * 1024;

/** Decodes the file of the arguments in a process of its own, and prints how many kilobytes its memory has grown. */
const PROGRAM = `
  import { readFileSync } from 'node:fs';
  import { gzipSync } from 'node:zlib';
  import { decodeMessage } from ${JSON.stringify(import.meta.resolve('./decoded-body.ts'))};
  import { NO_REDACTION } from ${JSON.stringify(import.meta.resolve('./redaction.ts'))};
  import { createExchange } from ${JSON.stringify(import.meta.resolve('../../../test/support/recorded-exchange.ts'))};
  const [, , file, coding] = process.argv;
  const decode = (body, codings) =>
    decodeMessage(createExchange({ method: 'POST', headers: [['Content-Encoding', codings]], body }), 'request', NO_REDACTION);
  await decode(gzipSync('small'), 'gzip');
  const body = readFileSync(file);
  const before = process.resourceUsage().maxRSS;
  const { state, bytes } = await decode(body, coding);
  console.log(JSON.stringify({ state, length: bytes.length, grown: process.resourceUsage().maxRSS - before }));
`;

/** A gibibyte of zeros through a compressor. */
async function compress(stream: ReturnType<typeof createBrotliCompress>): Promise<Buffer> {
  const compressed = buffer(stream);
  const zeros = Buffer.alloc(MIB);
  for (let count = 0; count < 1024; count++) if (!stream.write(zeros)) await once(stream, 'drain');
  stream.end();
  return compressed;
}

it('a body that expands to a gibibyte is decoded up to 4 MiB, in less than 16 MiB of memory', async (t) => {
  const folder = await temporaryFolder(t);
  // Several members, which are one content (RFC 1952 §2.2).
  const member = gzipSync(Buffer.alloc(64 * MIB));
  const gzip = Buffer.concat(Array.from({ length: 16 }, () => member));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 3 };
  const bodies = {
    gzip,
    'gzip, gzip': gzipSync(gzip),
    br: await compress(createBrotliCompress({ params: quality })),
    // With a window of 128 MiB.
    zstd: await compress(createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } })),
  };
  const program = path.join(folder, 'decode.mjs');
  await writeFile(program, PROGRAM);
  for (const [coding, body] of Object.entries(bodies)) {
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
