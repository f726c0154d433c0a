import { binaryResponse, textResponse } from '#http/message/response.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import { endpoint } from '../request/context.ts';

interface FixedContent {
  readonly type: string;
  readonly data: string | Buffer;
  readonly description: string;
}

type ContentEndpoint = Pick<Endpoint, 'path' | 'tag' | 'summary' | 'compare'> & {
  readonly content: FixedContent;
};

/** Declares an endpoint that returns the same content to every request. */
export function contentEndpoint({ content, ...declaration }: ContentEndpoint): Endpoint {
  const { type, data, description } = content;
  const [mediaType = ''] = type.split(';');
  const fields = [['Content-Type', type]] as const;
  return endpoint({
    ...declaration,
    responses: {
      200:
        typeof data === 'string'
          ? textResponse(description, mediaType)
          : binaryResponse(description, mediaType),
    },
    examples: [{ status: 200, responseFields: fields }],
    handle: ({ exchange }) => exchange.send(200, fields, data),
  });
}
