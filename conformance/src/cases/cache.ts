import { compose, type ScriptEntry } from '../case-port/scripted-response.ts';
import { type CaseDeclaration, caseGroup, type Step } from '../verdict/case.ts';
import { all, error, holds, rule, value, wrong } from '../verdict/expectation.ts';
import { contentOf, type Observation } from '../verdict/observation.ts';
import { valuesOf } from '../wire/request-reader.ts';

const BASE: Pick<CaseDeclaration, 'supports' | 'needs' | 'requests'> = {
  supports: ['cache'],
  needs: ['control.session'],
  requests: 1,
};
const GET: Step = { cache: true };
const SECOND = compose('body=second');

/** A response with the content `first`, and its fields for caches. */
function first(...fields: readonly string[]) {
  return compose(`body=first${fields.map((each) => `&header=${encodeURIComponent(each)}`).join('')}`);
}

function contentOfStep(seen: Observation, step: number): string {
  return contentOf(seen.outcome(step))?.toString('latin1') ?? '';
}

/** What became of the second request. */
function reuse(...serve: readonly ScriptEntry[]): CaseDeclaration {
  return {
    ...BASE,
    level: 'I',
    clause: 'RFC 9111 §4',
    serve,
    ask: [GET, GET],
    expect: value('cached, validated, or fetched', (seen) => {
      if (seen.outcome(2).error !== undefined) return 'rejected';
      const isFirst = contentOfStep(seen, 2) === 'first';
      const [, second] = seen.requests();
      if (!second) return isFirst ? 'cached' : 'other content';
      const isConditional = valuesOf(second.fields, 'if-none-match').length > 0;
      return isConditional ? (isFirst ? 'validated' : 'other content') : isFirst ? 'cached' : 'fetched';
    }),
  };
}

/** The last step must get the content of the server, not of the cache. */
function fetched(
  clause: string,
  serve: readonly ScriptEntry[],
  ask: readonly Step[] = [GET, GET],
): CaseDeclaration {
  return {
    ...BASE,
    level: 'R',
    clause,
    serve: [...serve, SECOND],
    ask,
    expect: rule(`step ${ask.length}: the content second, from the server`, (seen) => {
      const content = contentOfStep(seen, ask.length);
      return content === 'second' ? undefined : wrong(JSON.stringify(content));
    }),
  };
}

const FRESH = 'Cache-Control: max-age=100';

export const cache = caseGroup('cache', {
  fresh: reuse(first(FRESH), SECOND),
  etag: reuse({
    field: 'if-none-match',
    absent: [first('Cache-Control: no-cache', 'ETag: "a"'), SECOND],
    present: [compose('status=304&header=ETag: "a"')],
  }),
  vary: reuse(first(FRESH, 'Vary: Accept-Language'), SECOND),
  'no-store': fetched('RFC 9111 §5.2.2.5', [first('Cache-Control: no-store, max-age=100')]),
  'no-cache': fetched('RFC 9111 §5.2.2.4', [first('Cache-Control: no-cache, max-age=100')]),
  'vary-other': fetched(
    'RFC 9111 §4.1',
    [first(FRESH, 'Vary: X-Key')],
    [
      { ...GET, headers: [['X-Key', 'a']] },
      { ...GET, headers: [['X-Key', 'b']] },
    ],
  ),
  unsafe: {
    ...fetched(
      'RFC 9111 §4.4',
      [first(FRESH), compose('body=posted')],
      [GET, { ...GET, method: 'POST', bodySize: 10 }, GET],
    ),
    needs: ['control.session', 'control.post'],
  },
  truncated: {
    ...BASE,
    level: 'R',
    clause: 'RFC 9111 §3.3',
    serve: [compose(`body=first&fault=truncate@3&header=${encodeURIComponent(FRESH)}`), SECOND],
    ask: [GET, GET],
    expect: all(
      error(),
      holds(
        'step 2: the content second, from the server',
        (seen) => contentOfStep(seen, 2) === 'second',
        (seen) => JSON.stringify(contentOfStep(seen, 2)),
      ),
    ),
  },
});
