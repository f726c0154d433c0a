import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { faultRows } from '../tools/reference/fault-rows.ts';
import { faultTranscript } from './support/faults/fault-transcript.ts';
import { addRule } from './support/rules.ts';
import { serve } from './support/servers/serve.ts';
import { until } from './support/until.ts';

const ROUNDS = 8;
const openFiles = () => readdirSync('/proc/self/fd').length;

test('many faults leave descriptors as they were, and the server serves', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const server = await serve(t, { maxDuration: 20, journal: 0 });
  const round = () =>
    Promise.all(
      faultRows().map(({ fault, method }) => {
        const length = method === 'POST' ? 'Content-Length: 2000\r\n' : '';
        const body = method === 'POST' ? 'x'.repeat(2000) : '';
        const request = `${method} /compose?body=hello&fault=${fault} HTTP/1.1\r\nHost: localhost\r\n${length}\r\n${body}`;
        const patience = fault.startsWith('extra') ? 100 : 5000;
        return faultTranscript(server.port, request, { patience });
      }),
    );
  await round();
  await sleep(100);
  const before = openFiles();
  for (let index = 0; index < ROUNDS; index++) await round();
  // Equal faults by rules, on the response of an endpoint.
  for (const { fault, method } of faultRows()) {
    if (method !== 'GET' || fault.startsWith('extra')) continue;
    const path = fault.startsWith('location') ? '/redirect/1' : '/ip';
    await addRule(server, { match: { path }, fault, count: 2 });
    const get = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    await Promise.all([faultTranscript(server.port, get), faultTranscript(server.port, get)]);
  }
  assert.ok(server.rules.list().every(({ remaining }) => remaining === 0));
  await until(() => openFiles() <= before);
  assert.equal((await server.get('/get')).status, 200);
});
