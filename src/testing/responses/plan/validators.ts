import { hash } from 'node:crypto';
import { invalidInput } from '#http/errors/errors.ts';
import { readEntityTags } from '#http/syntax/entity-tag.ts';
import { type Fields, findField, withoutField } from '#http/syntax/fields.ts';
import { fromHttpDate } from '#http/syntax/http-date.ts';
import { createAlphabet } from '../content/alphabet.ts';
import { encodeAll } from '../content/content-coding.ts';
import { type ByteRange, buildRangeParts, contentRange, readStandardRanges } from '../syntax/byte-ranges.ts';
import type { ResponsePlan } from './response-plan.ts';

/** Maximum size of generated content with validators, which is kept in memory, in bytes. */
const MAX_GENERATED = 1024 * 1024;

/**
 * The plan with a strong entity tag of its content, unless it has a tag of its own.
 * @throws HttpError 400 for a response that cannot have it.
 */
export function withEntityTag(plan: ResponsePlan): ResponsePlan {
  if (plan.statuses.some(({ status }) => status !== 200)) throw invalid('needs the status 200');
  const bytes = bytesOf(plan);
  return {
    ...plan,
    content: { kind: 'bytes', bytes },
    fields: [
      ...plan.fields,
      ...added(plan.fields, 'ETag', () => `"${digestOf(bytes)}"`),
      ...added(plan.fields, 'Accept-Ranges', () => 'bytes'),
    ],
  };
}

function added(fields: Fields, name: string, create: () => string): Fields {
  return findField(fields, name) === undefined ? [[name, create()]] : [];
}

function bytesOf({ content }: ResponsePlan): Buffer {
  if (content.kind === 'bytes') return content.bytes;
  if (content.kind === 'stream' || content.size > MAX_GENERATED)
    throw invalid('needs content of at most 1 MiB');
  const letters = createAlphabet(content.size)(0, content.size);
  return encodeAll(Buffer.from(letters), content.codings);
}

/** 128 bits identify the content, which is of one rule. */
function digestOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url').slice(0, 22);
}

function invalid(message: string) {
  return invalidInput([{ in: 'query', name: 'validators', keyword: 'format', message }]);
}

/** The method and the fields of a request. */
interface ConditionalRequest {
  readonly method: string;
  field(name: string): string | undefined;
}

/** The response to a request with conditions and ranges. @param plan one of `withEntityTag`. */
export function planOfConditions(plan: ResponsePlan, request: ConditionalRequest): ResponsePlan {
  const status = evaluate(plan.fields, request);
  if (status !== undefined) return withoutContent(plan, status, withoutContentFields(plan.fields));
  const { content } = plan;
  // A range is defined for GET only (RFC 9110 §14.2).
  if (request.method !== 'GET' || content.kind !== 'bytes' || !isRangeCurrent(plan.fields, request))
    return plan;
  const { bytes } = content;
  const ranges = readStandardRanges(request.field('Range'), bytes.length);
  if (ranges === undefined) return plan;
  const [first, ...others] = ranges;
  if (!first)
    return withoutContent(plan, 416, [
      ...withoutContentFields(plan.fields),
      ['Content-Range', `bytes */${bytes.length}`],
    ]);
  return others.length === 0 ? withRange(plan, bytes, first) : withRanges(plan, bytes, ranges);
}

/** The status of the first condition that is false, in the order of RFC 9110 §13.2.2; undefined if all hold. */
function evaluate(fields: Fields, request: ConditionalRequest): 304 | 412 | undefined {
  const tags = readEntityTags(findField(fields, 'ETag') ?? '');
  const modified = dateOf(findField(fields, 'Last-Modified'));
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const [ifMatch, ifNoneMatch] = [request.field('If-Match'), request.field('If-None-Match')];
  if (ifMatch !== undefined) {
    // The strong comparison (§8.8.3.2).
    if (
      !isAmong(ifMatch, (tag) => tags.some((own) => !own.isWeak && !tag.isWeak && own.opaque === tag.opaque))
    )
      return 412;
  } else {
    const unmodified = dateOf(request.field('If-Unmodified-Since'));
    if (unmodified !== undefined && modified !== undefined && modified > unmodified) return 412;
  }
  if (ifNoneMatch !== undefined) {
    const isKnown = isAmong(ifNoneMatch, (tag) => tags.some(({ opaque }) => opaque === tag.opaque));
    if (isKnown) return isRead ? 304 : 412;
  } else if (isRead) {
    const since = dateOf(request.field('If-Modified-Since'));
    if (since !== undefined && modified !== undefined && modified <= since) return 304;
  }
  return undefined;
}

function isAmong(value: string, test: (tag: ReturnType<typeof readEntityTags>[number]) => boolean): boolean {
  return value.trim() === '*' || readEntityTags(value).some(test);
}

function dateOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : fromHttpDate(text);
}

/** Whether the ranges apply to the content (RFC 9110 §13.1.5): it needs the strong tag, or the exact date. */
function isRangeCurrent(fields: Fields, request: ConditionalRequest): boolean {
  const value = request.field('If-Range');
  if (value === undefined) return true;
  const date = dateOf(value);
  if (date !== undefined) return date === dateOf(findField(fields, 'Last-Modified'));
  const [own] = readEntityTags(findField(fields, 'ETag') ?? '');
  const [tag] = readEntityTags(value);
  return own !== undefined && tag !== undefined && !own.isWeak && !tag.isWeak && own.opaque === tag.opaque;
}

/** A 304 has no metadata of content that it does not have (RFC 9110 §15.4.5). */
function withoutContentFields(fields: Fields): Fields {
  return fields.filter(([name]) => !/^content-(?:type|encoding|language|length|range)$/i.test(name));
}

function withoutContent(plan: ResponsePlan, status: number, fields: Fields): ResponsePlan {
  return {
    ...plan,
    statuses: [{ status, weight: 1 }],
    contentFields: [],
    fields,
    content: { kind: 'bytes', bytes: Buffer.alloc(0) },
    duration: 0,
    isChunked: false,
    trailers: [],
  };
}

function withRange(plan: ResponsePlan, bytes: Buffer, range: ByteRange): ResponsePlan {
  const part = bytes.subarray(range.first, range.last + 1);
  return withPart(plan, bytes.length, part, [
    ...plan.fields,
    ['Content-Range', contentRange(range, bytes.length)],
  ]);
}

function withRanges(plan: ResponsePlan, bytes: Buffer, ranges: readonly ByteRange[]): ResponsePlan {
  const { contentFields, fields } = plan;
  const type = findField([...contentFields, ...fields], 'Content-Type');
  const parts = buildRangeParts(`range-${digestOf(bytes)}`, bytes.length, type);
  const contents = ranges.map((range) => [parts.head(range), bytes.subarray(range.first, range.last + 1)]);
  const part = Buffer.concat([...contents.flat(), Buffer.from(parts.end)]);
  return {
    ...withPart(plan, bytes.length, part, withoutField(fields, 'Content-Type')),
    contentFields: [['Content-Type', parts.type], ...withoutField(contentFields, 'Content-Type')],
  };
}

/** The plan with a part of its content, at the same rate. */
function withPart(plan: ResponsePlan, total: number, part: Buffer, fields: Fields): ResponsePlan {
  return {
    ...plan,
    statuses: [{ status: 206, weight: 1 }],
    fields,
    content: { kind: 'bytes', bytes: part },
    duration: (plan.duration * part.length) / total,
  };
}
