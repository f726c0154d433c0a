import { Type } from 'typebox';
import { MAX_CHUNK_SIZE } from './generated-bytes.ts';

export const ChunkSize = Type.Optional(
  Type.Integer({ description: `Size of each chunk in bytes, from 1 to ${MAX_CHUNK_SIZE}.` }),
);

/** Compat: the minimum is one byte. The default is 10 KiB for up to 100 KiB, the maximum of httpbin. */
export function chooseChunkSize(chunkSize: number | undefined, total: number): number {
  if (chunkSize === undefined) return total <= 100 * 1024 ? 10 * 1024 : 64 * 1024;
  return Math.min(Math.max(1, chunkSize), MAX_CHUNK_SIZE);
}
