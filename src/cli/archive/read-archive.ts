import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { formatFileReason } from '#config/document.ts';
import { UsageError } from '#config/usage-error.ts';
import { ArchiveError, EntrySplitter } from './entry-splitter.ts';

/**
 * The entries of an HTTP Archive, one after the other: the file can be of any size, and compressed with gzip.
 * @throws UsageError for a file that cannot be read.
 */
export async function* readArchive(file: string): AsyncGenerator<unknown> {
  try {
    const splitter = new EntrySplitter();
    for await (const chunk of await openArchive(file))
      for (const text of splitter.push(chunk)) yield parse(text);
    splitter.end();
  } catch (error) {
    if (error instanceof ArchiveError) throw new UsageError(`${file} ${error.message}.`, { cause: error });
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot read ${file}, which FILE names: ${formatFileReason(error)}.`, {
      cause: error,
    });
  }
}

async function openArchive(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    const source = createReadStream(file);
    // The name of the file does not matter: `.har` is also used for compressed archives.
    return bytesRead === 2 && buffer.equals(GZIP) ? pipeline(source, createGunzip(), passErrors) : source;
  } finally {
    await handle.close();
  }
}

/** The reader of the last stream gets its errors, and those of the streams before it. */
function passErrors(): void {}

/** The first bytes of gzip (RFC 1952 §2.3.1). */
const GZIP = Buffer.from([0x1f, 0x8b]);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ArchiveError('is not JSON', { cause });
  }
}
