import { isUtf8 } from 'node:buffer';
import { Type } from 'typebox';
import { HttpError } from '../http/errors.ts';
import type { Exchange } from '../http/exchange.ts';
import { parsePairs } from '../http/query.ts';
import { dispositionOf, type Part, partField, splitMultipart } from './multipart.ts';
import { parseParameterised } from './parameterised.ts';
import { readPythonJson } from './python-json-reader.ts';
import { SortedMembers } from './python-value.ts';
import { HeaderView, RequestView, ScalarsOrLists } from './request-view.ts';
import { toScalarsOrLists } from './scalars-or-lists.ts';

/** JSON of a picture of a request with its body. */
export const RequestWithBody = Type.Object({
  ...RequestView.properties,
  data: Type.String(),
  files: HeaderView,
  form: ScalarsOrLists,
  json: Type.Unknown({
    description: 'The body as JSON, or null. Of a body with `NaN` or `Infinity`, these are as they came.',
    // Compat: the one place where a response with the type of JSON may hold something else.
    'x-json-constants': ['NaN', 'Infinity', '-Infinity'],
  }),
});

/** A picture of a body, for `exchange.json` together with that of the request. */
export interface BodyPicture {
  /** The text, or a `data:` URL (RFC 2397) of what is not UTF-8; empty when the body was a form. */
  readonly data: string;
  readonly files: SortedMembers;
  readonly form: SortedMembers;
  /** What the body is when read as JSON, whatever it was called. */
  readonly json: unknown;
}

const NONE = new SortedMembers([], []);

/** Nothing in a body is an error: what cannot be read is told as text, as bytes, or not at all. */
export function bodyView(exchange: Exchange, body: Buffer): BodyPicture {
  refuseTooLarge(body);
  const { value, parameters } = parseParameterised(exchange.request.headers['content-type'] ?? '');
  if (value === 'application/x-www-form-urlencoded') {
    // As characters up to U+00FF, which is how bytes that came unencoded are decoded.
    return { ...FORM, form: toScalarsOrLists(parsePairs(body.toString('latin1'))) };
  }
  if (value === 'multipart/form-data') {
    const boundary = parameters.get('boundary');
    return toFormPicture((boundary && splitMultipart(body, boundary)) || []);
  }
  const json = readPythonJson(body) ?? null;
  return { data: toTextOrDataUrl(body, 'application/octet-stream'), files: NONE, form: NONE, json };
}

/** JSON text is up to nine times as long as the body, and a string can hold half a gigabyte. */
const MOST_ECHOED = 32 * 1024 * 1024;

/** @throws HttpError 413 when the body is too large to be told as JSON. */
export function refuseTooLarge(body: Buffer): void {
  if (body.length <= MOST_ECHOED) return;
  throw new HttpError(413, `The body is larger than ${MOST_ECHOED} bytes, the most that is echoed.`);
}

/** Compat: a form leaves nothing over for `data` and `json`, not even when it could not be read. */
const FORM: BodyPicture = { data: '', files: NONE, form: NONE, json: null };

function toFormPicture(parts: readonly Part[]): BodyPicture {
  const files = new Map<string, string>();
  const fields: [string, string][] = [];
  for (const part of parts) {
    const disposition = dispositionOf(part);
    // Compat: one part that does not say what it is spoils the form.
    if (!disposition) return FORM;
    const { name, filename } = disposition;
    if (name === undefined) continue;
    if (filename === undefined) fields.push([name, toText(part)]);
    // Compat: of several files with one name only the first is shown.
    else if (!files.has(name))
      files.set(
        name,
        toTextOrDataUrl(part.content, partField(part, 'Content-Type') || 'application/octet-stream'),
      );
  }
  return { ...FORM, files: SortedMembers.of(files), form: toScalarsOrLists(fields) };
}

function toText(part: Part): string {
  const charset = parseParameterised(partField(part, 'Content-Type') ?? '')
    .parameters.get('charset')
    ?.toLowerCase();
  return part.content.toString(charset === 'iso-8859-1' ? 'latin1' : 'utf8');
}

function toTextOrDataUrl(content: Buffer, type: string): string {
  return isUtf8(content) ? content.toString('utf8') : `data:${type};base64,${content.toString('base64')}`;
}
