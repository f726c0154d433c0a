import { loadBrowserScript } from '../../http/pages/browser-script.ts';
import { sendPage } from '../../http/pages/page.ts';
import { parsePairs } from '../../http/query.ts';
import { htmlResponse } from '../../http/response.ts';
import { absoluteUrl } from '../absolute-url.ts';
import { builderPage } from '../compose/builder/page.ts';
import { endpoint } from '../context.ts';

export const composeBuilder = endpoint({
  path: '/compose/builder',
  methods: ['GET'],
  tag: 'Composition',
  summary: 'A page that writes URLs of `/compose`, shows them as curl lines, and sends them.',
  description: 'The words of `/compose` in its query fill the form in.',
  responses: { 200: htmlResponse('A page.') },
  examples: [
    { path: '/compose/builder', status: 200, answers: [['Content-Type', 'text/html; charset=utf-8']] },
    { path: '/compose/builder?status=503&header=Retry-After:+3', status: 200 },
  ],

  async handle({ exchange, service }) {
    const script = await loadBrowserScript('httpbin/compose/builder');
    const words = parsePairs(exchange.query ?? '');
    await sendPage(exchange, builderPage(words, absoluteUrl(exchange, ''), service, script));
  },
});
