import { contentEndpoint } from '../generation/content-endpoint.ts';

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

export const deny = contentEndpoint({
  path: '/deny',
  tag: 'Response formats',
  summary: 'Returns a page that /robots.txt disallows.',
  content: { type: 'text/plain', data: TEXT, description: 'A drawing in text.' },
  compare: {
    httpbin: ['different', 'A different drawing.'],
    'go-httpbin': ['different', 'A different drawing.'],
    httpbun: ['different', 'A different drawing.'],
  },
});
