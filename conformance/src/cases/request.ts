import { generatedBody } from '../adapter/messages.ts';
import { compose } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup, type Step } from '../verdict/case.ts';
import { all, ok, rule, value, wrong } from '../verdict/expectation.ts';
import type { Observation, PlacedRequest } from '../verdict/observation.ts';
import { valuesOf } from '../wire/request-reader.ts';
import { contentIsSent, unlessRefused, wellFramed } from './rules.ts';

const HELLO = [compose('body=hello')];

function first(seen: Observation): PlacedRequest | undefined {
  return seen.requests()[0];
}

function fields(seen: Observation, name: string): string[] {
  return valuesOf(first(seen)?.fields ?? [], name);
}

function targetIs(expected: string) {
  return rule(`the target ${expected}`, (seen) => {
    const request = first(seen);
    return request?.target === expected ? undefined : wrong(request?.target ?? 'no request');
  });
}

function hostIs(authority: string) {
  return rule('exactly one Host, which is the authority', (seen) => {
    const values = fields(seen, 'host');
    return values.length === 1 && values[0] === seen.fill(authority)
      ? undefined
      : wrong(`Host ${values.join(' and ') || 'absent'}`);
  });
}

/** How a client writes a URL that a user typed. */
function written(path: string): CaseDeclaration {
  return {
    level: 'I',
    clause: 'RFC 3986 §2.1, §5.2.4',
    mayRefuse: true,
    serve: HELLO,
    ask: [{ url: `http://{a}${path}` }],
    requests: 0,
    expect: value('the target', (seen) => JSON.stringify(first(seen)?.target ?? 'refused')),
  };
}

function upload(size: number, more: Step = {}): CaseDeclaration {
  return {
    level: 'R',
    clause: 'RFC 9112 §6.2, §6.3',
    needs: ['control.post'],
    serve: HELLO,
    ask: [{ method: 'POST', bodySize: size, ...more }],
    expect: all(ok('hello'), contentIsSent(generatedBody(size)), wellFramed),
  };
}

function method(name: string): CaseDeclaration {
  return {
    level: 'R',
    clause: 'RFC 9110 §9.1',
    mayRefuse: true,
    requests: 0,
    serve: HELLO,
    ask: [{ method: name }],
    expect: unlessRefused(`the method ${name}, or refused`, (seen) => {
      // A method that the parser of the server does not have is in the first line all the same.
      const [line = ''] = seen.textFrom('client').split('\r\n', 1);
      return line.startsWith(`${name} `) ? undefined : wrong(line.slice(0, 40) || 'no request');
    }),
  };
}

export const request = caseGroup('request', {
  host: { level: 'R', clause: 'RFC 9112 §3.2', serve: HELLO, expect: all(ok('hello'), hostIs('{a}')) },
  'host-ipv6': {
    level: 'R',
    clause: 'RFC 9112 §3.2',
    serve: HELLO,
    ask: [{ url: 'http://{a.[::1]}/' }],
    expect: all(ok('hello'), hostIs('{a.[::1]}')),
  },
  'host-first': {
    level: 'S',
    clause: 'RFC 9110 §7.2',
    serve: HELLO,
    expect: rule('Host is the first field', (seen) => {
      const [name = 'none'] = first(seen)?.fields[0] ?? [];
      return name.toLowerCase() === 'host' ? undefined : wrong(`the first field is ${name}`);
    }),
  },
  target: {
    level: 'R',
    clause: 'RFC 9112 §3.2.1',
    serve: HELLO,
    ask: [{ url: 'http://{a}' }],
    expect: all(ok('hello'), targetIs('/')),
  },
  query: {
    level: 'R',
    clause: 'RFC 9112 §3.2.1',
    serve: HELLO,
    ask: [{ url: 'http://{a}/?a=1&a=2&b=%26+' }],
    expect: all(ok('hello'), targetIs('/?a=1&a=2&b=%26+')),
  },
  fragment: {
    level: 'R',
    clause: 'RFC 9110 §7.1',
    serve: HELLO,
    ask: [{ url: 'http://{a}/x#f' }],
    expect: all(ok('hello'), targetIs('/x')),
  },
  userinfo: {
    level: 'R',
    clause: 'RFC 9110 §4.2.4',
    mayRefuse: true,
    serve: HELLO,
    ask: [{ url: 'http://user:pass@{a}/x' }],
    requests: 0,
    expect: unlessRefused('userinfo neither in the target nor in Host, or refused', (seen) => {
      const [line = ''] = seen.textFrom('client').split('\r\n', 1);
      const host = fields(seen, 'host').join();
      return /user|pass|@/.test(line + host)
        ? wrong(`${line} Host: ${host}`.replace('pass', '***'))
        : undefined;
    }),
  },
  'target-octets': {
    level: 'R',
    clause: 'RFC 3986 §2',
    mayRefuse: true,
    serve: HELLO,
    ask: [{ url: 'http://{a}/a b\u00e4' }],
    requests: 0,
    expect: unlessRefused('no SP, control or octet above 126 in the target, or refused', (seen) => {
      const [line = ''] = seen.textFrom('client').split('\r\n', 1);
      const target = line.replace(/^\S* /, '').replace(/ HTTP\/1\.[01]$/, '');
      return /[\0-\x20\x7f-\xff]/.test(target) ? wrong(JSON.stringify(target)) : undefined;
    }),
  },
  percent: written('/%2F%7e'),
  'double-slash': written('//a'),
  dots: written('/a/../b'),
  utf8: written('/\u00e4'),
  space: written('/a b'),
  'post-empty': {
    level: 'S',
    clause: 'RFC 9110 §8.6',
    serve: HELLO,
    ask: [{ method: 'POST' }],
    expect: rule('Content-Length: 0', (seen) =>
      fields(seen, 'content-length').join() === '0'
        ? undefined
        : wrong(`Content-Length ${fields(seen, 'content-length').join() || 'absent'}`),
    ),
  },
  'get-no-length': {
    level: 'S',
    clause: 'RFC 9110 §8.6',
    serve: HELLO,
    expect: rule('neither Content-Length nor Transfer-Encoding', (seen) =>
      fields(seen, 'content-length').length + fields(seen, 'transfer-encoding').length === 0
        ? undefined
        : wrong('a framing field'),
    ),
  },
  length: upload(10),
  // A length in characters is another one than that of the octets, in any charset that the client has chosen.
  'length-text': {
    ...upload(0),
    ask: [{ method: 'POST', bodyKind: 'text', body: Buffer.from('h\u00e4llo \u20ac').toString('base64') }],
    mayRefuse: true,
    requests: 0,
    expect: unlessRefused('one framing with all the octets of the text, or refused', (seen) =>
      wellFramed.check(seen),
    ),
  },
  large: { ...upload(20_000_000, { timeout: 5 }), alone: true },
  stream: { ...upload(100_000, { bodyKind: 'stream' }), supports: ['stream'] },
  'no-expect': {
    level: 'R',
    clause: 'RFC 9110 §10.1.1',
    serve: HELLO,
    expect: rule('no Expect without content', (seen) =>
      fields(seen, 'expect').length === 0 ? undefined : wrong('Expect'),
    ),
  },
  te: {
    level: 'R',
    clause: 'RFC 9110 §10.1.4',
    serve: HELLO,
    expect: rule('TE is listed in Connection', (seen) => {
      if (fields(seen, 'te').length === 0) return undefined;
      return /(?:^|,)\s*te\s*(?:,|$)/i.test(fields(seen, 'connection').join(','))
        ? undefined
        : wrong('TE without Connection: TE');
    }),
  },
  trailers: {
    level: 'R',
    clause: 'RFC 9110 §6.5.1, RFC 9112 §7.1.2',
    supports: ['stream', 'request-trailers'],
    needs: ['control.post'],
    serve: HELLO,
    ask: [{ method: 'POST', bodySize: 1000, bodyKind: 'stream', trailers: [['X-T', 'end']] }],
    expect: all(
      ok('hello'),
      contentIsSent(generatedBody(1000)),
      wellFramed,
      rule('X-T: end behind the last chunk, and not among the fields', (seen) => {
        if (fields(seen, 'x-t').length > 0) return wrong('X-T among the fields');
        const trailers = valuesOf(first(seen)?.trailers ?? [], 'x-t');
        return trailers.join() === 'end' ? undefined : wrong(`X-T ${trailers.join() || 'absent'}`);
      }),
    ),
  },
  trace: {
    level: 'R',
    clause: 'RFC 9110 §9.3.8',
    mayRefuse: true,
    requests: 0,
    supports: ['auth'],
    serve: HELLO,
    ask: [{ method: 'TRACE', bodySize: 10, auth: { scheme: 'basic', user: 'user', password: 'pass' } }],
    expect: unlessRefused('neither content nor credentials, or refused', (seen) => {
      const request = first(seen);
      if (request && request.framing !== 'none') return wrong('TRACE with content');
      return fields(seen, 'authorization').length > 0 ? wrong('TRACE with credentials') : undefined;
    }),
  },
  // A recommendation: the clause is about the token on the wire, and an API may take names of methods in any case.
  'method-case': { ...method('patch'), level: 'S' },
  'method-new': method('PURGE'),
});
