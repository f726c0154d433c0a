import { type AdapterRequest, generatedBody } from '../adapter/messages.ts';
import { compose, type ScriptedResponse } from '../case-port/scripted-response.ts';
import { SECRET } from '../case-port/secret-file.ts';
import type { CaseDeclaration, Step } from '../verdict/case.ts';
import { all, either, error, findingOf, holds, ok, rule, value, wrong } from '../verdict/expectation.ts';
import type { Observation } from '../verdict/observation.ts';
import { valuesOf } from '../wire/request-reader.ts';
import { atMost, contentIsSent, wellFramed } from './rules.ts';

export const NEEDS = ['control.get', 'control.redirect=followed'] as const;
export const SIZE = 1000;

/** A value of a query, with the names of ports. */
export function inQuery(location: string): string {
  return encodeURIComponent(location).replaceAll('%7B', '{').replaceAll('%7D', '}');
}

type Base = Pick<CaseDeclaration, 'needs' | 'supports'>;
export const BASE: Base = { needs: NEEDS, supports: ['redirects'] };

export function from(status: number, location: string, at = '/'): Readonly<Record<string, ScriptedResponse>> {
  return { [at]: compose(`status=${status}&redirect=${inQuery(location)}`), '*': compose('body=hello') };
}

/** The request at the target, by the path `/target`. */
export function target(seen: Observation, port?: string) {
  return seen.requests(port).find(({ target: each }) => each.startsWith('/target'));
}

export function methodAtTarget(method: string, contentLength: number) {
  return rule(`${method} at the target with ${contentLength} bytes`, (seen) => {
    const request = target(seen);
    if (!request) return wrong('no request at the target');
    const got = `${request.method} with ${request.content.length} bytes`;
    return got === `${method} with ${contentLength} bytes` ? undefined : wrong(got);
  });
}

/** A redirect that was not followed, with its status. */
export function notFollowed(status: number) {
  return rule(`status ${status} reported`, (seen) => {
    const outcome = seen.outcome(1);
    return outcome.error === undefined && outcome.status === status ? undefined : findingOf(outcome);
  });
}

export function get(status: number): CaseDeclaration {
  return {
    ...BASE,
    level: 'S',
    clause: 'RFC 9110 §15.4',
    serve: from(status, '/target'),
    ask: [{ redirects: true }],
    expect: all(ok('hello'), methodAtTarget('GET', 0)),
  };
}

export function rewritten(status: number, method = 'POST'): CaseDeclaration {
  return {
    ...BASE,
    level: 'I',
    clause: `RFC 9110 §15.4.${status === 301 ? 2 : 3}`,
    serve: from(status, '/target'),
    ask: [{ method, redirects: true, bodySize: SIZE }],
    expect: value('the method at the target', (seen) => {
      const request = target(seen);
      return request ? `${request.method} with ${request.content.length} bytes` : 'not followed';
    }),
  };
}

export function preserved(
  status: number,
  method: string,
  level: 'R' | 'S',
  clause: string,
  bodyKind: NonNullable<AdapterRequest['bodyKind']> = 'bytes',
): CaseDeclaration {
  const content = bodyKind === 'text' ? Buffer.alloc(SIZE, 'text ') : generatedBody(SIZE);
  return {
    ...BASE,
    level,
    clause,
    needs: [...NEEDS, 'control.post'],
    // Revision 1 accused clients that report an error because they send no content again, as they may: a redirect is a choice.
    ...(bodyKind === 'stream' ? { supports: ['redirects', 'stream'] } : { revision: 2 }),
    serve: from(status, '/target'),
    ask: [{ method, redirects: true, bodyKind, body: content.toString('base64') }],
    requests: 1,
    expect: either(
      all(ok('hello'), methodAtTarget(method, SIZE), contentIsSent(content), wellFramed),
      notFollowed(status),
      error(),
    ),
  };
}

/** The requests behind the first one, if there are any, have the authority of the target in Host (RFC 9112 §3.2). */
function hostIsOfTarget(authority: string) {
  return rule('Host is that of the target', (seen) => {
    const [, ...others] = seen.requests();
    const hosts = others.map(({ fields }) => valuesOf(fields, 'host').join());
    const other = hosts.find((each) => each !== seen.fill(authority));
    return other === undefined
      ? undefined
      : wrong(`Host ${other || 'absent'} in place of ${seen.fill(authority)}`);
  });
}

/** A relative reference, resolved against `/x/y?z=1` (RFC 3986 §5.2). */
export function resolved(location: string, expected: string, authority = '{a}'): CaseDeclaration {
  return {
    ...BASE,
    level: 'R',
    clause: 'RFC 9110 §10.2.2',
    serve: {
      ports: { a: from(302, location, '/x/y'), ...(authority !== '{a}' && { b: [compose('body=hello')] }) },
    },
    ask: [{ redirects: true, url: 'http://{a}/x/y?z=1' }],
    expect: all(
      ok('hello'),
      rule(`the target ${expected}`, (seen) => {
        const [, second] = seen.requests();
        return second?.target === expected ? undefined : wrong(second ? second.target : 'no second request');
      }),
      hostIsOfTarget(authority),
    ),
  };
}

/** A scheme that a client of HTTP does not follow. It may take the location for a path. */
export function otherScheme(location: string): CaseDeclaration {
  return {
    ...BASE,
    // Revision 1 of `file` found no content, whatever it was.
    level: 'X',
    clause: 'Fetch §4.5',
    revision: 2,
    serve: { ports: { a: from(302, location), silent: [] } },
    ask: [{ redirects: true }],
    evidence: ['HTTP/1.1 302 '],
    expect: all(
      rule('never content of the target', (seen) => {
        const outcome = seen.outcome(1);
        const content = Buffer.from(outcome.body ?? '', 'base64').toString('latin1');
        if (content.includes(SECRET))
          return wrong(`the content of a URL of ${seen.fill(location).split(':', 1)[0]}`);
        return outcome.error === 'timeout' ? findingOf(outcome) : undefined;
      }),
      holds(
        'no connection to the target',
        (seen) => seen.connections('silent').length === 0,
        () => 'a connection to the target',
      ),
    ),
  };
}

export function isSentTo(seen: Observation, port: string, name: string): boolean {
  return seen.requests(port).some(({ fields }) => valuesOf(fields, name).length > 0);
}

/** A field of the user must not reach another origin. */
export function dropped(
  name: string,
  fieldValue: string,
  location: string,
  more: Partial<CaseDeclaration> = {},
): CaseDeclaration {
  const port = /\{([a-z]+)/.exec(location)?.[1] ?? 'b';
  const isOtherPort = port !== 'a';
  return {
    ...BASE,
    level: 'X',
    clause: 'RFC 9110 §15.4; Fetch §4.5',
    serve: {
      ports: {
        a: { '/': compose(`status=302&redirect=${inQuery(location)}`), '*': compose('body=hello') },
        ...(isOtherPort && { [port]: [compose('body=hello')] }),
      },
    },
    ask: [{ redirects: true, headers: [[name, fieldValue]] }],
    evidence: ['HTTP/1.1 302 '],
    requests: 1,
    sends: [name],
    expect: all(
      rule(`no ${name} at the target`, (seen) =>
        seen
          .requests()
          .slice(1)
          .some(({ fields }) => valuesOf(fields, name).length > 0)
          ? wrong(`${name} sent to the target`)
          : undefined,
      ),
      hostIsOfTarget(/\{[^{}]+\}/.exec(location)?.[0] ?? '{a}'),
    ),
    ...more,
  };
}

export function kept(location: string, more: Partial<CaseDeclaration> = {}): CaseDeclaration {
  return {
    ...dropped('Authorization', 'Basic dXNlcjpwYXNz', location),
    level: 'I',
    expect: value('whether Authorization is kept', (seen) => {
      const [, ...others] = seen.requests();
      const last = others.at(-1);
      if (!last) return 'not followed';
      return valuesOf(last.fields, 'authorization').length > 0 ? 'kept' : 'dropped';
    }),
    ...more,
  };
}

export const AUTHORIZATION = ['Authorization', 'Basic dXNlcjpwYXNz'] as const;
const BASIC: NonNullable<Step['auth']> = { scheme: 'basic', user: 'user', password: 'pass' };

export function credentials(location: string): CaseDeclaration {
  return {
    ...dropped('Authorization', '', location),
    supports: ['redirects', 'auth'],
    clause: 'RFC 9110 §11.5',
    serve: {
      ports: {
        a: {
          '/': [
            compose('status=401&header=WWW-Authenticate: Basic realm="a"'),
            compose(`status=302&redirect=${inQuery(location)}`),
          ],
        },
        b: [compose('status=401&header=WWW-Authenticate: Basic realm="b"')],
      },
    },
    ask: [{ redirects: true, auth: BASIC }],
    evidence: [],
    sends: [],
    expect: rule('no Authorization at the target', (seen) =>
      isSentTo(seen, 'b', 'authorization') ? wrong('Authorization sent to the target') : undefined,
    ),
  };
}

/** Numbers of requests in a chain of redirects without an end. */
export function loop(): CaseDeclaration {
  return {
    ...BASE,
    level: 'S',
    clause: 'RFC 9110 §15.4',
    serve: [compose('status=302&redirect=/')],
    ask: [{ redirects: true, timeout: 2 }],
    expect: all(
      either(
        error(),
        rule('a redirect reported', (seen) =>
          seen.outcome(1).status === 302 ? undefined : findingOf(seen.outcome(1)),
        ),
      ),
      atMost(60),
    ),
  };
}

export const CHAIN = Object.fromEntries(
  Array.from({ length: 10 }, (_, index) => [`/${index || ''}`, compose(`status=302&redirect=/${index + 1}`)]),
);

export function special(status: number): CaseDeclaration {
  return {
    ...BASE,
    level: 'I',
    clause: `RFC 9110 §15.4.${status === 300 ? 1 : 5}`,
    serve: from(status, '/target'),
    ask: [{ redirects: true }],
    expect: value('followed, or not', (seen) => (target(seen) ? 'followed' : 'not followed')),
  };
}

export function oddLocation(serve: CaseDeclaration['serve']): CaseDeclaration {
  return {
    ...BASE,
    level: 'I',
    clause: 'RFC 9110 §10.2.2',
    serve,
    ask: [{ redirects: true }],
    expect: value('the target', (seen) => seen.requests()[1]?.target ?? 'not followed'),
  };
}
