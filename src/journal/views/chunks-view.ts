import { type Static, Type } from 'typebox';
import type { ContentParts } from '#wire/content-parts.ts';

/** How the client has divided content, as JSON. */
export const ChunksView = Type.Object(
  {
    count: Type.Integer({ description: 'Number of the chunks or frames with content.' }),
    sizes: Type.Array(Type.Integer(), { description: 'The bytes of each: of the first 1,000.' }),
    extensions: Type.Optional(
      Type.Array(
        Type.Object({
          chunk: Type.Integer({
            description: 'Index of the chunk; `count` for the last one, without content.',
          }),
          text: Type.String({ description: 'The bytes behind the size.' }),
        }),
        { description: 'The chunk extensions (RFC 9112 §7.1.1), if there are any.' },
      ),
    ),
  },
  {
    description:
      'How the client has divided the body: into chunks, or into DATA frames of HTTP/2. Absent for another body, and in events.',
  },
);

export type ChunksView = Static<typeof ChunksView>;

export function toChunksView({ count, sizes, extensions }: ContentParts): ChunksView {
  const view = { count, sizes: [...sizes] };
  return extensions.length === 0 ? view : { ...view, extensions: extensions.map((one) => ({ ...one })) };
}
