import type { ContentSource } from '#http/message/interception.ts';
import type { Fields } from '#http/syntax/fields.ts';
import type { ContentCoding } from '../content/content-coding.ts';
import type { TransportFault } from '../faults/fault.ts';
import { type DelayDistribution, NO_DELAY } from '../syntax/delay-distribution.ts';
import type { Dribble } from '../syntax/dribble.ts';
import type { Expectation, Interim } from '../syntax/interim.ts';
import type { StatusChoice } from '../syntax/status-choice.ts';

/** The response to send. Times are in milliseconds. */
export interface ResponsePlan {
  readonly statuses: readonly StatusChoice[];
  /** Headers of a response with content, before the others. */
  readonly contentFields: Fields;
  readonly fields: Fields;
  readonly content: EncodedContent;
  readonly delay: DelayDistribution;
  /** Between the headers and the content. */
  readonly pause: number;
  /** Over which the content is spread. */
  readonly duration: number;
  /** Maximum size of one write in bytes. */
  readonly chunkSize: number;
  /** Whether the response has no `Content-Length`, and each write is a chunk. */
  readonly isChunked: boolean;
  readonly trailers: Fields;
  readonly interims: readonly Interim[];
  readonly expectation: Expectation;
  readonly fault: TransportFault | undefined;
  /** The reason phrase, if it is not that of the service. */
  readonly reason?: string | undefined;
}

export type EncodedContent =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'letters'; readonly size: number; readonly codings: readonly ContentCoding[] }
  /** The stream of an endpoint; without a size, its length is not known. */
  | { readonly kind: 'stream'; readonly source: ContentSource; readonly size: number | undefined };

export const MAX_CHUNK_SIZE = 64 * 1024;

/** A response of 200 without content. Other plans replace members of it. */
export const EMPTY_PLAN: ResponsePlan = {
  statuses: [{ status: 200, weight: 1 }],
  contentFields: [],
  fields: [],
  content: { kind: 'bytes', bytes: Buffer.alloc(0) },
  delay: NO_DELAY,
  pause: 0,
  duration: 0,
  chunkSize: MAX_CHUNK_SIZE,
  isChunked: false,
  trailers: [],
  interims: [],
  expectation: { kind: 'continue' },
  fault: undefined,
};

/** The plan for a request whose body has been read: the response needs no 100 (Continue). */
export function afterBody(plan: ResponsePlan): ResponsePlan {
  return { ...plan, expectation: { kind: 'handled' } };
}

/** The members of a plan whose content is spread over a time. @param length of the content in bytes. */
export function spread(
  length: number,
  { count, milliseconds }: Dribble,
): Pick<ResponsePlan, 'duration' | 'chunkSize' | 'isChunked'> {
  return { duration: milliseconds, chunkSize: Math.max(1, Math.ceil(length / count)), isChunked: true };
}

/** RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
export function isWithoutContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Maximum overhead of codings for incompressible content, in bytes. */
const CODING_OVERHEAD = 1024;

/** An upper bound for the size of the encoded content. */
export function maxBytes(content: EncodedContent): number {
  return contentLengthOf(content) ?? (content.kind === 'letters' ? content.size + CODING_OVERHEAD : 0);
}

/** The length of the content before any transfer coding; undefined while it is unknown. */
export function contentLengthOf(content: EncodedContent): number | undefined {
  if (content.kind === 'bytes') return content.bytes.length;
  if (content.kind === 'stream') return content.size;
  return content.codings.length === 0 ? content.size : undefined;
}
