import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serveControlled } from '../../../test/support/control.ts';

describe('the labs of a server', () => {
  it('reject a seed with the place of its invalid key, and without any effect', async (t) => {
    const { control } = await serveControlled(t);
    for (const [sequences, detail] of [
      [{ a: { steps: ['status=503'] }, b: { steps: ['stauts=503'] } }, /sequences\.b: .*stauts/],
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
});
