import { Type } from 'typebox';
import { LONGEST_PIECE } from './random-pieces.ts';

export const ChunkSize = Type.Optional(
  Type.Integer({ description: `Bytes that are written at a time, from 1 to ${LONGEST_PIECE}.` }),
);

/** Compat: what is less than one byte is one byte, and up to 100 KiB, which is all the original has, the default is 10 KiB. */
export function toPieceSize(chunkSize: number | undefined, whole: number): number {
  if (chunkSize === undefined) return whole <= 100 * 1024 ? 10 * 1024 : 64 * 1024;
  return Math.min(Math.max(1, chunkSize), LONGEST_PIECE);
}
