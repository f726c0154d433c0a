import { binaryResponse, describedResponse, TextContent } from '#http/message/response.ts';
import { jpeg, png, svg, webp } from '../assets/images.ts';
import { NotAcceptable, statusResponse } from '../generation/status-responses.ts';
import { endpoint } from '../request/context.ts';

export const image = endpoint({
  path: '/image',
  tag: 'Images',
  summary: 'Returns an image in the format that Accept prefers.',
  description:
    'The first of WebP, SVG, JPEG and PNG that the header contains; PNG for `image/*` and without the header. `*/*` matches no format.',
  responses: {
    200: describedResponse('Two boxing gloves.', {
      ...binaryResponse('', 'image/webp', 'image/jpeg', 'image/png').content,
      'image/svg+xml': TextContent,
    }),
    406: NotAcceptable,
  },
  compare: {
    httpbin: ['same', 'Selects the format in the same way; the images differ.'],
    'go-httpbin': ['different', 'A request without an acceptable format gets 406, not 415.'],
  },
  examples: [
    {
      title: 'WebP is accepted',
      path: '/image',
      fields: [['Accept', 'image/webp']],
      status: 200,
      responseFields: [['Content-Type', 'image/webp']],
    },
    {
      title: 'Any image is accepted',
      path: '/image',
      fields: [['Accept', 'image/*']],
      status: 200,
      responseFields: [['Content-Type', 'image/png']],
    },
    { title: 'No image is accepted', path: '/image', fields: [['Accept', '*/*']], status: 406 },
  ],

  handle({ exchange }) {
    // Compat: matches any part of the header, and ignores order and weights.
    const accept = exchange.field('Accept')?.toLowerCase() ?? 'image/png';
    const kind = KINDS.find(({ names }) => names.some((name) => accept.includes(name)));
    if (kind) return exchange.send(200, [['Content-Type', kind.type], VARY], kind.content);
    const { fields, content } = statusResponse(406);
    exchange.send(406, [...fields, VARY], content);
  },
});

const VARY = ['Vary', 'Accept'] as const;

const KINDS = [
  { type: 'image/webp', names: ['image/webp'], content: webp },
  { type: 'image/svg+xml', names: ['image/svg+xml'], content: svg },
  { type: 'image/jpeg', names: ['image/jpeg'], content: jpeg },
  { type: 'image/png', names: ['image/png', 'image/*'], content: png },
];
