import { type TProperties, Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { type AnyBody, anyBody, formContent } from '#http/routing/endpoint.ts';
import { percentDecode } from '#http/syntax/percent.ts';
import { parsePairs } from '#http/syntax/query.ts';
import type { WebContext } from '../sessions/context.ts';
import { isFormToken, type Visitor } from '../sessions/visitor.ts';

/** The submitted fields of a form. If a name is repeated, `text` and `exact` return its first value. */
export interface Form {
  /** The value without surrounding white space; empty if the field is missing. */
  text(name: string): string;
  /** The value as it was entered: a password may begin with a space. */
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
 * Reads a submitted form.
 * @throws HttpError 403 if it is not from a page of this server in this browser; 422 if a value is not text
 */
export function readForm(call: {
  readonly exchange: Exchange;
  readonly body: Buffer;
  readonly service: WebContext;
  readonly caller: Visitor;
}): Form {
  const { exchange, body, service, caller } = call;
  checkOrigin(exchange, [
    new URL(service.addresses.of(exchange).web).origin,
    `${service.clientAddress.scheme(exchange)}://${exchange.authority}`,
  ]);
  const form = parseForm(body);
  if (caller.isNew)
    throw new HttpError(403, `The browser sent no cookie of this server. Allow cookies. ${TRY_AGAIN}`);
  if (!isFormToken(form.text(FORM_TOKEN), caller.secret))
    throw new HttpError(403, `The page of the form has expired, because its session has ended. ${TRY_AGAIN}`);
  return form;
}

function parseForm(body: Buffer): Form {
  const text = body.toString('latin1');
  // Databases do not store U+0000, and U+FFFD replaces invalid UTF-8.
  if (/[\0\uFFFD]/.test(percentDecode(text)))
    throw new HttpError(422, 'The form contains invalid characters.');
  const pairs = parsePairs(text);
  const exact = (name: string) => pairs.find(([other]) => other === name)?.[1] ?? '';
  return {
    exact,
    text: (name) => exact(name).trim(),
    all: (name) => pairs.filter(([other]) => other === name).map(([, value]) => value),
  };
}

/**
 * Rejects a form from another origin, by Fetch Metadata and `Origin` (RFC 6454). A sandboxed page, such as one that the
 * testing service generates from input, sends `null`.
 */
function checkOrigin(exchange: Exchange, own: readonly string[]): void {
  const site = exchange.field('Sec-Fetch-Site');
  const origin = exchange.field('Origin');
  if ((site !== undefined && site !== 'same-origin') || (origin !== undefined && !own.includes(origin))) {
    throw new HttpError(403, 'The form is from a page of another origin.');
  }
}

const TRY_AGAIN = 'Go back, reload the page, and try again.';
