import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertExcluded, inConfigurations } from './support/servers/in-configurations.ts';
import { statuses } from './support/wire/transcript.ts';

const get = (path: string, user = '') =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nUser-Agent: test\r\n${user}\r\n`;

/** Each server proves its configuration when it starts. */
inConfigurations({}, (it) => {
  it('both services have the accounts of the examples', async (server) => {
    const response = await server.transcript([get('/get'), /\}\s*$/, 'end']);
    assert.deepEqual([statuses(response), response.end], [[200], 'end']);
    const basic = `Authorization: Basic ${btoa('mona:correct-horse-1')}\r\n`;
    const path = '/api/v3/authorizations';
    const list = await server.transcript([get(path, basic), /\]\s*$/, 'end'], { path });
    assert.deepEqual([statuses(list), list.end], [[200], 'end']);
  });
});

test('an exclusion fails unless the test fails for its reason', async () => {
  const exclusion = { reason: 'there is no journal', error: /no journal/ };
  await assertExcluded(exclusion, () => Promise.reject(new Error('There is no journal.')));
  await assert.rejects(
    assertExcluded(exclusion, async () => {}),
    /The exclusion is not needed: there is no journal/,
  );
  await assert.rejects(
    assertExcluded(exclusion, () => Promise.reject(new Error('other'))),
    /other/,
  );
});
