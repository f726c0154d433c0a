import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { parseTarget } from '#http/syntax/target.ts';
import { RESPONSE_LIMITS as limits } from '#test/support/servers/response-limits.ts';
import { serve } from '#test/support/servers/serve.ts';
import { limitBuilder } from './limit/builder.ts';
import { sequenceBuilder } from './sequence/builder.ts';

/** The controls of the builder page in a part of its form, each as one line. */
async function controlsOf(t: TestContext, part: string): Promise<string[]> {
  const page = (await (await serve(t)).get('/compose/builder')).text();
  const [, after = ''] = page.split(`<fieldset id="${part}"`);
  const [form = ''] = after.split(/<(?:section|fieldset) id=/);
  return [...form.matchAll(CONTROL)].map(([, tag = '', attributes = '', text = '']) =>
    [tag, ...[...attributes.matchAll(SHOWN)].map(([shown]) => shown), text.trim()].filter(Boolean).join(' '),
  );
}

const CONTROL = /<(legend|label|input|select|option|datalist|small)\b([^>]*)>([^<]*)/g;
const SHOWN = /\b(?:type|name|list|placeholder|min|max|step|value|aria-label)="[^"]*"/g;

const options = (...values: (readonly [value: string, text?: string])[]) =>
  values.map(([value, text = '']) => ['option', value && `value="${value}"`, text].filter(Boolean).join(' '));

const boxes = (name: string, values: readonly string[]) =>
  values.flatMap((value) => ['label', `input type="checkbox" name="${name}" value="${value}"`]);

describe('the builder page', () => {
  it('has controls for a sequence and for its steps, with the limits of their values', async (t) => {
    assert.deepEqual(await controlsOf(t, 'sequence-settings'), [
      'legend Sequence',
      'label After the last step',
      'select name="after"',
      ...options(
        ['', 'last, the default'],
        ['last', 'last: repeat the last step'],
        ['first', 'first: start again'],
        ['gone', 'gone: respond with 410'],
      ),
      'label Same caller',
      'input name="by" list="callers" placeholder="key"',
      'small Each caller gets the steps from the first one on',
      'datalist',
      ...options(['key'], ['path'], ['connection'], ['header:NAME'], ['idempotency'], ['idempotency,replay']),
    ]);
    assert.deepEqual(await controlsOf(t, 'step-settings'), [
      'legend Step 1',
      'label Times',
      'input name="times" type="number" min="1" max="1000" placeholder="1"',
      'small Attempts that get the step',
      'label Open',
      'input name="open" type="number" min="0" max="86400" step="any"',
      'small Seconds for which all attempts get the step, instead of a number',
    ]);
  });

  it('has controls for a limit, with the defaults', async (t) => {
    assert.deepEqual(await controlsOf(t, 'limit-settings'), [
      'legend Rate limit',
      'input name="policy" placeholder="default;q=10;w=60" aria-label="Policy 1"',
      'label Kind',
      'select name="kind"',
      ...options(
        ['', 'bucket, the default'],
        ['window', 'window'],
        ['sliding', 'sliding'],
        ['concurrent', 'concurrent'],
      ),
      'label Per',
      'input name="per" list="limit-callers" placeholder="key"',
      'small key, address or header:NAME',
      'label Cost',
      'input name="cost" placeholder="1"',
      'small Units of a request, or bytes',
      'label Rejection',
      'select name="refuse"',
      ...options(['', '429, the default'], ['503', '503'], ['403', '403'], ['close', 'close']),
      'legend Headers',
      ...boxes('fields', [
        'draft',
        'draft-07',
        'draft-06',
        'x',
        'x-delta',
        'github',
        'gitlab',
        'twitter',
        'discord',
        'shopify',
        'openai',
        'anthropic',
        'none',
      ]),
      'legend Retry-After',
      ...boxes('retry', [
        'seconds',
        'date',
        'ms',
        'x-ms',
        'both-wrong',
        'past',
        'huge',
        'negative',
        'text',
        'fraction',
        'none',
      ]),
      'datalist',
      ...options(['key'], ['address'], ['header:Authorization']),
    ]);
  });

  it('has the labs in their order, with their names', async (t) => {
    const page = (await (await serve(t)).get('/compose/builder')).text();
    const labs = [...page.matchAll(/name="lab" value="(\w+)"[^>]*\/>([^<]*)/g)].map(([, ...lab]) => lab);
    assert.deepEqual(labs, [
      ['compose', 'One response'],
      ['sequence', 'Sequence'],
      ['limit', 'Rate limit'],
    ]);
  });
});

describe('a target of the builder page', () => {
  const built = (target: string, method = 'GET') => ({
    target: parseTarget(target),
    request: { method, isOverHttp2: false },
    limits,
  });

  it('of a sequence has the error of its first invalid step, or of the whole sequence', () => {
    const content = 'framing:content-on-head needs the method HEAD';
    for (const [target, step, message] of [
      ['status=99', 1, 'Step 1: status: must be a status from 200 to 999'],
      ['status=200/then/status=99/then/times=0', 2, 'Step 2: status: must be a status from 200 to 999'],
      ['fault=framing:content-on-head', 1, `fault: ${content}`],
      ['fault=reset/then/fault=framing:content-on-head', 2, `fault: ${content}`],
      ['fault=dribble', 1, 'Step 1: fault: '],
      ['by=me', 1, 'by: must be key'],
      ['words/then/status=200', null, 'words: must be a directive'],
      ['after=last/then/after=last', null, 'after: must not be given more than once'],
      ['then/'.repeat(64), null, 'steps: must be at most 64 steps'],
      ['x'.repeat(8193), null, 'The steps are longer than 8 KiB.'],
    ] as const) {
      const problem = sequenceBuilder.check(built(`/sequence/k/${target}/end`));
      assert.deepEqual([problem?.step, problem?.message.slice(0, message.length)], [step, message], target);
    }
    for (const [target, method] of [
      ['status=503/times=2/then/status=200/after=gone', 'GET'],
      ['status=200/then/fault=framing:content-on-head', 'HEAD'],
      ['', 'GET'],
    ] as const)
      assert.equal(sequenceBuilder.check(built(`/sequence/k/${target}/end`, method)), undefined, target);
  });

  it('of a sequence is a request to its key', () => {
    assert.deepEqual(
      { ...sequenceBuilder.toRequest(built('/sequence/k/status=503/end/users?a=1')) },
      {
        method: '',
        rawFields: [],
        source: 'status=503',
        path: 'users',
        definition: {
          steps: [{ times: 1, open: undefined, directives: [['status', '503']] }],
          after: 'last',
          callers: { selector: { kind: 'key', field: '' }, isReplayed: false, text: 'key' },
        },
      },
    );
  });

  it('of a limit has all problems of its directives, or that of its fault', () => {
    const check = (target: string, method = 'GET') => limitBuilder.check(built(`/limit/k/${target}`, method));
    const message = 'must be a name, a quota and a window, such as burst;q=10;w=60';
    assert.deepEqual(check('policy=x/per=me/end/policy=y'), {
      message: `policy: ${message}; per: must be key, address or header:NAME`,
      step: null,
      directives: [
        { name: 'policy', message },
        { name: 'per', message: 'must be key, address or header:NAME' },
      ],
    });
    for (const [target, name] of [
      ['status=99/end', 'status'],
      ['fault=framing:content-on-head/end', 'fault'],
      ['end?cost=0', undefined],
      ['status=200?cost=0', 'cost'],
    ] as const)
      assert.equal(check(target)?.directives[0]?.name, name, target);
    assert.equal(check('fault=framing:content-on-head/end', 'HEAD'), undefined);
    assert.deepEqual(limitBuilder.toRequest(built('/limit/k/policy=a;q=1/kind=window/cost=1/end')), {
      definition: {
        kind: 'window',
        per: 'key',
        unit: 'requests',
        policies: [{ name: 'a', quota: 1, window: 60 }],
      },
    });
  });
});
