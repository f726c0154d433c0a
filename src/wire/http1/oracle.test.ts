import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDraw } from '#test/support/wire/draw.ts';
import { ALL_CASES, mutationSeeds } from '#test/support/wire/http1/all-cases.ts';
import { mutate } from '#test/support/wire/http1/mutations.ts';
import { decode } from '#test/support/wire/http1/transcript.ts';
import { Comparison } from '#test/support/wire/oracles/compare.ts';
import { parseWithNode } from '#test/support/wire/oracles/llhttp.ts';
import type { OracleResult } from '#test/support/wire/oracles/oracle.ts';

const RUNS = Number(process.env.WIRE_RUNS ?? 3000);
const SEED = Number(process.env.SEED ?? 1);
const BATCH = 200;

/** The blank line completes the last line. */
const BLANK = '\r\n\r\n';

async function differencesOf(texts: readonly string[]): Promise<string[]> {
  const inputs = texts.map((text) => Buffer.from(text, 'latin1'));
  const results = await parseWithNode(inputs);
  return inputs.flatMap((input, index) => {
    const node = results[index];
    assert.ok(node);
    const difference = new Comparison('llhttp').compare(decode([input]), node);
    return difference === undefined ? [] : [`${difference}, for ${JSON.stringify(texts[index])}`];
  });
}

test('what llhttp rejects is rejected and what it accepts is equal, in each row of the tables', async () => {
  assert.deepEqual(await differencesOf(ALL_CASES.map(([, text]) => text + BLANK)), []);
});

test(`what llhttp rejects is rejected and what it accepts is equal, in ${RUNS} mutations with SEED=${SEED}`, async () => {
  const draw = createDraw(SEED);
  const seeds = mutationSeeds();
  for (let run = 0; run < RUNS; run += BATCH) {
    const texts = Array.from({ length: Math.min(BATCH, RUNS - run) }, () => mutate(draw, seeds));
    assert.deepEqual(await differencesOf(texts), []);
  }
});

test('the comparison finds what a decoder reads differently', async () => {
  const getText = 'GET /a HTTP/1.1\r\n\r\n';
  const postText = 'POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\na';
  const [get, post] = await parseWithNode([getText, postText].map((text) => Buffer.from(text)));
  assert.ok(get && post);
  const compare = (text: string, result: OracleResult) =>
    new Comparison('llhttp').compare(decode([text]), result) ?? '';
  assert.match(compare('GET /b HTTP/1.1\r\n\r\n', get), /^message 1: target is/);
  assert.match(compare('GET\t', get), /^message 1 is absent, and complete/);
  assert.match(compare('GET\t/\r\n', get), /^rejected: Tab in the method/);
  assert.match(compare(getText + getText, { ...get, messages: [] }), /^message 1 is complete, and absent/);
  assert.match(compare(postText, { messages: [], error: 'HPE_STRICT' }), /^accepted: /);
  assert.match(compare('POST / HTTP/1.1\r\nContent-Length: 1\r\n\r\nb', post), /^message 1: content is/);
});
