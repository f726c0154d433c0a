import { binaryResponse, describedResponse, TextContent } from '../../http/response.ts';
import { jpeg, png, svg, webp } from '../assets/pictures.ts';
import { endpoint } from '../context.ts';
import { NotAcceptable, statusAnswer } from '../status-answers.ts';

export const image = endpoint({
  path: '/image',
  methods: ['GET'],
  tag: 'Images',
  summary: 'Returns an image of the kind that Accept asks for.',
  description:
    'WebP, SVG, JPEG and PNG, the first of these that is named; PNG for `image/*` and without the field. `*/*` names none.',
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
      path: '/image',
      fields: [['Accept', 'image/webp']],
      status: 200,
      answers: [['Content-Type', 'image/webp']],
    },
    {
      path: '/image',
      fields: [['Accept', 'image/*']],
      status: 200,
      answers: [['Content-Type', 'image/png']],
    },
    { path: '/image', fields: [['Accept', '*/*']], status: 406 },
  ],

  handle({ exchange }) {
    // Compat: any part of the text counts, and neither order nor weight does.
    const accept = exchange.field('Accept')?.toLowerCase() ?? 'image/png';
    const kind = KINDS.find(({ names }) => names.some((name) => accept.includes(name)));
    if (kind) return exchange.send(200, [['Content-Type', kind.type], VARY], kind.content());
    const { fields, content } = statusAnswer(406);
    exchange.send(406, [...fields, VARY], content);
  },
});

const VARY = ['Vary', 'Accept'] as const;

const KINDS = [
  { type: 'image/webp', names: ['image/webp'], content: () => Buffer.from(webp, 'base64') },
  { type: 'image/svg+xml', names: ['image/svg+xml'], content: () => svg },
  { type: 'image/jpeg', names: ['image/jpeg'], content: () => Buffer.from(jpeg, 'base64') },
  { type: 'image/png', names: ['image/png', 'image/*'], content: () => Buffer.from(png, 'base64') },
];
