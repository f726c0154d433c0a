import { isUtf8 } from 'node:buffer';
import { Type } from 'typebox';
import { MAX_JSON_BODY_SIZE } from '#http/message/body/body.ts';
import type { Exchange } from '#http/message/exchange.ts';
import type { ContentDeclaration } from '#http/message/response.ts';
import { type AnyBody, anyBody } from '#http/routing/endpoint.ts';
import { dispositionOf, type Part, partField, splitMultipart } from '#http/syntax/multipart.ts';
import { parseParameterised } from '#http/syntax/parameterised.ts';
import { parsePairs } from '#http/syntax/query.ts';
import { readPythonJson } from '../python/json-reader.ts';
import { SortedMembers } from '../python/value.ts';
import { HeaderView, RequestView, requestView, ScalarsOrLists, toScalarsOrLists } from './view.ts';

/** A body that is returned as JSON. @param content documented content by media type */
export function echoedBody(description: string, content?: ContentDeclaration): AnyBody {
  return anyBody(description, content, MAX_JSON_BODY_SIZE);
}

/** The schema of a request with its body. */
export const RequestWithBody = Type.Object({
  ...RequestView.properties,
  data: Type.String(),
  files: HeaderView,
  form: ScalarsOrLists,
  json: Type.Unknown({
    description: 'The body as JSON, or null. `NaN` and `Infinity` are unchanged.',
    // Compat: only here, a response of type JSON may contain constants that JSON lacks.
    'x-json-constants': ['NaN', 'Infinity', '-Infinity'],
  }),
});

/** A request body, for `exchange.json` together with the request. */
export interface BodyView {
  /** The text, or a `data:` URL (RFC 2397) when the body is not UTF-8; empty for a form. */
  readonly data: string;
  readonly files: SortedMembers;
  readonly form: SortedMembers;
  /** The body parsed as JSON, regardless of its type. */
  readonly json: unknown;
}

/** A request with its body, for `exchange.json`. The members are in the order in which JSON is written, which needs no sorting. */
export function requestWithBody(exchange: Exchange, body: Buffer, method?: string) {
  const { args, headers, origin, url } = requestView(exchange);
  const { data, files, form, json } = bodyView(exchange, body);
  return { args, data, files, form, headers, json, method, origin, url };
}

const NONE = new SortedMembers([], []);

/** Never rejects content: invalid content is returned as text or bytes, or omitted. */
export function bodyView(exchange: Exchange, body: Buffer): BodyView {
  const form = parseForm(exchange, body);
  // Compat: `data` and `json` are empty for a form, even for a malformed one.
  if (form)
    return {
      data: '',
      files: SortedMembers.of(form.files),
      form: toScalarsOrLists(form.fields),
      json: null,
    };
  if (!isUtf8(body))
    return { data: formatDataUrl(body, 'application/octet-stream'), files: NONE, form: NONE, json: null };
  const data = body.toString('utf8');
  return { data, files: NONE, form: NONE, json: readPythonJson(data) ?? null };
}

interface Form {
  /** Names and values, in order. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Compat: the first file of each name. */
  readonly files: ReadonlyMap<string, string>;
}

const NO_FORM: Form = { fields: [], files: new Map() };

const URL_ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** Whether the body is a form by its type. */
export function isForm(exchange: Exchange): boolean {
  const { value } = contentType(exchange);
  return value === URL_ENCODED || value === MULTIPART;
}

/** The fields and files of a form; none for a malformed one. Undefined for another type. */
export function parseForm(exchange: Exchange, body: Buffer): Form | undefined {
  const { value, parameters } = contentType(exchange);
  // Raw bytes are decoded as characters up to U+00FF.
  if (value === URL_ENCODED) return { ...NO_FORM, fields: parsePairs(body.toString('latin1')) };
  const boundary = parameters.get('boundary');
  // Compat: multipart without a boundary in ASCII is not a form.
  if (value !== MULTIPART || !boundary || !ASCII.test(boundary)) return undefined;
  return readForm(splitMultipart(body, boundary) ?? []);
}

function contentType(exchange: Exchange) {
  return parseParameterised(exchange.field('Content-Type') ?? '');
}

const ASCII = /^[\0-\x7f]*$/;

function readForm(parts: readonly Part[]): Form {
  const files = new Map<string, string>();
  const fields: [string, string][] = [];
  for (const part of parts) {
    const disposition = dispositionOf(part);
    // Compat: a part without a disposition invalidates the form.
    if (!disposition) return NO_FORM;
    const { name, filename } = disposition;
    if (name === undefined) continue;
    if (filename === undefined) fields.push([name, decodePart(part)]);
    else if (!files.has(name))
      files.set(
        name,
        formatTextOrDataUrl(part.content, partField(part, 'Content-Type') || 'application/octet-stream'),
      );
  }
  return { fields, files };
}

function decodePart(part: Part): string {
  const charset = parseParameterised(partField(part, 'Content-Type') ?? '')
    .parameters.get('charset')
    ?.toLowerCase();
  return part.content.toString(charset === 'iso-8859-1' ? 'latin1' : 'utf8');
}

function formatTextOrDataUrl(content: Buffer, type: string): string {
  return isUtf8(content) ? content.toString('utf8') : formatDataUrl(content, type);
}

function formatDataUrl(content: Buffer, type: string): string {
  return `data:${type};base64,${content.toString('base64')}`;
}
