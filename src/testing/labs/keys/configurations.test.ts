import assert from 'node:assert/strict';
import type { ConfiguredServer } from '#test/support/servers/configured-server.ts';
import { inConfigurations } from '#test/support/servers/in-configurations.ts';

async function statusesOf({ send }: ConfiguredServer, path: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n++) statuses.push((await send({ path })).status);
  return statuses;
}

/** The read-back of a key. */
async function read({ send }: ConfiguredServer, path: string) {
  const response = await send({ path });
  assert.equal(response.status, 200, response.text());
  return JSON.parse(response.text());
}

inConfigurations({}, (it) => {
  it('a sequence has its steps in order, until its end', async (server) => {
    const path = '/sequence/steps/status=503/times=2/then/status=201/after=gone/end';
    assert.deepEqual(await statusesOf(server, path, 4), [503, 503, 201, 410]);
    const { attempts, steps, next } = await read(server, '/sequence/steps?wait=4&timeout=10');
    assert.deepEqual([steps, next], [2, null]);
    assert.deepEqual(
      attempts.map(({ n, step, status, endedBy }: Record<string, unknown>) => [n, step, status, endedBy]),
      [
        [1, 1, 503, 'answered'],
        [2, 1, 503, 'answered'],
        [3, 2, 201, 'answered'],
        [4, null, 410, 'answered'],
      ],
    );
  });

  it('a key is defined, compared and deleted', async (server) => {
    const body = JSON.stringify({ steps: [{ status: 202, headers: { 'X-A': '1' } }] });
    const fields = [['Content-Type', 'application/json']] as const;
    assert.equal((await server.send({ method: 'PUT', path: '/sequence/put', fields, body })).status, 200);
    assert.equal((await server.send({ path: '/sequence/put/end' })).field('X-A'), '1');
    assert.deepEqual(await statusesOf(server, '/sequence/put/status=202/end', 1), [409]);
    assert.deepEqual(await statusesOf(server, '/sequence/put/status=202/header=X-A:%201/end', 1), [202]);
    const remove = async () => (await server.send({ method: 'DELETE', path: '/sequence/put' })).status;
    assert.deepEqual([await remove(), await remove()], [204, 404]);
    assert.deepEqual(await statusesOf(server, '/sequence/put/end', 1), [404]);
  });

  it('an answer is repeated for the same key and body', async (server) => {
    const path = '/sequence/same/by=idempotency,replay/status=201/body=a/then/status=202/end';
    const post = async (key: string, body: string) => {
      const fields = [['Idempotency-Key', key]] as const;
      return (await server.send({ method: 'POST', path, fields, body })).status;
    };
    const got: number[] = [];
    for (const [key, body] of [
      ['x', '1'],
      ['x', '1'],
      ['x', '2'],
      ['y', '2'],
      [' ', '1'],
    ] as const)
      got.push(await post(key, body));
    assert.deepEqual(got, [201, 201, 422, 201, 400]);
  });

  it('a limit accepts its quota, also of one request at a time', async (server) => {
    const path = '/limit/window/kind=window/policy=default;q=2;w=3600';
    assert.deepEqual(await statusesOf(server, `${path}/end`, 3), [200, 200, 429]);
    const { field } = await server.send({ path: `${path}/end` });
    assert.match(field('RateLimit') ?? '', /^"default";r=0;t=3[56]\d\d$/);
    assert.match(field('Retry-After') ?? '', /^3[56]\d\d$/);
    assert.deepEqual(await statusesOf(server, '/limit/window/policy=default;q=3/end', 1), [409]);
    const { accepted, rejected } = await read(server, '/limit/window');
    assert.deepEqual([accepted, rejected], [2, 2]);
    const one = '/limit/one/kind=concurrent/policy=default;q=1/end';
    assert.deepEqual(await statusesOf(server, one, 5), [200, 200, 200, 200, 200]);
  });
});
