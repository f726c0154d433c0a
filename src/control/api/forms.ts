import { type TProperties, Type } from 'typebox';
import { HttpError } from '#http/errors/errors.ts';
import { type AnyBody, anyBody, formContent } from '#http/routing/endpoint.ts';
import { parsePairs } from '#http/syntax/query.ts';
import type { ControlContext } from '../context/context.ts';

/** The name of the field with the page token. */
const FORM_TOKEN = 'page-token';

/** Maximum size of a form, in bytes. */
const MAX_SIZE = 2 * 1024 * 1024;

/** The body of a form with these fields, beside the page token. */
export function formBody(fields: TProperties): AnyBody {
  const token = Type.String({ description: 'The token of the page.' });
  return anyBody('The fields of the form.', formContent({ [FORM_TOKEN]: token, ...fields }), MAX_SIZE);
}

/** The fields of a form that a page with the token has sent, in order. @throws HttpError 403 without the token */
export function readFormPairs(
  body: Buffer,
  { pages }: Pick<ControlContext, 'pages'>,
): (readonly [name: string, value: string])[] {
  const pairs = parsePairs(body.toString('latin1'));
  if (!pages.isToken(new Map(pairs).get(FORM_TOKEN) ?? ''))
    throw new HttpError(403, 'The form is not of a page of this server. Reload the page, and send it again.');
  // Browsers send line breaks as CRLF.
  return pairs.map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]);
}

/** The values of the fields by name, of which none is repeated. @throws HttpError as `readFormPairs` */
export function readForm(body: Buffer, context: Pick<ControlContext, 'pages'>): (name: string) => string {
  const fields = new Map(readFormPairs(body, context));
  return (name) => fields.get(name) ?? '';
}
