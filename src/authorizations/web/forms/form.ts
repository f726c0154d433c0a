import { type TProperties, Type } from 'typebox';
import { type AnyBody, anyBody, formContent } from '../../../http/endpoint.ts';
import { HttpError } from '../../../http/errors.ts';
import type { Exchange } from '../../../http/exchange.ts';
import { parsePairs } from '../../../http/query.ts';
import type { Visitor, WebContext } from '../context.ts';
import { isFormToken } from '../sessions/session-proof.ts';

/** What a page's form sends. The first of repeated names counts, unless all are asked for. */
export interface Form {
  /** Without white space around it; empty when it is not there. */
  text(name: string): string;
  /** As it was typed: a password may begin with a space. */
  exact(name: string): string;
  all(name: string): string[];
}

export const FORM_TOKEN = 'form_token';

/** The body of a form with these fields and the form token. */
export function formBody(fields: TProperties = {}): AnyBody {
  const token = Type.String({ description: 'The form token of the page.' });
  return anyBody('The fields of the form.', formContent({ ...fields, [FORM_TOKEN]: token }));
}

/** A text field. */
export function textField(description?: string) {
  return Type.String(description === undefined ? {} : { description });
}

/** A text field that may be missing. */
export function optionalField(description?: string) {
  return Type.Optional(textField(description));
}

/** A field that may be repeated. */
export function repeatedField(description?: string) {
  return Type.Optional(Type.Array(Type.String(), description === undefined ? {} : { description }));
}

/** A field with one of these values. */
export function choiceField(...values: readonly string[]) {
  return Type.Enum([...values]);
}

/**
 * Reads a form that changes something.
 * @throws HttpError 403 when it does not come from a page of ours, in this browser; 422 when it holds no text.
 */
export function readForm(call: {
  readonly exchange: Exchange;
  readonly body: Buffer;
  readonly service: WebContext;
  readonly caller: Visitor;
}): Form {
  const { exchange, body, service, caller } = call;
  refuseForeignOrigin(exchange, [
    service.addresses.of(exchange).web,
    `${service.clientAddress.scheme(exchange)}://${exchange.authority}`,
  ]);
  const form = toForm(body);
  if (caller.isNew || !isFormToken(form.text(FORM_TOKEN), caller.secret)) throw new HttpError(403, STALE);
  return form;
}

function toForm(body: Buffer): Form {
  const pairs = parsePairs(body.toString('latin1'));
  if (pairs.some(([name, value]) => !isText(name) || !isText(value)))
    throw new HttpError(422, 'The form holds characters that are no text.');
  const exact = (name: string) => pairs.find(([other]) => other === name)?.[1] ?? '';
  return {
    exact,
    text: (name) => exact(name).trim(),
    all: (name) => pairs.filter(([other]) => other === name).map(([, value]) => value),
  };
}

/** U+0000 is in no database, and U+FFFD stands for bytes that were no UTF-8. */
function isText(value: string): boolean {
  return value.isWellFormed() && !/[\0\uFFFD]/.test(value);
}

/**
 * Browsers say where a form stands (Fetch Metadata, and `Origin` of RFC 6454). `null` is what a sandboxed page sends,
 * such as one that the testing service made from somebody's input.
 */
function refuseForeignOrigin(exchange: Exchange, own: readonly string[]): void {
  const site = exchange.field('Sec-Fetch-Site');
  const origin = exchange.field('Origin');
  if ((site !== undefined && site !== 'same-origin') || (origin !== undefined && !own.includes(origin))) {
    throw new HttpError(403, STALE);
  }
}

const STALE =
  'This form did not come from a page of this server, or the page was too old. Go back, reload, and try again.';
