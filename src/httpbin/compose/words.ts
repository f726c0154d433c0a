import { type Static, type TObject, Type } from 'typebox';
import { contentCodings } from '../content-coding.ts';

const lines = (description: string) => Type.Array(Type.String(), { maxItems: 64, default: [], description });
const seconds = (description: string) => Type.Optional(Type.Number({ minimum: 0, description }));
const text = (description: string) => Type.Optional(Type.String({ description }));

/** The words that an answer is composed of. */
export const composeWords = {
  status: text('A status from 200 to 999, or several with weights, such as `503:1,200:3`. Default 200.'),
  header: lines('A header field, such as `Retry-After: 3`. Repeatable; case and order are kept.'),
  cookie: lines('A cookie with its attributes, such as `id=1; Path=/; HttpOnly`. Repeatable.'),
  redirect: text('Where `Location` leads. The status is 302 unless another is given.'),
  body: text('Text to answer with.'),
  json: text('JSON to answer with.'),
  base64: text('Bytes to answer with, in base64 of either alphabet, with padding or without.'),
  bytes: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'So many bytes to answer with: the letters from a to z, over and over.',
    }),
  ),
  type: text('The `Content-Type`, or `none`. Default: what suits the content.'),
  charset: Type.Optional(
    Type.Enum(['utf-8', 'iso-8859-1', 'utf-16le'], { description: 'What the text of `body` is encoded in.' }),
  ),
  coding: Type.Array(Type.Enum([...contentCodings, 'identity']), {
    maxItems: 4,
    default: [],
    description: 'A content coding. Repeatable: applied one after another.',
  }),
  delay: seconds('Seconds before the head is sent.'),
  pause: seconds('Seconds between the head and the content.'),
  rate: Type.Optional(Type.Number({ minimum: 1, description: 'Bytes of content each second.' })),
  chunk: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'Sends the content in chunks of so many bytes, without its length being told.',
    }),
  ),
  trailer: lines('A trailer field, such as `X-Checksum: 1`. Repeatable; the content is sent in chunks.'),
};

export type Words = Static<TObject<typeof composeWords>>;
