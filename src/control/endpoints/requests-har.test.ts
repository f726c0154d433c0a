import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { harSchema } from '../../../test/support/har-schema.ts';
import { entriesWhen } from '../../../test/support/journal.ts';
import { serve } from '../../../test/support/serve.ts';
import { version } from '../../version.ts';

describe('GET /_sparring/requests.har', () => {
  it('exports a valid archive of the selected requests', async (t) => {
    const server = await serve(t);
    await server.get('/get?token=correct-horse', [['Authorization', 'Bearer correct-horse']]);
    await server.send({ method: 'POST', path: '/bin/t1/post', body: Buffer.from([0xff, 0]) });
    await server.get('/gzip');
    await entriesWhen(
      server,
      (all) => all.length === 3 && all.every((each) => 'ended' in each && each.ended),
    );
    const answer = await server.get('/_sparring/requests.har');
    assert.equal(answer.field('Content-Type'), 'application/json');
    const { log } = JSON.parse(answer.text());
    const ajv = new Ajv();
    addFormats.default(ajv);
    assert.ok(ajv.validate(harSchema, { log }), ajv.errorsText());
    assert.deepEqual(log.creator, { name: 'sparring', version });
    assert.equal(log.entries.length, 3);
    assert.ok(!answer.text().includes('correct'));
    for (const { time, timings } of log.entries)
      assert.equal(time, timings.send + timings.wait + timings.receive);

    const shown = await server.get('/_sparring/requests.har?secrets=show&path=/get');
    assert.match(shown.text(), /correct-horse/);
    const selected = JSON.parse((await server.get('/_sparring/requests.har?bin=t1')).text());
    assert.deepEqual(
      selected.log.entries.map(({ _bin }: { _bin: string }) => _bin),
      ['t1'],
    );
  });

  it('rejects an invalid filter', async (t) => {
    const server = await serve(t);
    const answer = await server.get('/_sparring/requests.har?filter=methd:GET');
    assert.equal(answer.status, 400);
    assert.match(answer.text(), /did you mean method\?/);
  });
});
