import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { serve } from '../../test/support/serve.ts';

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
  it('has the labs in their order', async (t) => {
    assert.deepEqual(await controlsOf(t, 'lab'), [
      'legend Compose',
      'label',
      'input type="radio" name="lab" value="compose"',
      'label',
      'input type="radio" name="lab" value="sequence"',
      'label',
      'input type="radio" name="lab" value="limit"',
    ]);
  });

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
        ...['draft', 'draft-07', 'draft-06', 'x', 'x-delta', 'github', 'gitlab', 'twitter', 'discord'],
        ...['shopify', 'openai', 'anthropic', 'none'],
      ]),
      'legend Retry-After',
      ...boxes('retry', [
        ...['seconds', 'date', 'ms', 'x-ms', 'both-wrong', 'past', 'huge', 'negative', 'text', 'fraction'],
        'none',
      ]),
      'datalist',
      ...options(['key'], ['address'], ['header:Authorization']),
    ]);
  });

  it('names the labs', async (t) => {
    const page = (await (await serve(t)).get('/compose/builder')).text();
    const names = [...page.matchAll(/name="lab"[^>]*\/> <span>([^<]*)/g)].map(([, name]) => name);
    assert.deepEqual(names, ['One response', 'Sequence of responses', 'Rate limit']);
  });
});
