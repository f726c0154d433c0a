import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from '../test/support/servers/serve.ts';
import { request } from '../test/support/wire/wire.ts';
import { compare, rate, ratesInTurn, ratio, startBare, type Transport } from './compare.ts';
import { median } from './measurement.ts';
import { withCertificate } from './with-server.ts';

const VERY_SHORT = { rounds: 3, milliseconds: 20 };
/** Counts calls instead of processor time. */
const cpuOf = () => {
  let calls = 0;
  return () => calls++;
};

describe('the comparison of servers', () => {
  it('is the median of the ratios of the rounds', () => {
    assert.equal(median([5, 1, 3]), 3);
    assert.equal(median([4, 1, 3, 2]), 2.5);
    assert.equal(ratio([10, 20, 90], [10, 10, 30]), 2);
    assert.equal(ratio([1], undefined), undefined);
  });

  it('loads each server in each round', async (t) => {
    const server = await serve(t);
    const measured = { server: { port: server.port, cpuSeconds: cpuOf() }, path: '/get' };
    const rates = await ratesInTurn(
      new Map([
        ['one', measured],
        ['other', measured],
      ]),
      VERY_SHORT,
    );
    for (const name of ['one', 'other'] as const) {
      assert.equal(rates.get(name)?.length, 3);
      for (const each of rates.get(name) ?? []) assert.ok(each > 0);
    }
    assert.ok((await compare(measured, measured, VERY_SHORT)) > 0);
  });

  it('fails for a response that is not a success', async (t) => {
    const server = { port: (await serve(t)).port, cpuSeconds: cpuOf() };
    await assert.rejects(rate({ server, path: '/status/404' }, 20), /HTTP\/1\.1 404/);
  });

  for (const sent of [
    { method: 'GET', path: '/get?a=1&b=two&a=3', body: Buffer.alloc(0) },
    { method: 'POST', path: '/post?a=1', body: Buffer.from('{"b":[true,null]}') },
  ])
    it(`is with a bare server that computes the content of ${sent.path}`, async (t) => {
      const server = await serve(t);
      const fields = [
        ['Host', 'bench.example'],
        ['Content-Type', 'application/json'],
      ] as const;
      const model = { ...sent, fields, server: { port: server.port, cpuSeconds: cpuOf() } };
      const bare = await startBare(model, { isComputed: true });
      t.after(() => bare.stop());
      const requested = { ...sent, fields: [...fields, ['X-Other', '1']] } as const;
      const [one, other] = [await request(bare.port, requested), await server.send(requested)];
      assert.equal(one.text(), other.text());
      assert.deepEqual(
        one.fields.map(([name]) => name.toLowerCase()).sort(),
        other.fields.map(([name]) => name.toLowerCase()).sort(),
      );
    });

  for (const transport of ['tls', 'http2', 'handshakes'] satisfies Transport[])
    it(`loads a server over ${transport}`, async (t) => {
      const { port } = await serve(t);
      const body = Buffer.from('{"a":1}');
      const model = { path: '/post', method: 'POST', body, server: { port, cpuSeconds: cpuOf() } };
      await withCertificate(async (certificate) => {
        const bare = await startBare(model, { isComputed: true, transport, certificate });
        try {
          const server = { port: bare.port, cpuSeconds: cpuOf() };
          assert.ok((await rate({ ...model, transport, server }, 20)) > 0);
        } finally {
          await bare.stop();
        }
      });
    });
});
