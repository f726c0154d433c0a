import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '#test/support/servers/serve.ts';

describe('the check of a URL of the builder', () => {
  it('returns the sentence that the server would send, and makes no key', async (t) => {
    const server = await serve(t);
    const check = async (target: string, method = 'GET') => {
      const response = await server.send({
        method: 'POST',
        path: '/compose/builder',
        fields: [['Content-Type', 'application/json']],
        body: JSON.stringify({ target, method }),
      });
      assert.equal(response.status, 200);
      return Object(response.json()).problem;
    };
    const invalid: [target: string, step: number | null, names: string[], method?: string][] = [
      ['/compose?status=99', null, ['status']],
      ['/compose?status=99&delay=x', null, ['status', 'delay']],
      ['/compose/stauts=99/end', null, ['stauts']],
      ['/compose?delay=99', null, ['delay']],
      ['/compose?fault=chunk:sise', null, ['fault']],
      ['/compose?status=204&fault=framing:content-on-304', null, ['fault']],
      ['/compose?status=200:1,204:1&fault=chunk:size', null, ['fault']],
      ['/compose?status=204&body=a&fault=chunk:size', null, ['status']],
      ['/compose?fault=truncate@9&body=hello', null, ['fault']],
      ['/compose?fault=framing:content-on-head', null, ['fault']],
      ['/sequence/k/status=200/then/fault=reset@nowhere/end', 2, ['fault']],
      ['/sequence/k/status=200/then/fault=truncate@9/end', 2, ['fault']],
      ['/sequence/k/by=me/end', 1, ['by']],
      ['/sequence/a%20b/status=200/end', null, ['key']],
      [`/sequence/k/body=${'x'.repeat(9000)}/end`, null, []],
      ['/limit/k/policy=x/end', null, ['policy']],
      ['/limit/k/fault=extra:bytes/pause=1/end', null, ['fault']],
      ['/limit//end', null, ['key']],
      ['/get', null, []],
    ];
    for (const [target, step, names, method] of invalid) {
      const problem = await check(target, method);
      const found = problem.directives.map(({ name }: { name: string }) => name);
      assert.deepEqual([problem.step, found], [step, names], target);
      let sent = await server.get(target);
      for (let sends = 1; sends < (step ?? 1); sends++) sent = await server.get(target);
      if (target !== '/get' && !target.startsWith('/limit//'))
        assert.ok(sent.text().replaceAll('\\"', '"').includes(problem.message), target);
    }
    const valid: [target: string, method?: string][] = [
      ['/compose'],
      ['/compose?status=503&fault=reset@headers'],
      ['/compose?fault=framing:content-on-head', 'HEAD'],
      ['/compose?status=204&fault=framing:content-on-204'],
      ['/compose?status=304&body=a&fault=framing:content-on-304'],
      ['/sequence/v/status=503/times=2/then/json={"ok":true}/end/users'],
      ['/limit/v/kind=window/policy=default;q=2;w=10/end'],
    ];
    for (const [target, method] of valid) assert.equal(await check(target, method), null, target);
    const { keys } = Object((await server.get('/_sparring/labs')).json());
    assert.ok(!keys.some(({ key }: { key: string }) => key === 'v'));
  });

  it('knows the steps and the limits of keys', async (t) => {
    const server = await serve(t);
    for (const [first, ...others] of [
      ['/sequence/k/status=500/end', '/sequence/k/status=500/then/status=200/end', '/sequence/other/end'],
      ['/limit/k/policy=default;q=2;w=10/end', '/limit/k/policy=default;q=3;w=10/end'],
    ]) {
      await server.get(first ?? '');
      const check = async (target: string) => {
        const fields = [['Content-Type', 'application/json']] as const;
        const body = JSON.stringify({ target });
        const response = await server.send({ method: 'POST', path: '/compose/builder', fields, body });
        return Object(response.json()).problem?.message ?? null;
      };
      assert.equal(await check(first ?? ''), null);
      for (const target of others) {
        const sent = await server.get(target);
        assert.ok(sent.status === 409 || sent.status === 404, target);
        assert.equal(await check(target), Object(sent.json()).detail, target);
      }
    }
  });

  it('knows the disabled labs', async (t) => {
    const server = await serve(t, { enabledLabs: ['sequences'] });
    const check = async (target: string) => {
      const body = JSON.stringify({ target });
      const fields = [['Content-Type', 'application/json']] as const;
      const response = await server.send({ method: 'POST', path: '/compose/builder', fields, body });
      return Object(response.json()).problem?.message ?? null;
    };
    assert.equal(await check('/compose?fault=reset'), 'fault: is not known');
    assert.equal(await check('/limit/k/end'), 'Nothing is served at this path.');
    assert.equal(await check('/sequence/k/status=200/end'), null);
  });
});
