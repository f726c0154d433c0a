import type { ServerSettings } from '../../config/settings.ts';
import { HttpError, invalidInput } from '../../http/errors.ts';
import { type Field, type Fields, isSameName } from '../../http/fields.ts';
import type { ContentSource } from '../../http/interception.ts';
import { type ContentCoding, encodeAll } from '../content/content-coding.ts';
import type { Fault } from '../faults/fault.ts';
import { rejectOriginHeader } from '../headers/accounts-origin.ts';
import { type HeaderLimits, toClientHeaders } from '../headers/client-headers.ts';
import { isInertType, UNTRUSTED_CONTENT } from '../headers/untrusted-content.ts';
import { type DelayDistribution, longestDelay } from '../syntax/delay-distribution.ts';
import type { Dribble } from '../syntax/dribble.ts';
import type { Expectation, Interim } from '../syntax/interim.ts';
import type { StatusChoice } from '../syntax/status-choice.ts';
import type { Content } from './content.ts';
import { checkEnabledDirectives } from './enabled-directives.ts';
import { type Composition, FAULT_CONTENT } from './parse.ts';

export type Limits = Pick<
  ServerSettings,
  'maxDuration' | 'maxGeneratedSize' | 'maxBodySize' | 'enabledLabs'
> &
  HeaderLimits;

/** The response to send. Times are in milliseconds. */
export interface Plan {
  readonly statuses: readonly StatusChoice[];
  /** Headers of a response with content, before the others. */
  readonly contentFields: Fields;
  readonly fields: Fields;
  readonly content: EncodedContent;
  readonly delay: DelayDistribution;
  /** Maximum delay of the server. */
  readonly maxDuration: number;
  readonly pause: number;
  /** Bytes per second; undefined for no limit. */
  readonly rate: number | undefined;
  /** Milliseconds over which the content is spread. */
  readonly duration: number;
  /** Maximum size of one write in bytes. */
  readonly chunkSize: number;
  /** Whether the response has no `Content-Length`, and each write is a chunk. */
  readonly isChunked: boolean;
  readonly trailers: Fields;
  readonly interims: readonly Interim[];
  readonly expectation: Expectation;
  /** Maximum size of the body of a request that waits for 100 (Continue). */
  readonly maxBodySize: number;
  readonly fault: Fault | undefined;
  /** The reason phrase, if it is not that of the service. */
  readonly reason?: string | undefined;
}

export type EncodedContent =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'letters'; readonly size: number; readonly codings: readonly ContentCoding[] }
  /** The stream of an endpoint; without a size, its length is not known. */
  | { readonly kind: 'stream'; readonly source: ContentSource; readonly size: number | undefined };

const MAX_FIELDS = 64;
const MAX_CHUNKS = 10_000;
const MAX_CHUNK_SIZE = 64 * 1024;
const CHUNKS_PER_SECOND = 20;
/** Maximum overhead of codings for incompressible content. */
const CODING_OVERHEAD = 1024;

const CONTINUE: Expectation = { kind: 'continue' };
const NOSNIFF: Fields = [['X-Content-Type-Options', 'nosniff']];

/** @throws HttpError 400 for conflicting directives or an exceeded limit, 403 for a redirect that is not allowed. */
export function toPlan(composition: Composition, limits: Limits): Plan {
  const { content, codings, trailers, rate, chunk, dribble, fault } = composition;
  checkEnabledDirectives(directivesOf(composition), limits.enabledLabs);
  const statuses = statusesOf(composition);
  if (statuses.every(({ status }) => isWithoutContent(status))) rejectContent(composition);
  const coded = toEncoded(content, codings, limits.maxGeneratedSize);
  if (dribble && (rate !== undefined || chunk !== undefined))
    throw invalid('dribble', 'cannot be combined with rate and chunk');
  const fields = fieldsOf(composition, limits);
  for (const [name] of trailers) rejectOriginHeader(name, limits);
  if (fields.length > MAX_FIELDS) throw invalid('header', `has more than ${MAX_FIELDS} headers`);
  const plan: Plan = {
    statuses,
    contentFields: contentFields(composition, fields),
    fields,
    content: coded,
    delay: composition.delay,
    maxDuration: limits.maxDuration,
    duration: composition.dribble?.milliseconds ?? timeFor(maxBytes(coded), rate),
    pause: composition.pause,
    rate,
    chunkSize:
      chunk ??
      (dribble ? pieceSize(coded, dribble) : rate === undefined ? MAX_CHUNK_SIZE : chunkSizeFor(rate)),
    isChunked:
      chunk !== undefined ||
      dribble !== undefined ||
      trailers.length > 0 ||
      (coded.kind === 'letters' && codings.length > 0),
    trailers,
    interims: composition.interims.map((interim) => ({
      ...interim,
      fields: toClientHeaders(interim.fields, limits),
    })),
    expectation: composition.expectation ?? CONTINUE,
    maxBodySize: limits.maxBodySize,
    fault,
  };
  if (chunk !== undefined && maxBytes(coded) / chunk > MAX_CHUNKS) {
    throw invalid('chunk', `must not result in more than ${MAX_CHUNKS} chunks`);
  }
  checkDuration(plan, limits.maxDuration);
  return plan;
}

/** RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
export function isWithoutContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** An upper bound for the size of the encoded content. */
export function maxBytes(content: EncodedContent): number {
  if (content.kind === 'bytes') return content.bytes.length;
  if (content.kind === 'stream') return content.size ?? 0;
  return content.size + (content.codings.length > 0 ? CODING_OVERHEAD : 0);
}

/** The duration of the transfer in milliseconds. */
function timeFor(bytes: number, rate: number | undefined): number {
  return rate === undefined ? 0 : (bytes / rate) * 1000;
}

/** The directives of labs. */
function directivesOf({ fault, interims, expectation }: Composition) {
  return [
    ...(fault ? (['fault'] as const) : []),
    ...(interims.length > 0 ? (['inform'] as const) : []),
    ...(expectation ? (['expect'] as const) : []),
  ];
}

function statusesOf({ statuses, redirect, fault }: Composition): readonly StatusChoice[] {
  const isOfFault = statuses?.every(({ status }) => status === fault?.variant?.status) === true;
  if (statuses && !isOfFault) return statuses;
  return [{ status: redirect === undefined ? 200 : 302, weight: 1 }];
}

function rejectContent({ content, codings, trailers, pause, ...timing }: Composition): void {
  const { rate, chunk, dribble } = timing;
  // The fault is checked with the request.
  const isRequested = content && content !== FAULT_CONTENT;
  if (isRequested || codings.length + trailers.length + pause > 0 || rate || chunk || dribble) {
    throw invalid('status', 'has no content, so no directive may describe content');
  }
}

function toEncoded(
  content: Content | undefined,
  codings: readonly ContentCoding[],
  maximum: number,
): EncodedContent {
  if (content?.kind !== 'letters') {
    return { kind: 'bytes', bytes: encodeAll(content?.bytes ?? Buffer.alloc(0), codings) };
  }
  if (content.size > maximum) throw invalid('bytes', `must be at most ${maximum}`);
  return { kind: 'letters', size: content.size, codings };
}

function fieldsOf({ redirect, fields, cookies }: Composition, limits: Limits): Field[] {
  const located: Field[] = redirect === undefined ? [] : [['Location', redirect]];
  const set = cookies.map((cookie): Field => ['Set-Cookie', cookie]);
  return toClientHeaders([...located, ...fields, ...set], limits);
}

/** Headers that describe the content, unless a directive sets them. */
function contentFields({ content, type, charset, codings }: Composition, fields: Fields): Field[] {
  const own = (name: string) =>
    fields.filter((field) => isSameName(field[0], name)).map(([, value]) => value);
  const written: Field[] = [];
  const suitable = type === undefined ? content?.type : withCharset(type, charset);
  const types = own('Content-Type');
  if (types.length === 0 && suitable !== undefined && suitable !== 'none') {
    types.push(suitable);
    written.push(['Content-Type', suitable]);
  }
  if (codings.length > 0 && own('Content-Encoding').length === 0) {
    written.push(['Content-Encoding', codings.join(', ')]);
  }
  if (!content) return written;
  const isInert = types.length > 0 && types.every(isInertType);
  return [...written, ...(isInert ? NOSNIFF : UNTRUSTED_CONTENT)];
}

function withCharset(type: string, charset: string | undefined): string {
  return charset === undefined || type === 'none' || /;\s*charset=/i.test(type)
    ? type
    : `${type}; charset=${charset}`;
}

function pieceSize(content: EncodedContent, { count }: Dribble): number {
  return Math.max(1, Math.ceil(maxBytes(content) / count));
}

function chunkSizeFor(rate: number): number {
  return Math.min(MAX_CHUNK_SIZE, Math.max(1, Math.floor(rate / CHUNKS_PER_SECOND)));
}

function checkDuration({ delay, pause, duration, interims, expectation }: Plan, maximum: number): void {
  const waits = interims.reduce(
    (sum, { wait }) => sum + wait,
    expectation.kind === 'late' ? expectation.wait : 0,
  );
  const milliseconds = waits + longestDelay(delay) + pause + duration;
  if (milliseconds <= maximum) return;
  throw new HttpError(
    400,
    `The response would take ${milliseconds / 1000} s with delay, pause${waits > 0 ? ', inform, expect' : ''} and rate; the maximum is ${maximum / 1000} s.`,
  );
}

export function invalid(name: string, message: string): HttpError {
  return invalidInput([{ in: 'query', name, keyword: 'format', message }]);
}
