import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { parseBoundedJson } from '#http/message/json-body.ts';
import { hasField } from '#http/syntax/fields.ts';
import { escapeNonAscii, formDecode } from '#http/syntax/percent.ts';
import { readPairs } from '#http/syntax/query.ts';
import { findUnsafeInteger } from '#http/syntax/unsafe-integer.ts';
import { MAX_TEXT } from '#journal/matching/text-condition.ts';
import type { ValuesCondition } from '#journal/matching/values-condition.ts';
import {
  mediaTypeOf,
  type RecordedBody,
  type RecordedParam,
  type RecordedRequest,
} from './har/read-request.ts';
import { isCleanText, withoutCodings } from './imported-content.ts';
import { type ImportedBody, matchParts } from './imported-parts.ts';
import { groupPairs } from './query-pairs.ts';

const FORM = 'application/x-www-form-urlencoded';

const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]{1,100}\+)?json$|^application\/x-amz-json-1\.\d$/;

/** @param maxSize of the decoded body, in bytes. */
export function matchBody({ body, headers }: RecordedRequest, maxSize: number): ImportedBody {
  if (!body) return {};
  const { params } = body;
  const type = mediaTypeOf(body);
  const content = body.content && withoutCodings(body.content, headers, maxSize);
  const decoded: RecordedBody = { ...body, content };
  const text =
    content?.kind === 'bytes'
      ? isUtf8(content.bytes)
        ? content.bytes.toString()
        : undefined
      : content?.text;
  if (type.startsWith('multipart/') || params.some(({ filename }) => filename !== undefined))
    return matchParts(decoded, headers);
  if (type === FORM || (text === undefined && params.length > 0)) {
    const form =
      text === undefined ? conditionsOf(params) : groupPairs(readPairs(escapeNonAscii(text)) ?? []);
    if (form && isWithinLimits(form)) return { match: { form } };
  }
  const isExact = content?.kind === 'bytes' || (text !== undefined && isCleanText(text));
  if (!content || !isExact)
    return { note: 'does not compare the body, of which the archive does not have the bytes' };
  const json = JSON_TYPE.test(type) && text !== undefined ? parseJson(text) : undefined;
  // A rule would lose the digits of such an integer.
  if (json && !findUnsafeInteger(json.value, [])) return { match: { json: json.value } };
  if (text !== undefined && text.length <= MAX_TEXT) return { match: { text } };
  // The digest is that of the bytes as received.
  if (hasField(headers, 'Content-Encoding'))
    return { note: 'does not compare the body, which has a content coding and is too long for a text' };
  return { match: { sha256: hash('sha256', content.kind === 'bytes' ? content.bytes : content.text) } };
}

/** The fields of a form that only the list of its parameters has. */
function conditionsOf(params: readonly RecordedParam[]): Readonly<Record<string, ValuesCondition>> {
  const groups = Map.groupBy(params, ({ name }) => decodeParam(name));
  return Object.fromEntries(
    [...groups].map(([name, group]) => {
      const values = group.map(({ value = '' }) => value);
      const [first = '', ...others] = values;
      return [name, others.length === 0 ? conditionOf(first) : values.map(decodeParam)];
    }),
  );
}

/** A plus sign without other escapes is a space, or itself: recorders differ. */
function conditionOf(value: string): ValuesCondition {
  const decoded = decodeParam(value);
  return decoded === value || value.includes('%') ? decoded : { one_of: [value, decoded] };
}

/** Some recorders write parameters as they were sent, others decoded. A value with other characters than those of URLs is decoded. */
function decodeParam(value: string): string {
  return /^(?:[\w.~!*'()+-]|%[\dA-Fa-f]{2})*$/.test(value) ? formDecode(value) : value;
}

const MAX_NAMES = 100;
const MAX_NAME_LENGTH = 1000;

/** Whether a match can have these conditions. */
function isWithinLimits(form: Readonly<Record<string, ValuesCondition>>): boolean {
  const entries = Object.entries(form);
  return (
    entries.length <= MAX_NAMES &&
    entries.every(
      ([name, condition]) =>
        name.length <= MAX_NAME_LENGTH &&
        (!Array.isArray(condition) || condition.length <= MAX_NAMES) &&
        [condition].flat().every((value) => typeof value !== 'string' || value.length <= MAX_TEXT),
    )
  );
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseBoundedJson(text) };
  } catch {
    return undefined;
  }
}
