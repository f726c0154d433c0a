import { type TProperties, Type } from 'typebox';
import type { Exchange } from '../../http/message/exchange.ts';
import type { Fields } from '../../http/message/fields.ts';
import { type ContentCoding, encode } from '../../responses/content/content-coding.ts';
import { toPythonJson } from './python-json.ts';
import { HeaderView, requestView } from './request-view.ts';

/** Returns the request as JSON in a content coding, with a member that names the coding. */
export function sendEncoded(
  exchange: Exchange,
  coding: ContentCoding | 'identity',
  member: Readonly<Record<string, unknown>>,
  fields: Fields = [],
): void {
  const { headers, origin } = requestView(exchange);
  const json = toPythonJson({ ...member, headers, method: exchange.method, origin });
  const type = ['Content-Type', 'application/json'] as const;
  if (coding === 'identity') exchange.send(200, [type, ...fields], json);
  else exchange.send(200, [type, ['Content-Encoding', coding], ...fields], encode(coding, json));
}

/** The schema of the decoded JSON. */
export function encodedView(member: TProperties) {
  return Type.Object({ ...member, headers: HeaderView, method: Type.String(), origin: Type.String() });
}
