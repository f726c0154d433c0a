import { compose } from '../case-port/scripted-response.ts';
import { caseGroup } from '../verdict/case.ts';
import { value } from '../verdict/expectation.ts';
import { valuesOf } from '../wire/request-reader.ts';

/** What the server sees without asking the adapter. */
export const probe = caseGroup('probe', {
  codings: {
    level: 'I',
    clause: 'RFC 9110 §12.5.3',
    serve: [compose('body=hello')],
    expect: value('the Accept-Encoding', (seen) =>
      sentValue(seen.requests()[0]?.fields ?? [], 'accept-encoding'),
    ),
  },
  te: {
    level: 'I',
    clause: 'RFC 9110 §10.1.4',
    serve: [compose('body=hello')],
    expect: value('the TE', (seen) => sentValue(seen.requests()[0]?.fields ?? [], 'te')),
  },
  fields: {
    level: 'I',
    clause: 'RFC 9110 §5.3',
    serve: [compose('body=hello')],
    expect: value('the names of the fields in their order', (seen) =>
      (seen.requests()[0]?.fields ?? []).map(([name]) => name).join(' '),
    ),
  },
  cookies: {
    level: 'I',
    clause: 'RFC 6265 §5.3',
    serve: [compose('body=hello&cookie=a=1'), compose('body=hello')],
    ask: [{}, {}],
    expect: value('whether a session has a jar', (seen) =>
      sentValue(seen.requests()[1]?.fields ?? [], 'cookie') === 'none' ? 'no jar' : 'jar',
    ),
  },
  retry: {
    level: 'I',
    clause: 'RFC 9110 §9.2.2',
    serve: [compose('fault=close')],
    // Long enough for the pauses between the attempts, which are measured here.
    ask: [{ timeout: 5 }],
    expect: value('the attempts for a server that closes', (seen) => String(seen.requests().length)),
  },
  reuse: {
    level: 'I',
    clause: 'RFC 9112 §9.3',
    serve: [compose('body=hello')],
    // A client may need a moment to return a connection to its pool.
    ask: [{}, { wait: 100 }, { wait: 100 }],
    expect: value('whether a later request reuses a connection', (seen) =>
      seen.connections().some(({ requests }) => requests.length > 1) ? 'reused' : 'new connection',
    ),
  },
});

function sentValue(fields: readonly (readonly [string, string])[], name: string): string {
  const values = valuesOf(
    fields.map(([field, text]) => [field, text]),
    name,
  );
  return values.length === 0 ? 'none' : values.join(', ');
}
