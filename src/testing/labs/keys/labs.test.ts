import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRuntime } from '#runtime.ts';
import { untilInFlight } from '#test/support/in-flight.ts';
import { serveControlled } from '#test/support/servers/control.ts';
import { RESPONSE_LIMITS } from '#test/support/servers/response-limits.ts';
import { LABS } from '../index.ts';
import { Labs } from './labs.ts';

describe('the labs of a server', () => {
  it('reject a seed with the place of its invalid key, and without any effect', async (t) => {
    const { control } = await serveControlled(t);
    for (const [sequences, detail] of [
      [
        { a: { steps: ['status=503'] }, b: { steps: ['stauts=503'] } },
        /sequences\.b\.steps\[0\] stauts is not known/,
      ],
      [{ 'a b': { steps: ['status=503'] } }, /a b/],
    ] as const) {
      const response = await control('POST', '/seed', { sequences });
      assert.equal(response.status, 422, response.text());
      assert.match(response.text(), detail);
    }
    assert.deepEqual(Object((await control('GET', '/labs')).json()).keys, []);
  });

  it('reject a key with an invalid name, wherever it is read, defined, deleted or requested', async (t) => {
    const { control, send } = await serveControlled(t);
    const name = /must be 1 to 64 letters, digits, dots, underscores, tildes and hyphens/;
    for (const [method, path] of [
      ['GET', '/sequence/a%20b'],
      ['GET', '/sequence/a%20b?wait=1&timeout=0'],
      ['DELETE', '/sequence/a%20b'],
      ['GET', '/sequence/a%20b/status=200/end'],
    ] as const) {
      const response = await send({ method, path });
      assert.equal(response.status, 400, path);
      assert.match(response.text(), name, path);
    }
    const steps = { steps: ['status=200'] };
    const fields = [['Content-Type', 'application/json']] as const;
    const put = { method: 'PUT', path: '/sequence/a%20b', fields, body: JSON.stringify(steps) };
    assert.match((await send(put)).text(), name);
    assert.equal((await control('PUT', '/labs/limit/a', steps)).status, 404);
    assert.equal((await control('GET', '/labs/limit/a')).status, 404);
  });

  it('say how many attempts have ended when a wait is over', async (t) => {
    const { send } = await serveControlled(t);
    await send({ path: '/sequence/k/status=204/end' });
    for (const [timeout, sentence] of [
      ['0', '1 of 2 attempts have ended within 0 s.'],
      ['0.05', '1 of 2 attempts have ended within 0.05 s.'],
    ]) {
      const response = await send({ path: `/sequence/k?wait=2&timeout=${timeout}` });
      assert.equal(response.status, 408);
      assert.ok(response.text().includes(sentence ?? ''), response.text());
    }
    assert.equal((await send({ path: '/sequence/k?wait=1&timeout=0' })).status, 200);
    assert.equal((await send({ path: '/sequence/k?wait=0' })).status, 400);
    assert.equal((await send({ path: '/sequence/k?wait=1&other=1' })).status, 400);
  });

  it('end a wait as soon as so many attempts have ended', async (t) => {
    const server = await serveControlled(t);
    const begun = performance.now();
    const waiting = server.send({ path: '/sequence/k?wait=1&timeout=60' });
    await untilInFlight(server, 1);
    await server.send({ path: '/sequence/k/status=204/end' });
    assert.equal((await waiting).status, 200);
    assert.equal((await server.send({ path: '/sequence/k?wait=1&timeout=60' })).status, 200);
    assert.ok(performance.now() - begun < 50_000);
  });

  it('end a wait with 503 when the server closes', async (t) => {
    const server = await serveControlled(t);
    const waiting = server.send({ path: '/sequence/k?wait=1&timeout=60' });
    await untilInFlight(server, 1);
    await server.close();
    assert.equal((await waiting).status, 503);
  });

  it('limit the number and the time of a wait', async (t) => {
    const { send } = await serveControlled(t, { maxDuration: 50 });
    for (const [query, status, detail] of [
      ['wait=1', 408, '0 of 1 attempts have ended within 0.05 s.'],
      ['wait=1&timeout=60', 408, '0 of 1 attempts have ended within 0.05 s.'],
      ['wait=1000000&timeout=0', 408, '0 of 1000000 attempts have ended within 0 s.'],
      ['wait=1000001&timeout=0', 400, 'wait: must be at most 1000000'],
      ['wait=1&timeout=-0.1', 400, 'timeout: must be at least 0'],
      ['timeout=0', 404, 'No sequence is defined at the key k.'],
    ] as const) {
      const response = await send({ path: `/sequence/k?${query}` });
      assert.deepEqual([response.status, Object(response.json()).detail], [status, detail], query);
    }
  });
});

/** Labs of a server without a journal. */
function createLabs() {
  return new Labs({ labs: LABS, limits: RESPONSE_LIMITS, redacted: [], runtime: createRuntime() });
}

describe('the labs of a process', () => {
  it('parse the keys of labs with a definition, and ignore other members', async () => {
    const labs = createLabs();
    const steps = ['status=200'];
    const parsed = labs.parseSeeds({ sequences: { a: { steps } }, limits: { b: 1 }, users: 1 });
    assert.deepEqual(
      parsed.map(({ lab, key }) => [lab, key]),
      [['sequence', 'a']],
    );
    const message = 'is not known (did you mean status?)';
    await assert.rejects(labs.seed({ sequences: { a: { steps }, b: { steps: ['', 'stauts=1'] } } }), {
      message: `sequences.b.steps[1] stauts ${message}.`,
      problems: [{ path: ['sequences', 'b', 'steps', 1], message: `stauts ${message}` }],
    });
    assert.deepEqual(await labs.list(), []);
  });

  it('define keys of labs with a definition', async () => {
    const labs = createLabs();
    assert.deepEqual([labs.definition('limit'), labs.definition('other')], [undefined, undefined]);
    await assert.rejects(labs.define('limit', 'k', {}), { message: 'The lab limit has no definition' });
    await assert.rejects(labs.define('sequence', 'a b', { steps: [''] }), { status: 400 });
    await labs.start({ sequences: { first: { steps: [''] } } });
    await labs.define('sequence', 'k', { steps: [''] });
    const names = async () => (await labs.list()).map(({ key }) => key);
    assert.deepEqual(await names(), ['first', 'k']);
    await labs.reset();
    assert.deepEqual(await names(), ['first']);
    await labs.clear();
    assert.deepEqual(await names(), []);
  });
});
