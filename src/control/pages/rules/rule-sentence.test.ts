import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { render } from 'preact-render-to-string';
import type { Markup } from '#pages/html.ts';
import { pathOf, type Rule } from '../browser/rule-view.ts';
import { ruleRemarks, ruleSentence, ruleUses } from './rule-sentence.ts';

const rule: Rule = {
  id: '1',
  match: {},
  enabled: true,
  count: 0,
  applied: 2,
  probability: 1,
  toxicity: 1,
  source: 'api',
};

/** The text of markup. */
function textOf(markup: Markup | string): string {
  return htmlOf(markup)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"');
}

function htmlOf(markup: Markup | string): string {
  if (typeof markup === 'string') return markup;
  return [markup]
    .flat()
    .map((part) => render(part))
    .join('');
}

describe('a rule in the list', () => {
  it('has its path, with its bin and parameters', () => {
    assert.deepEqual(
      [pathOf({ id: 'r/1' }), pathOf({ id: 'a', bin: 'b c' }), pathOf({ id: 'a', bin: 'b' }, 'x=1')],
      ['/rules/r%2F1', '/rules/a?bin=b%20c', '/rules/a?bin=b&x=1'],
    );
  });

  for (const [members, sentence] of [
    [{ drop: true }, 'every request → close the connection'],
    [{ bin: 't1', pass: true }, 'every request to the bin t1 → the endpoint responds'],
    [
      { match: { method: ['GET', 'HEAD'], path: '/get' }, bin: 't1', delay: 1.5 },
      'GET HEAD  /get, bin t1 → wait 1.5 s, then the usual response',
    ],
    [
      {
        match: { path: { is: '/a' }, headers: { Accept: 'a', X: { like: '*' } } },
        delay: '200ms',
        fault: 'reset',
      },
      'any method /a, with Accept: a, X: any value → wait 200ms, then fault reset',
    ],
    [
      { match: { path: 'a'.repeat(121) }, drop: true },
      `any method ${'a'.repeat(120)}… → close the connection`,
    ],
    [
      { respond: { status: 503, headers: [['Retry-After', '1']], body: 'no' } },
      'every request → 503 text no Retry-After: 1',
    ],
    [
      { respond: { json: { id: 1 }, headers: { A: 'b' } }, delay: '0.2..0.8' },
      'every request → wait 0.2 to 0.8 s, then 200 JSON {"id":1} A: b',
    ],
    [{ respond: { redirect: '/get' } }, 'every request → 302 to /get'],
    [
      { respond: [{ status: 503, times: 2 }, { status: '200:1,404:1' }] },
      'every request → 503 2 times, then 200:1,404:1',
    ],
    [
      { error: { status: 503 }, dribble: '5,2' },
      'every request → 503 error of the service, then content in 5 chunks over 2 s',
    ],
  ] as const)
    it(`is the sentence: ${sentence.slice(0, 80)}`, () =>
      assert.equal(textOf(ruleSentence({ ...rule, ...members })), sentence));

  it('says to how many of its requests it applies, and where it comes from', () => {
    for (const [members, text] of [
      [{}, 'Every time · rule 1'],
      [{ count: 1 }, 'Once · rule 1'],
      [{ count: 5, enabled: false, id: 'slow', source: 'seed' }, 'For 5 requests · off · slow · from seed'],
      [{ probability: 0.3, note: 'Why' }, 'For 30 % of the requests · rule 1 · Why'],
      [
        { count: 2, probability: 0.5, toxicity: 0.2 },
        'For 2 requests, for 50 % of the requests and 20 % of the connections · rule 1',
      ],
    ] as const)
      assert.equal(ruleRemarks({ ...rule, ...members }), text);
  });

  it('counts its uses, and links to them', () => {
    for (const [members, text] of [
      [{}, '2 requests'],
      [{ applied: 1 }, '1 request'],
      [{ applied: 0 }, 'never used'],
      [{ count: 5 }, '2 of 5'],
      [{ count: 5, applied: 0 }, '0 of 5'],
    ] as const)
      assert.equal(textOf(ruleUses({ ...rule, ...members })), text);
    assert.match(htmlOf(ruleUses({ ...rule, bin: 'b' })), /filter=rule%3Ab%2F1/);
  });
});
