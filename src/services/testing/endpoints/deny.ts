import { textResponse } from '../../../http/message/response.ts';
import { endpoint } from '../context.ts';

export const deny = endpoint({
  path: '/deny',
  methods: ['GET'],
  tag: 'Response formats',
  summary: 'Returns a page that /robots.txt disallows.',
  responses: { 200: textResponse('A drawing in text.') },
  compare: {
    httpbin: ['different', 'A different drawing.'],
    'go-httpbin': ['different', 'A different drawing.'],
    httpbun: ['different', 'A different drawing.'],
  },
  examples: [{ path: '/deny', status: 200, answers: [['Content-Type', 'text/plain']] }],

  handle({ exchange }) {
    exchange.send(200, [['Content-Type', 'text/plain']], TEXT);
  },
});

const TEXT = String.raw`
          ___________________
         /                   \
        |   K E E P   O U T   |
        |  robots above all   |
         \___________________/
                 |  |
                 |  |      o_o   but I only
                 |  |     <|_|>  wanted to look
        _________|__|______/_\_________
           YOU SHOULDN'T BE HERE
`;
