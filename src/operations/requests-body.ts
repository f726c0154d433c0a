import { Type } from 'typebox';
import type { Fields } from '../http/message/fields.ts';
import { binaryResponse } from '../http/message/response.ts';
import { notFound } from './errors.ts';
import { EntryId, findExchange } from './journal-access.ts';
import { inputOf, operation } from './operation.ts';

export const readRequestBody = readBody('request', 'Returns the body of a recorded request.');
export const readResponseBody = readBody('response', 'Returns the content of a recorded response.');

function readBody(part: 'request' | 'response', summary: string) {
  return operation({
    name: `requests-body.${part}`,
    summary,
    input: inputOf({ id: EntryId }),
    output: Type.Unsafe<Uint8Array>({}),
    errors: ['notFound', 'conflict', 'unavailable'],
    http: {
      route: `GET /_sparring/requests/{id}/${part}.body`,
      tag: 'Journal',
      nodeState: 'request journal',
      description: 'The bytes that the journal keeps, unmasked.',
      responses: { 200: binaryResponse('The bytes of the body.') },
      examples: [
        { path: `/_sparring/requests/1/${part}.body`, status: 200 },
        { path: `/_sparring/requests/999999/${part}.body`, status: 404 },
      ],
    },
    async run({ id }, context) {
      const message = (await findExchange(context, id))[part];
      if (!message) throw notFound(`Exchange ${id} has no response.`);
      return message.body.kept;
    },
    send: (exchange, bytes) => exchange.send(200, UNTRUSTED, bytes),
  });
}

/** The bytes are those of clients: a browser must neither guess their type nor run them. */
const UNTRUSTED: Fields = [
  ['Content-Type', 'application/octet-stream'],
  ['Content-Disposition', 'attachment'],
  ['Content-Security-Policy', "sandbox; default-src 'none'"],
];
