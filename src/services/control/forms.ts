import { HttpError } from '../../http/message/errors.ts';
import { parsePairs } from '../../http/syntax/query.ts';
import type { ControlContext } from './context.ts';

/** The name of the field with the page token. */
const FORM_TOKEN = 'page-token';

/** Maximum size of a form, in bytes. */
const MAX_SIZE = 2 * 1024 * 1024;

/** The fields of a form that a page with the token has sent. @throws HttpError 403 without the token */
export function readForm(body: Buffer, { pages }: Pick<ControlContext, 'pages'>): (name: string) => string {
  if (body.byteLength > MAX_SIZE) throw new HttpError(413, `The form is larger than ${MAX_SIZE} bytes.`);
  const fields = new Map(parsePairs(body.toString('latin1')));
  if (!pages.isToken(fields.get(FORM_TOKEN) ?? ''))
    throw new HttpError(403, 'The form is not of a page of this server. Reload the page, and send it again.');
  // Browsers send line breaks as CRLF.
  return (name) => (fields.get(name) ?? '').replaceAll('\r\n', '\n');
}
