import { type TProperties, Type } from 'typebox';
import type { Exchange } from '../http/exchange.ts';
import type { Fields } from '../http/fields.ts';
import { type ContentCoding, encode } from './content-coding.ts';
import { toPythonJson } from './python-json.ts';
import { HeaderView, requestView } from './request-view.ts';

/** Answers with a picture of the request in a content coding, and a member that says so. */
export function answerCoded(
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

/** The JSON inside the coding. */
export function codedView(member: TProperties) {
  return Type.Object({ ...member, headers: HeaderView, method: Type.String(), origin: Type.String() });
}
