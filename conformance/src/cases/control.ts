import { generatedBody } from '../adapter/messages.ts';
import { compose } from '../case-port/scripted-response.ts';
import { caseGroup } from '../verdict/case.ts';
import { all, holds, ok, value } from '../verdict/expectation.ts';
import { contentIsSent } from './rules.ts';

/** The first request of a process, and its first one with TLS, load code for longer than the limit of other requests. */
const FIRST_TIMEOUT = 5;

/** Correct exchanges. The cases that need them are inconclusive when they fail. */
export const control = caseGroup('control', {
  get: {
    level: 'R',
    clause: 'RFC 9112 §6.2',
    needs: [],
    serve: [compose('body=hello')],
    ask: [{ timeout: FIRST_TIMEOUT }],
    expect: ok('hello'),
  },
  head: {
    level: 'R',
    clause: 'RFC 9110 §9.3.2',
    serve: [compose('body=hello')],
    ask: [{ method: 'HEAD' }],
    expect: all(
      ok(''),
      holds(
        'the method HEAD',
        (seen) => seen.requests()[0]?.method === 'HEAD',
        (seen) => `the method ${seen.requests()[0]?.method}`,
      ),
    ),
  },
  session: {
    level: 'R',
    clause: 'RFC 9112 §9.3',
    serve: [compose('body=first'), compose('body=second')],
    ask: [{}, {}],
    expect: all(ok('first'), ok('second', { step: 2 })),
  },
  post: {
    level: 'R',
    clause: 'RFC 9112 §6.3',
    serve: [compose('body=hello')],
    ask: [{ method: 'POST', bodySize: 1000 }],
    expect: all(ok('hello'), contentIsSent(generatedBody(1000))),
  },
  tls: {
    level: 'R',
    clause: 'RFC 9110 §4.2.2',
    supports: ['ca'],
    serve: { ports: { tls: [compose('body=hello')] } },
    ask: [{ url: 'https://{tls.localhost}/', timeout: FIRST_TIMEOUT }],
    expect: ok('hello'),
  },
  proxy: {
    level: 'R',
    clause: 'RFC 9112 §3.2.2',
    supports: ['proxy'],
    serve: { ports: { proxy: [compose('body=hello')], a: [compose('body=direct')] } },
    ask: [{ proxy: 'http://{proxy}' }],
    expect: all(
      ok('hello'),
      holds(
        'the request at the proxy',
        (seen) => seen.requests('proxy').length > 0 && seen.requests('a').length === 0,
        () => 'a request without the proxy',
      ),
    ),
  },
  redirect: {
    level: 'I',
    clause: 'RFC 9110 §15.4',
    supports: ['redirects'],
    serve: { '/': compose('status=302&redirect=/target'), '/target': compose('body=hello') },
    ask: [{ redirects: true }],
    expect: value('followed, or not', (seen) => (seen.requests().length > 1 ? 'followed' : 'not followed')),
  },
});
