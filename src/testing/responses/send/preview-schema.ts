import { type Static, Type } from 'typebox';

/** What a client gets for a GET over HTTP/1.1, without anything sent. */
export const ResponsePreview = Type.Object({
  head: Type.String({ description: 'The bytes before the content, in Latin-1.' }),
  content: Type.Union([Type.String(), Type.Null()], {
    description: 'The first bytes after the head as text; null where they are no text.',
  }),
  size: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Bytes of the content; null for one whose size is known only when it is sent.',
  }),
  is_cut: Type.Boolean({ description: 'Whether `content` has the first bytes only.' }),
  notes: Type.Array(Type.String(), { description: 'What the bytes do not show, such as a delay.' }),
});

export type ResponsePreview = Static<typeof ResponsePreview>;
