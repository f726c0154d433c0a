import assert from 'node:assert/strict';
import { STATUS_CODES } from 'node:http';
import { it } from 'node:test';
import { reasonPhrase } from './reason-phrases.ts';

it('every status has the reason phrase of Node, and an unknown one UNKNOWN', () => {
  for (let status = 100; status <= 999; status++)
    assert.equal(reasonPhrase(status), STATUS_CODES[status] ?? 'UNKNOWN');
});
