import { compose, raw, type ScriptedResponse } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, either, error, findingOf, ok, rule, wrong } from '../verdict/expectation.ts';
import type { Observation } from '../verdict/observation.ts';
import { valuesOf } from '../wire/request-reader.ts';

const ESTABLISHED = raw('stall', 'HTTP/1.1 200 OK\r\n\r\n');
const CREDENTIALS = 'Basic dXNlcjpwYXNz';
const TARGET = 'https://{tls.localhost}/';

/** A request over TLS through a tunnel. The proxy sends this response to CONNECT. */
function tunnel(response: ScriptedResponse, more: Partial<CaseDeclaration> = {}): CaseDeclaration {
  return {
    level: 'R',
    clause: 'RFC 9110 §9.3.6',
    supports: ['proxy', 'ca'],
    needs: ['control.proxy', 'control.tls'],
    serve: { ports: { proxy: { CONNECT: response }, tls: [compose('body=hello')] } },
    ask: [{ url: TARGET, proxy: 'http://{proxy}' }],
    expect: ok('hello'),
    ...more,
  };
}

function sent(seen: Observation, port: string, name: string): string {
  return valuesOf(seen.requests(port).at(-1)?.fields ?? [], name).join(' and ') || 'absent';
}

/** A response to CONNECT without a tunnel: it is the proxy's, and no content of the target. */
function refused(response: ScriptedResponse, isReported: boolean): CaseDeclaration {
  const reported = rule('status 502 reported', (seen) =>
    seen.outcome(1).status === 502 ? undefined : findingOf(seen.outcome(1)),
  );
  return tunnel(response, { level: 'B', expect: isReported ? either(error(), reported) : error() });
}

export const proxy = caseGroup('proxy', {
  absolute: {
    level: 'R',
    clause: 'RFC 9112 §3.2.2',
    supports: ['proxy'],
    needs: ['control.proxy'],
    serve: { ports: { proxy: [compose('body=hello')], a: [compose('body=direct')] } },
    ask: [{ url: 'http://{a}/x?y=1', proxy: 'http://{proxy}' }],
    expect: all(
      ok('hello'),
      rule('absolute-form, and the Host of the target', (seen) => {
        const target = seen.requests('proxy')[0]?.target ?? 'no request';
        if (target !== seen.fill('http://{a}/x?y=1')) return wrong(`the target ${target}`);
        const host = sent(seen, 'proxy', 'host');
        return host === seen.fill('{a}') ? undefined : wrong(`Host ${host}`);
      }),
    ),
  },
  connect: tunnel(ESTABLISHED, {
    expect: all(
      ok('hello'),
      rule('CONNECT with the authority of the target and its port', (seen) => {
        const { method, target } = seen.requests('proxy')[0] ?? {};
        const line = `${method} ${target}`;
        return line === seen.fill('CONNECT {tls.localhost}') ? undefined : wrong(line);
      }),
    ),
  }),
  '407': {
    level: 'R',
    clause: 'RFC 9110 §11.7.1',
    supports: ['proxy'],
    needs: ['control.proxy'],
    serve: {
      ports: {
        a: [compose('body=direct')],
        proxy: [
          {
            field: 'proxy-authorization',
            absent: [compose('status=407&header=Proxy-Authenticate: Basic realm="a"')],
            present: [compose('body=hello')],
          },
        ],
      },
    },
    ask: [{ proxy: 'http://user:pass@{proxy}' }],
    expect: all(
      ok('hello'),
      rule('the credentials in Proxy-Authorization', (seen) =>
        sent(seen, 'proxy', 'proxy-authorization') === CREDENTIALS ? undefined : wrong('other credentials'),
      ),
    ),
  },
  'connect-length': tunnel(raw('stall', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n')),
  credentials: tunnel(ESTABLISHED, {
    level: 'X',
    clause: 'RFC 9110 §11.7.2',
    ask: [
      {
        url: TARGET,
        proxy: 'http://user:pass@{proxy}',
        headers: [['Authorization', 'Bearer target']],
      },
    ],
    serve: {
      ports: {
        tls: [compose('body=hello')],
        proxy: {
          CONNECT: {
            field: 'proxy-authorization',
            absent: [
              raw(
                'fin',
                'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="a"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
              ),
            ],
            present: [ESTABLISHED],
          },
        },
      },
    },
    expect: all(
      ok('hello'),
      rule('each credentials at their receiver only', (seen) => {
        const atProxy = sent(seen, 'proxy', 'authorization');
        const atTarget = sent(seen, 'tls', 'proxy-authorization');
        if (atProxy !== 'absent') return wrong('Authorization sent to the proxy');
        if (atTarget !== 'absent') return wrong('Proxy-Authorization sent to the target');
        return sent(seen, 'tls', 'authorization') === 'Bearer target' ? undefined : wrong('no Authorization');
      }),
    ),
  }),
  verify: tunnel(ESTABLISHED, {
    level: 'X',
    clause: 'RFC 9110 §4.3.4',
    handshakes: ['tlswronghost'],
    serve: { ports: { proxy: { CONNECT: ESTABLISHED }, tlswronghost: [compose('body=hello')] } },
    ask: [{ url: 'https://{tlswronghost.localhost}/', proxy: 'http://{proxy}' }],
    expect: all(
      error(),
      rule('no request on this connection', (seen) =>
        seen.requests('tlswronghost').length === 0 ? undefined : wrong('a request'),
      ),
    ),
  }),
  refused: refused(
    raw('fin', 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 5\r\nConnection: close\r\n\r\nerror'),
    true,
  ),
  closed: refused(raw('fin'), false),
});
