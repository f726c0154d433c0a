import { HttpError, invalidInput } from '../../http/errors.ts';
import { type Field, type Fields, isSameName } from '../../http/fields.ts';
import { rejectOriginHeader } from '../accounts-origin.ts';
import { type HeaderLimits, toChosenHeaders } from '../chosen-headers.ts';
import type { ContentCoding } from '../content-coding.ts';
import type { TestingContext } from '../context.ts';
import { HARMLESS } from '../harmless.ts';
import type { StatusChoice } from '../status-choice.ts';
import { encodeAll } from './coding.ts';
import type { Content } from './content-words.ts';
import { isHarmlessType } from './harmless-type.ts';
import type { Composition } from './parse.ts';

export type Limits = Pick<TestingContext, 'maxDuration' | 'maxGeneratedSize'> & HeaderLimits;

/** What is sent, down to the byte, but for the dice. Times are in milliseconds. */
export interface Plan {
  readonly statuses: readonly StatusChoice[];
  /** Fields of an answer with content, before the others. */
  readonly contentFields: Fields;
  readonly fields: Fields;
  readonly content: CodedContent;
  readonly delay: number;
  readonly pause: number;
  /** Bytes each second; undefined is as fast as it goes. */
  readonly rate: number | undefined;
  /** Most bytes in one piece. */
  readonly pieceSize: number;
  /** The length of the content is not told, and each piece is a chunk. */
  readonly isChunked: boolean;
  readonly trailers: Fields;
}

export type CodedContent =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'letters'; readonly size: number; readonly codings: readonly ContentCoding[] };

const MOST_FIELDS = 64;
const MOST_CHUNKS = 10_000;
const LARGEST_PIECE = 64 * 1024;
const PIECES_EACH_SECOND = 20;
/** What the codings add at most to content that they cannot make shorter. */
const CODING_OVERHEAD = 1024;

const NOSNIFF: Fields = [['X-Content-Type-Options', 'nosniff']];

/** @throws HttpError 400 when the words contradict each other or ask for too much, 403 for a redirect that is not allowed. */
export function toPlan(composition: Composition, limits: Limits): Plan {
  const { statuses = defaultStatuses(composition), content, codings, trailers, rate, chunk } = composition;
  if (statuses.every(({ status }) => isWithoutContent(status))) refuseContent(composition);
  const coded = toCoded(content, codings, limits.maxGeneratedSize);
  const fields = fieldsOf(composition, limits);
  for (const [name] of trailers) rejectOriginHeader(name, limits);
  if (fields.length > MOST_FIELDS) throw invalid('header', `makes more than ${MOST_FIELDS} fields`);
  const plan: Plan = {
    statuses,
    contentFields: contentFields(composition, fields),
    fields,
    content: coded,
    delay: composition.delay,
    pause: composition.pause,
    rate,
    pieceSize: chunk ?? (rate === undefined ? LARGEST_PIECE : pieceSizeFor(rate)),
    isChunked: chunk !== undefined || trailers.length > 0 || (coded.kind === 'letters' && codings.length > 0),
    trailers,
  };
  if (chunk !== undefined && mostBytes(coded) / chunk > MOST_CHUNKS) {
    throw invalid('chunk', `must not make more than ${MOST_CHUNKS} chunks`);
  }
  checkDuration(plan, limits.maxDuration);
  return plan;
}

/** RFC 9110 §15.3.5, §15.3.6, §15.4.5. */
export function isWithoutContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** No fewer bytes than the content has when it is coded. */
export function mostBytes(content: CodedContent): number {
  if (content.kind === 'bytes') return content.bytes.length;
  return content.size + (content.codings.length > 0 ? CODING_OVERHEAD : 0);
}

/** Milliseconds that so many bytes take. */
export function timeFor(bytes: number, rate: number | undefined): number {
  return rate === undefined ? 0 : (bytes / rate) * 1000;
}

function defaultStatuses({ redirect }: Composition): StatusChoice[] {
  return [{ status: redirect === undefined ? 200 : 302, weight: 1 }];
}

function refuseContent({ content, codings, trailers, pause, rate, chunk }: Composition): void {
  if (content || codings.length + trailers.length + pause > 0 || rate !== undefined || chunk !== undefined) {
    throw invalid('status', 'has no content, so that nothing can be said of it');
  }
}

function toCoded(
  content: Content | undefined,
  codings: readonly ContentCoding[],
  maximum: number,
): CodedContent {
  if (content?.kind !== 'letters') {
    return { kind: 'bytes', bytes: encodeAll(content?.bytes ?? Buffer.alloc(0), codings) };
  }
  if (content.size > maximum) throw invalid('bytes', `must be at most ${maximum}`);
  return { kind: 'letters', size: content.size, codings };
}

function fieldsOf({ redirect, fields, cookies }: Composition, limits: Limits): Field[] {
  const located: Field[] = redirect === undefined ? [] : [['Location', redirect]];
  const set = cookies.map((cookie): Field => ['Set-Cookie', cookie]);
  return toChosenHeaders([...located, ...fields, ...set], limits);
}

/** What describes the content, unless a header says it in its own way. */
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
  const isHarmless = types.length > 0 && types.every(isHarmlessType);
  return [...written, ...(isHarmless ? NOSNIFF : HARMLESS)];
}

function withCharset(type: string, charset: string | undefined): string {
  return charset === undefined || type === 'none' || /;\s*charset=/i.test(type)
    ? type
    : `${type}; charset=${charset}`;
}

function pieceSizeFor(rate: number): number {
  return Math.min(LARGEST_PIECE, Math.max(1, Math.floor(rate / PIECES_EACH_SECOND)));
}

function checkDuration({ content, delay, pause, rate }: Plan, maximum: number): void {
  const milliseconds = delay + pause + timeFor(mostBytes(content), rate);
  if (milliseconds <= maximum) return;
  const words = 'delay, pause and rate together';
  throw new HttpError(
    400,
    `The answer would take ${milliseconds / 1000} s with ${words}; the most is ${maximum / 1000} s.`,
  );
}

function invalid(name: string, message: string): HttpError {
  return invalidInput([{ in: 'query', name, keyword: 'format', message }]);
}
