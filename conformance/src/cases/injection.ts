import { compose } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, holds, wrong } from '../verdict/expectation.ts';
import { unlessRefused } from './rules.ts';

const HELLO = [compose('body=hello')];

/** The user of a client passes what an attacker chose: it must not become a line of its own. */
function injected(field: readonly [string, string], clause = 'RFC 9110 §5.5'): CaseDeclaration {
  return {
    level: 'X',
    clause,
    mayRefuse: true,
    requests: 0,
    serve: HELLO,
    ask: [{ headers: [[...field]] }],
    expect: noInjection,
  };
}

/** Every line end counts that some server reads as one. */
const noInjection = unlessRefused(
  'refused, or sent without a line of the attacker and without NUL',
  (seen) => {
    const text = seen.textFrom('client');
    if (/[\r\n][ \t]{0,8}X-I[ \t]{0,8}:/i.test(text)) return wrong('the line X-I: 1 on the wire');
    return text.includes('\0') ? wrong('NUL on the wire') : undefined;
  },
);

const oneRequest = holds(
  'at most one request',
  (seen) => seen.requests().length <= 1,
  (seen) => `${seen.requests().length} requests`,
);

/** A framing field of the user that contradicts the content. */
function ownFraming(headers: readonly (readonly [string, string])[], body: string): CaseDeclaration {
  return {
    level: 'X',
    clause: 'RFC 9112 §6.2',
    mayRefuse: true,
    requests: 0,
    needs: ['control.post'],
    serve: HELLO,
    ask: [{ method: 'POST', headers, body: Buffer.from(body).toString('base64') }, {}],
    expect: unlessRefused(
      'refused, or one framing with all the content; no byte of it before the next request',
      (seen) => {
        const problems = seen.requests().flatMap((each) => each.problems);
        if (problems.length > 0) return wrong(problems.join(', '));
        const [first] = seen.requests();
        if (first?.method === 'POST' && first.isComplete && first.content.length !== body.length)
          return wrong(`${first.content.length} of ${body.length} bytes are the content`);
        const stray = seen.allConnections.reduce((sum, { strayBytes }) => sum + strayBytes, 0);
        return stray > 0 ? wrong(`${stray} bytes behind the content`) : undefined;
      },
    ),
  };
}

export const injection = caseGroup('injection', {
  'value-crlf': injected(['X-A', 'a\r\nX-I: 1']),
  'value-lf': injected(['X-A', 'a\nX-I: 1']),
  'value-cr': injected(['X-A', 'a\rX-I: 1']),
  'value-nul': injected(['X-A', 'a\0b']),
  'name-crlf': injected(['X-A: a\r\nX-I', '1'], 'RFC 9110 §5.1, §5.6.2'),
  'name-space': {
    ...injected(['X-A B', '1'], 'RFC 9110 §5.1, §5.6.2'),
    expect: unlessRefused('refused, or no field name with a space', (seen) =>
      seen.requests().some(({ fields }) => fields.some(([name]) => /\s/.test(name)))
        ? wrong('a field name with a space')
        : undefined,
    ),
  },
  cookie: injected(['Cookie', 'a=1\r\nX-I: 1'], 'RFC 9110 §5.5'),
  'url-crlf': {
    level: 'X',
    clause: 'RFC 9112 §3, §11.1',
    mayRefuse: true,
    requests: 0,
    serve: HELLO,
    ask: [{ url: 'http://{a}/a\r\nX-I: 1' }],
    expect: all(noInjection, oneRequest),
  },
  'method-crlf': {
    level: 'X',
    clause: 'RFC 9112 §3, §11.1',
    mayRefuse: true,
    requests: 0,
    serve: HELLO,
    ask: [{ method: 'GET / HTTP/1.1\r\nX-I: 1' }],
    expect: all(noInjection, oneRequest),
  },
  'framing-length': ownFraming([['Content-Length', '3']], 'hello'),
  'framing-both': ownFraming(
    [
      ['Content-Length', '3'],
      ['Transfer-Encoding', 'chunked'],
    ],
    'hellohello',
  ),
});
