import { compose, raw, type ScriptedResponse } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, either, error, findingOf, ok, rule, value, wrong } from '../verdict/expectation.ts';

const BASE: Pick<CaseDeclaration, 'clause' | 'supports' | 'needs' | 'requests'> = {
  clause: 'RFC 9110 §4.3.4',
  supports: ['ca'],
  needs: ['control.tls'],
  requests: 0,
};

/** No request at a port whose certificate the client must reject. */
function noRequest(port: string) {
  return rule('no request on this connection', (seen) =>
    seen.requests(port).length === 0 ? undefined : wrong(`${seen.requests(port).length} requests`),
  );
}

/** A handshake that the client must end: the mode of TLS is the part of the port's name after `tls`. */
function rejected(port: string, clause = 'RFC 9110 §4.3.4', host = '.localhost'): CaseDeclaration {
  return {
    ...BASE,
    level: 'X',
    clause,
    serve: { ports: { [port]: [compose('body=hello')] } },
    ask: [{ url: `https://{${port}${host}}/` }],
    handshakes: [port],
    expect: all(error(), noRequest(port)),
  };
}

function choice(port: string, clause: string): CaseDeclaration {
  return {
    ...rejected(port, clause),
    level: 'I',
    expect: value('connects, or rejected', (seen) => {
      if (ok('hello').check(seen) === undefined) return 'connects';
      return seen.outcome(1).error === undefined ? 'another outcome' : 'rejected';
    }),
  };
}

/** The name that the client sends in its handshake (RFC 6066 §3). */
function serverName(
  host: string,
  level: 'R' | 'S',
  text: string,
  isRight: (name: string | undefined) => boolean,
): CaseDeclaration {
  return {
    ...BASE,
    level,
    clause: 'RFC 6066 §3',
    requests: 1,
    serve: { ports: { tls: [compose('body=hello')] } },
    ask: [{ url: `https://{tls${host}}/` }],
    expect: all(
      ok('hello'),
      rule(text, (seen) => {
        const name = seen.connections('tls')[0]?.serverName;
        return isRight(name) ? undefined : wrong(`server_name ${name ?? 'absent'}`);
      }),
    ),
  };
}

/** A server that does not answer the first message of the handshake as TLS. */
function broken(response: ScriptedResponse): CaseDeclaration {
  return {
    ...BASE,
    level: 'B',
    clause: 'RFC 8446 §6.2',
    serve: { ports: { bytes: [response] } },
    ask: [{ url: 'https://{bytes.localhost}/' }],
    handshakes: ['bytes'],
    expect: error(),
  };
}

/** A request without verification, and one with it in this session. */
function verifyScope(session: string): CaseDeclaration {
  return {
    ...BASE,
    level: 'X',
    supports: ['ca', 'no-verify'],
    requests: 1,
    serve: { ports: { tlsselfsigned: [compose('body=hello')] } },
    ask: [
      { url: 'https://{tlsselfsigned.localhost}/', verify: false },
      { url: 'https://{tlsselfsigned.localhost}/', session },
    ],
    expect: all(
      ok('hello'),
      error({ step: 2 }),
      rule('one request, which is the first', (seen) =>
        seen.requests().length === 1 ? undefined : wrong(`${seen.requests().length} requests`),
      ),
    ),
  };
}

export const tls = caseGroup('tls', {
  expired: rejected('tlsexpired', 'RFC 5280 §6.1.3'),
  'not-yet-valid': rejected('tlsearly', 'RFC 5280 §6.1.3'),
  'wrong-host': rejected('tlswronghost'),
  'no-san': rejected('tlsnosan'),
  'ip-wrong': rejected('tlswrongip', 'RFC 9110 §4.3.4', ''),
  'self-signed': rejected('tlsselfsigned', 'RFC 5280 §6.1'),
  'untrusted-root': rejected('tlsuntrusted', 'RFC 5280 §6.1'),
  'not-for-server': rejected('tlsnotserver', 'RFC 5280 §4.2.1.12'),
  'leaf-as-ca': rejected('tlsleafasca', 'RFC 5280 §4.2.1.9'),
  sha1: rejected('tlssha', 'RFC 8446 §4.4.2.4'),
  rsa1024: rejected('tlsrsa', 'RFC 9325 §4.5'),
  tls10: rejected('tlsten', 'RFC 8996 §4'),
  tls11: rejected('tlseleven', 'RFC 8996 §5'),
  tls12: choice('tlstwelve', 'RFC 8446 §4.1.3'),
  tls13: choice('tlsthirteen', 'RFC 8446 §4.1.3'),
  'incomplete-chain': choice('tlsincomplete', 'RFC 8446 §4.4.2'),
  'alpn-none': choice('tlsnoalpn', 'RFC 7301 §3.2'),
  // The clause recommends it.
  sni: serverName('.localhost', 'S', 'the server_name localhost', (name) => name === 'localhost'),
  'no-sni-for-ip': serverName(
    '',
    'R',
    'no server_name that is an address',
    (name) => !name?.includes('127.0.0.1'),
  ),
  'handshake-close': broken(raw('fin')),
  'handshake-reset': broken(raw('reset')),
  'handshake-garbage': broken(raw('fin', '\x80\x01garbage\x00'.repeat(20))),
  'handshake-plain': broken(
    raw('fin', 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello'),
  ),
  'verify-scope': verifyScope('two'),
  // What one request of a session switched off stays off for the others: the defect of CVE-2024-35195.
  'verify-session': verifyScope('one'),
  redirect: {
    ...BASE,
    level: 'X',
    supports: ['ca', 'redirects'],
    requests: 1,
    needs: ['control.tls', 'control.redirect=followed'],
    serve: {
      ports: {
        tls: [compose('status=302&redirect=https://{tlsselfsigned.localhost}/')],
        tlsselfsigned: [compose('body=hello')],
      },
    },
    ask: [{ url: 'https://{tls.localhost}/', redirects: true }],
    expect: all(
      either(
        error(),
        rule('the redirect reported', (seen) =>
          seen.outcome(1).status === 302 ? undefined : findingOf(seen.outcome(1)),
        ),
      ),
      noRequest('tlsselfsigned'),
    ),
  },
});
