import { Type } from 'typebox';
import { LONGEST_PIECE } from './random-pieces.ts';

/** Compat: what is less than one byte is one byte. */
export const ChunkSize = Type.Integer({
  description: `Bytes that are written at a time, from 1 to ${LONGEST_PIECE}.`,
  default: 10 * 1024,
});

export function toPieceSize(chunkSize: number): number {
  return Math.min(Math.max(1, chunkSize), LONGEST_PIECE);
}
