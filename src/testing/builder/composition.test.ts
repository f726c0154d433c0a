import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parsePairs } from '#http/syntax/query.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { parseUrlForm, readUrlForm } from '../labs/sequence/url-form.ts';
import { pathDirectives } from '../responses/composition/directives.ts';
import { COMPOSE, type Composition, formatTarget, type LabChoice, parseTarget } from './composition.ts';

const SEQUENCE: LabChoice = { name: 'sequence', seed: 'sequences', hasSteps: true };
const LIMIT: LabChoice = { name: 'limit', seed: null, hasSteps: false };
const parse = (target: string) =>
  parseTarget(target, [SEQUENCE, LIMIT], (lab, name) =>
    (lab === SEQUENCE ? ['after', 'by'] : lab === LIMIT ? ['policy', 'kind'] : []).includes(name),
  );

const value = fc
  .string({ unit: anyCharacter, minLength: 1, maxLength: 20 })
  .map((text) => text.toWellFormed());
const directive = fc.tuple(fc.constantFrom('status', 'body', 'header'), value);
const steps = (maxLength: number) =>
  fc.array(fc.array(directive, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength });
const compositions: fc.Arbitrary<Composition> = fc.oneof(
  fc.record({
    lab: fc.constant(COMPOSE),
    key: fc.constant(''),
    settings: fc.constant([]),
    steps: steps(1),
  }),
  fc.record({
    lab: fc.constant(SEQUENCE),
    key: fc.constant('k.1'),
    settings: fc.constant([['after', 'gone'] as const]),
    steps: steps(4),
  }),
  fc.record({
    lab: fc.constant(LIMIT),
    key: fc.constant('k~1'),
    settings: fc.constant([['policy', 'a;q=1;w=2'] as const]),
    steps: steps(1),
  }),
);

describe('the target of a composition', () => {
  it('is read by the server as the directives that the user gave', () => {
    fc.assert(
      fc.property(compositions, (composition) => {
        const target = formatTarget(composition);
        assert.match(target, /^[\w/?&=%+.,:;@~!*()-]*$/);
        const [path = '', query] = target.split('?');
        const { lab, settings, steps: input } = composition;
        if (lab === COMPOSE) assert.deepEqual(parsePairs(query ?? ''), input[0]);
        else if (lab === LIMIT) {
          const pairs = pathDirectives({ path, query }, 2);
          assert.deepEqual(pairs, [...settings, ...input.flat()]);
        } else {
          const words = parseUrlForm(readUrlForm({ path, query }).source);
          assert.deepEqual(words, [[...settings, ...(input[0] ?? [])], ...input.slice(1)]);
        }
      }),
    );
  });

  it('is parsed to the same composition', () => {
    fc.assert(
      fc.property(compositions, (composition) => {
        assert.deepEqual(parse(formatTarget(composition)), { ...composition });
      }),
    );
  });

  const targets: [Composition, string][] = [
    [{ lab: COMPOSE, key: '', settings: [], steps: [] }, '/compose'],
    [{ lab: COMPOSE, key: '', settings: [], steps: [[['status', '']]] }, '/compose'],
    [
      { lab: SEQUENCE, key: 'a', settings: [], steps: [[], []] },
      '/sequence/a/status=200/then/status=200/end',
    ],
    [{ lab: LIMIT, key: 'a', settings: [], steps: [[]] }, '/limit/a/end'],
    [{ lab: COMPOSE, key: '', settings: [], steps: [[['body', "it's"]]] }, '/compose?body=it%27s'],
  ];
  for (const [composition, target] of targets) {
    it(`${JSON.stringify(composition.steps)} of ${composition.lab.name} is ${target}`, () =>
      assert.equal(formatTarget(composition), target));
  }

  const forms: [string, Partial<Composition> | undefined][] = [
    ['/compose/status=503/end/users?a=1', { lab: COMPOSE, steps: [[['status', '503']]] }],
    [
      '/compose/status=503?body=a+b',
      {
        lab: COMPOSE,
        steps: [
          [
            ['status', '503'],
            ['body', 'a b'],
          ],
        ],
      },
    ],
    ['/sequence/k/status=%zz', { lab: SEQUENCE, key: 'k', steps: [[['status', '%zz']]] }],
    ['/get', undefined],
    ['javascript:alert(1)', undefined],
  ];
  for (const [target, composition] of forms) {
    it(`${target} is parsed`, () =>
      assert.deepEqual(parse(target), composition && { key: '', settings: [], ...composition }));
  }
});
