import { type TProperties, Type } from 'typebox';
import type { Exchange } from '#http/message/exchange.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { formatPythonJson } from '../python/json.ts';
import { endpoint } from '../request/context.ts';
import { HeaderView, requestView } from '../request/view.ts';
import { type ContentCoding, encode } from '../responses/content/content-coding.ts';

/** Returns the request as JSON in a content coding, with a member that names the coding. */
export function sendEncoded(
  exchange: Exchange,
  coding: ContentCoding | 'identity',
  member: Readonly<Record<string, unknown>>,
  fields: Fields = [],
): void {
  const { headers, origin } = requestView(exchange);
  const json = formatPythonJson({ ...member, headers, method: exchange.method, origin });
  const type = ['Content-Type', 'application/json'] as const;
  if (coding === 'identity') exchange.send(200, [type, ...fields], json);
  else exchange.send(200, [type, ['Content-Encoding', coding], ...fields], encode(coding, json));
}

/** The schema of the decoded JSON. */
export function encodedView(member: TProperties) {
  return Type.Object({ ...member, headers: HeaderView, method: Type.String(), origin: Type.String() });
}

type EncodedEndpoint = Pick<Endpoint, 'path' | 'summary' | 'compare'> & {
  readonly coding: ContentCoding;
  /** The member of the JSON that names the coding. */
  readonly member: string;
};

/** Declares an endpoint that returns the request as JSON in one content coding. */
export function encodedEndpoint({ coding, member, ...declaration }: EncodedEndpoint): Endpoint {
  return endpoint({
    ...declaration,
    tag: 'Response formats',
    description: 'Ignores `Accept-Encoding`. Use `/compressed` for negotiated compression.',
    responses: { 200: encodedView({ [member]: Type.Literal(true) }) },
    examples: [{ status: 200, responseFields: [['Content-Encoding', coding]] }],
    handle: ({ exchange }) => sendEncoded(exchange, coding, { [member]: true }),
  });
}
