import { FIELDS } from './fields.ts';
import { FRAMING } from './framing.ts';
import type { Http1Case } from './http1-case.ts';
import { REQUEST_LINES } from './request-lines.ts';
import { SEQUENCES } from './sequences.ts';
import { decode } from './transcript.ts';

export const ALL_CASES: readonly Http1Case[] = [...REQUEST_LINES, ...FIELDS, ...FRAMING, ...SEQUENCES];

const MAX_SEED = 400;

/** Short rows to mutate, mostly valid ones: an edit of an invalid one shows little. */
export function mutationSeeds(): readonly string[] {
  const texts = ALL_CASES.map(([, text]) => text).filter((text) => text !== '' && text.length <= MAX_SEED);
  const valid = texts.filter((text) => decode([text]).errors.length === 0);
  return [...texts, ...valid, ...valid, ...valid];
}
