import { Type } from 'typebox';
import { binaryResponse } from '#http/message/response.ts';
import type { Fields } from '#http/syntax/fields.ts';
import { type DecodedBody, decodeMessage } from '#journal/views/decoded-body.ts';
import { inputOf, operation } from '../declaration/operation.ts';
import { notFound } from '../state/errors.ts';
import { EntryId, findExchange, redactionFor, secrets } from './journal-access.ts';

export const readRequestBody = readBody('request', 'Returns the body of a recorded request.');
export const readResponseBody = readBody('response', 'Returns the content of a recorded response.');

/** The bytes, and how they were decoded. */
interface BodyResult {
  readonly bytes: Uint8Array;
  readonly decoded?: string;
}

function readBody(part: 'request' | 'response', summary: string) {
  return operation({
    name: `requests-body.${part}`,
    summary,
    input: inputOf({
      id: EntryId,
      decoded: Type.Optional(
        Type.String({
          enum: ['true'],
          description:
            'With `true`, the content codings are removed, up to 4 MiB, and credentials are masked. `X-Decoded` names the codings, and whether the body is `complete`, `cut`, or has an `error` at a byte.',
        }),
      ),
      secrets,
    }),
    output: Type.Unsafe<BodyResult>({}),
    errors: ['notFound', 'conflict', 'unavailable'],
    http: {
      route: `GET /_sparring/requests/{id}/${part}.body`,
      tag: 'Journal',
      description: 'The bytes that the journal keeps, unmasked, unless they are decoded.',
      responses: { 200: binaryResponse('The bytes of the body.') },
      examples: [
        { title: 'As received', path: `/_sparring/requests/1/${part}.body`, status: 200 },
        {
          title: 'Decoded',
          path: `/_sparring/requests/1/${part}.body?decoded=true`,
          status: 200,
          responseFields: [['X-Decoded', 'identity; complete']],
        },
        {
          title: 'A request that is not recorded',
          path: `/_sparring/requests/999999/${part}.body`,
          status: 404,
        },
      ],
    },
    async run({ id, decoded, secrets: shown }, context): Promise<BodyResult> {
      const exchange = await findExchange(context, id);
      const message = exchange[part];
      if (!message) throw notFound(`Exchange ${id} has no response.`);
      if (decoded === undefined) return { bytes: message.body.kept };
      const body = await decodeMessage(exchange, part, redactionFor(context, shown));
      return body ? { bytes: body.bytes, decoded: describe(body) } : { bytes: new Uint8Array() };
    },
    send(exchange, { bytes, decoded }) {
      const details: Fields = decoded === undefined ? [] : [['X-Decoded', decoded]];
      exchange.send(200, [...UNTRUSTED, ...details], bytes);
    },
  });
}

function describe({
  codings,
  state,
  problem,
}: DecodedBody & { readonly codings: readonly string[] }): string {
  const names = codings.map((coding) => coding.replace(/[^\w.-]/g, '')).join(', ') || 'identity';
  return problem
    ? `${names}; error=${problem.coding.replace(/[^\w.-]/g, '')}@${problem.at}`
    : `${names}; ${state}`;
}

/** The bytes are those of clients: a browser must neither guess their type nor run them. */
const UNTRUSTED: Fields = [
  ['Content-Type', 'application/octet-stream'],
  ['Content-Disposition', 'attachment'],
  ['Content-Security-Policy', "sandbox; default-src 'none'"],
];
