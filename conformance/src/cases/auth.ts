import { compose, type ResponsesByField } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup } from '../verdict/case.ts';
import { all, either, error, ok, rule, wrong } from '../verdict/expectation.ts';
import { valuesOf } from '../wire/request-reader.ts';
import { type DigestCredentials, digestIsValid } from './digest-rule.ts';
import { atMost } from './rules.ts';

const AUTH: Pick<CaseDeclaration, 'level' | 'clause' | 'supports'> = {
  level: 'R',
  clause: 'RFC 9110 §11.6.1',
  supports: ['auth'],
};

/** A 401 with these values of WWW-Authenticate, each in a field line of its own. */
function challenge(...values: readonly string[]) {
  const fields = values.map((each) => `&header=WWW-Authenticate: ${encodeURIComponent(each)}`);
  return compose(`status=401&body=no${fields.join('')}`);
}

/** Challenges for requests without credentials, in their order; the others are served. */
function challenged(...absent: ResponsesByField['absent']): ResponsesByField {
  return { field: 'authorization', present: [compose('body=hello')], absent };
}

/** The credentials of Basic (RFC 7617 §2) in the last request. */
function basic(challenges: readonly string[], user = 'user', password = 'pass'): CaseDeclaration {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return {
    ...AUTH,
    serve: [challenged(challenge(...challenges))],
    ask: [{ auth: { scheme: 'basic', user, password } }],
    expect: all(
      ok('hello'),
      rule('the credentials in the last request', (seen) => {
        const values = valuesOf(seen.requests().at(-1)?.fields ?? [], 'authorization');
        return values.length === 1 && values[0] === expected
          ? undefined
          : wrong(values.length === 0 ? 'no Authorization' : 'other credentials');
      }),
    ),
  };
}

function digestChallenge(algorithm: DigestCredentials['algorithm'], nonce: string, more = '') {
  return challenge(
    `Digest realm="a, b", qop="auth", algorithm=${algorithm}, nonce="${nonce}", opaque="o"${more}`,
  );
}

/** Two requests of a session, with a query in their target. */
function digest(algorithm: DigestCredentials['algorithm']): CaseDeclaration {
  const credentials = { user: 'user', password: 'pass', realm: 'a, b', algorithm };
  const step = {
    url: 'http://{a}/p?x=1&y=2',
    auth: { scheme: 'digest', user: 'user', password: 'pass' },
  } as const;
  return {
    ...AUTH,
    // A client can have Basic only.
    clause: 'RFC 7616 §3.4',
    supports: ['auth-digest'],
    serve: [challenged(digestChallenge(algorithm, 'n1'), digestChallenge(algorithm, 'n2'))],
    ask: [step, step],
    expect: all(ok('hello'), ok('hello', { step: 2 }), digestIsValid(credentials)),
  };
}

export const auth = caseGroup('auth', {
  basic: basic(['Basic realm="a"']),
  utf8: {
    ...basic(['Basic realm="a", charset="UTF-8"'], 'us\u00e9r', 'p\u00e4ss'),
    // A recommendation: the clause calls the parameter "purely advisory".
    level: 'S',
    clause: 'RFC 7617 §2.1',
  },
  choose: basic(['Unknown realm="x"', 'Basic realm="a"']),
  'one-field': basic(['Unknown realm="x", Basic realm="a"']),
  comma: basic(['Basic realm="a, b"']),
  wrong: {
    ...AUTH,
    level: 'B',
    clause: 'RFC 9110 §15.5.2',
    // Revision 1 accused clients that report an error in place of the status.
    revision: 2,
    serve: [challenge('Basic realm="a"')],
    ask: [{ auth: { scheme: 'basic', user: 'user', password: 'pass' } }],
    expect: all(either(ok('no', { status: 401 }), error()), atMost(3)),
  },
  'digest-md5': digest('MD5'),
  'digest-sha256': digest('SHA-256'),
  'digest-stale': {
    ...digest('MD5'),
    // A recommendation: the clause says that the client "may wish" to do it.
    level: 'S',
    clause: 'RFC 7616 §3.3',
    serve: [
      {
        field: 'authorization',
        absent: [digestChallenge('MD5', 'n1')],
        present: [digestChallenge('MD5', 'n2', ', stale=true'), compose('body=hello')],
      },
    ],
    ask: [{ url: 'http://{a}/', auth: { scheme: 'digest', user: 'user', password: 'pass' } }],
    expect: all(
      ok('hello'),
      digestIsValid({ user: 'user', password: 'pass', realm: 'a, b', algorithm: 'MD5' }),
      rule('the new nonce in the last request', (seen) =>
        valuesOf(seen.requests().at(-1)?.fields ?? [], 'authorization')
          .join()
          .includes('nonce="n2"')
          ? undefined
          : wrong('another nonce'),
      ),
    ),
  },
});
