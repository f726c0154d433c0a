import { Type } from 'typebox';
import { textResponse } from '../../http/response.ts';
import { endpoint } from '../context.ts';
import { HARMLESS } from '../harmless.ts';

export const base64Encode = endpoint({
  path: '/base64/encode/{value+}',
  methods: ['GET'],
  tag: 'Dynamic data',
  summary: 'Encodes a text as base64 for URLs, with padding.',
  params: { value: Type.String({ description: 'Any text; its UTF-8 is encoded.' }) },
  responses: { 200: textResponse('The text, encoded with the alphabet of RFC 4648 §5.') },
  compare: {
    'go-httpbin': ['same', 'The URL-safe alphabet with padding.'],
  },
  examples: [{ path: '/base64/encode/sparring', status: 200, answers: [['Content-Length', '12']] }],

  handle({ exchange, params }) {
    const standard = Buffer.from(params.value).toString('base64');
    exchange.send(200, HARMLESS_TEXT, standard.replaceAll('+', '-').replaceAll('/', '_'));
  },
});

const HARMLESS_TEXT = [['Content-Type', 'text/plain; charset=utf-8'], ...HARMLESS] as const;
