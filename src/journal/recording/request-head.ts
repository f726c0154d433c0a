import { toFields } from '#http/syntax/fields.ts';
import type { RequestHead } from '#wire/request-head.ts';
import type { KeptBytes } from './kept-bytes.ts';
import type { Pair, RecordedRequest } from './record.ts';
import { parseFieldPairs } from './response-head.ts';

/**
 * The head of a request as it was received: the bytes of HTTP/1. Otherwise, and without the values that are not kept, names and values,
 * alternating. It is converted when it is read, because most are never read.
 */
export type KeptRequestHead = string | KeptBytes | readonly string[];

const NONE: readonly string[] = [];

/** @param retained the fields without the values that are not kept: those of the head if nothing is removed */
export function keepRequestHead({ raw, fields }: RequestHead, retained: readonly string[]): KeptRequestHead {
  return retained === fields ? (raw ?? fields) : retained;
}

/** The pseudo-fields of HTTP/2, which repeat values of fields. @param retained as above */
export function keepPseudoFields(
  { pseudo, fields }: RequestHead,
  retained: readonly string[],
): readonly string[] {
  return retained === fields ? pseudo : NONE;
}

/** Number of characters in memory. The target is a part of the bytes of a head. */
export function sizeOfHead(head: KeptRequestHead, target = '', pseudo: readonly string[] = NONE): number {
  return isList(head) ? target.length + sizeOfTexts(head) + sizeOfTexts(pseudo) : head.length;
}

function sizeOfTexts(texts: readonly string[]): number {
  let size = 0;
  for (const text of texts) size += text.length;
  return size;
}

/** The members of a recorded request that its head has. */
export function viewRequestHead(
  head: KeptRequestHead,
  pseudo: readonly string[] = NONE,
): Pick<RecordedRequest, 'headers' | 'rawHead' | 'pseudoFields'> {
  if (!isList(head)) return { headers: parseRequestFields(head), rawHead: `${head}` };
  const headers = toFields(head);
  return pseudo.length === 0 ? { headers } : { headers, pseudoFields: toFields(pseudo) };
}

/** Names and values, alternating. */
export function flatFieldsOf(head: KeptRequestHead): readonly string[] {
  return isList(head) ? head : parseRequestFields(head).flat();
}

/** The target in the request line of a head of HTTP/1; undefined for other heads. */
export function targetOf(head: KeptRequestHead): string | undefined {
  return isList(head) ? undefined : `${head}`.split(' ', 2)[1];
}

function isList(head: KeptRequestHead): head is readonly string[] {
  return Array.isArray(head);
}

/** The fields of a head that the decoder has accepted: a request line, lines with a colon, and an empty line. */
function parseRequestFields(head: string | KeptBytes): Pair[] {
  return parseFieldPairs(`${head}`.split('\r\n').slice(1, -2));
}
