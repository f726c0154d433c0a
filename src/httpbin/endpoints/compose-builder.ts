import { loadBrowserScript } from '../../http/pages/browser-script.ts';
import { sendPage } from '../../http/pages/page.ts';
import { parsePairs } from '../../http/query.ts';
import { htmlResponse } from '../../http/response.ts';
import { builderPage } from '../compose/builder/page.ts';
import { endpoint } from '../context.ts';
import { absoluteUrl } from '../request-url.ts';

export const composeBuilder = endpoint({
  path: '/compose/builder',
  methods: ['GET'],
  tag: 'Composition',
  summary: 'Returns a page that composes URLs of `/compose`, shows the curl command, and sends the request.',
  description: 'The directives of `/compose` in the query fill in the form.',
  responses: { 200: htmlResponse('A page.') },
  compare: {
    httpbun: ['better', 'Sends the composed request, and shows it as a curl command.', '/mixer, /help/mixer'],
  },
  examples: [
    { path: '/compose/builder', status: 200, answers: [['Content-Type', 'text/html; charset=utf-8']] },
    { path: '/compose/builder?status=503&header=Retry-After:+3', status: 200 },
  ],

  async handle({ exchange, service }) {
    const script = await loadBrowserScript('httpbin/compose/builder');
    const directives = parsePairs(exchange.query ?? '');
    await sendPage(exchange, builderPage(directives, absoluteUrl(exchange, ''), service, script));
  },
});
