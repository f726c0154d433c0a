import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultRows } from '../../../tools/reference/fault-rows.ts';
import { faultKinds } from '../responses/faults/declarations.ts';
import { parseFault } from '../responses/faults/fault.ts';
import { joinFault, splitFault } from '../responses/faults/syntax.ts';
import { toChosen, toFaultText } from './fault-choice.ts';
import { faultChoices } from './fault-fields.ts';

const choices = faultChoices();

/** The text after it has been read into the form and written again. */
function rewrite(text: string): string {
  const parts = splitFault(text);
  const kind = choices.find(({ name }) => name === parts?.kind);
  assert.ok(parts && kind, text);
  return joinFault({ kind: kind.name, ...toFaultText(kind, toChosen(kind, parts)) });
}

describe('the form of faults', () => {
  it('reads and writes every declared fault', () => {
    const examples = faultKinds.flatMap((kind) => kind.examples);
    for (const text of [...faultRows().map(({ fault }) => fault), ...examples]) {
      const [written, input] = [parseFault(rewrite(text)), parseFault(text)];
      assert.deepEqual({ ...written, text: '' }, { ...input, text: '' }, text);
    }
  });

  it('writes a valid fault for every kind, variant and place that it offers', () => {
    const none = { number: '', bytes: '', options: {} };
    for (const kind of choices) {
      const variants = kind.variants.length > 0 ? kind.variants.map(({ name }) => name) : [''];
      const places = kind.places.length > 0 ? kind.places : [''];
      for (const variant of variants)
        for (const place of places)
          parseFault(joinFault({ kind: kind.name, ...toFaultText(kind, { ...none, variant, place }) }));
    }
  });

  it('leaves out the default place', () => {
    assert.deepEqual(['reset@start', 'reset@request', 'truncate@3'].map(rewrite), [
      'reset',
      'reset@request',
      'truncate@3',
    ]);
  });

  it('leaves out what another kind does not have', () => {
    const kind = choices.find(({ name }) => name === 'half-close');
    assert.ok(kind);
    const chosen = { variant: 'size', number: '3', place: 'request:N', bytes: '3', options: { code: '2' } };
    assert.equal(joinFault({ kind: kind.name, ...toFaultText(kind, chosen) }), 'half-close');
  });
});
