import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseDocument } from '#config/document.ts';
import { parseDocumentSchedule, parseGivenSchedule } from '#control/seed/schedule.ts';
import { createRuntime } from '#runtime.ts';
import type { ServerOptions } from '#server/server.ts';
import { members, serveApi } from '#test/support/accounts/api.ts';
import { command, temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { topics } from '../options/topics.ts';

const brownout = '2020-09-30T08:00:00Z';

/** Starts a server at a time, by default with the schedule of github.com. */
function serveAt(t: TestContext, now: string, options: Partial<ServerOptions> = {}) {
  const runtime = createRuntime({ now: Date.parse(now) });
  return serveApi(t, { runtime, lifecycle: parseGivenSchedule('github'), ...options });
}

test('the command prints phase, response, next change and calendar', async () => {
  const { code, out, err } = await runInProcess(['lifecycle', '--lifecycle', 'github', '--at', brownout]);
  assert.deepEqual([code, err], [0, '']);
  const lines = [
    'At 2020-09-30T08:00:00Z, by the schedule github:',
    '  Phase  brownout since 2020-09-30T07:00:00Z until 2020-09-30T10:00:00Z',
    '  Calls  are refused with 410 Gone',
    '         Retry-After: 7200',
    '         Sunset: Fri, 13 Nov 2020 16:00:00 GMT',
    '  Next   deprecated at 2020-09-30T10:00:00Z',
    '  All      2020-02-14T00:00:00Z                        deprecated',
    '         > 2020-09-30T07:00:00Z  2020-09-30T10:00:00Z  brownout 410',
    '           2020-11-13T16:00:00Z                        removed 404',
    '  Calls  are refused with 401 Unauthorized',
  ];
  for (const line of lines) assert.ok(out.split('\n').includes(line), `${line}\nis not in\n${out}`);
});

test('the printed response is the response of a server at that time', async (t) => {
  for (const now of ['2020-01-01', '2020-06-01', brownout, '2020-11-13T16:00:00Z']) {
    const api = await serveAt(t, now);
    const { out } = await runInProcess(['lifecycle', '--lifecycle', 'github', '--at', now, '--json']);
    const report = JSON.parse(out);
    const responses = { authorizations: '/authorizations', password: '/user' };
    for (const [name, requested] of Object.entries(responses)) {
      const response = await api.call('GET', requested);
      const call = name === 'password' ? report.password : report.authorizations.call;
      assert.equal(call.is_answered, response.status === 200, now);
      if (!call.is_answered) assert.deepEqual([call.status, call.body], [response.status, members(response)]);
      for (const [field, value] of Object.entries(call.headers))
        assert.equal(response.field(field), value, now);
      for (const field of ['Deprecation', 'Sunset', 'Retry-After'])
        assert.equal(response.field(field), call.headers[field], `${field} at ${now}`);
    }
  }
});

test('the default time is now, and the default schedule is that of the settings', async (t) => {
  const { out } = await runInProcess(['lifecycle', '--json']);
  const { at, schedule, authorizations } = JSON.parse(out);
  assert.ok(Math.abs(Date.parse(at) - createRuntime().now()) < 60_000);
  assert.deepEqual([schedule, authorizations.phase, authorizations.next], ['deprecated', 'deprecated', null]);
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'end.yaml');
  await writeFile(file, 'phases:\n  - { phase: removed, from: 2001-01-01 }\n');
  const words = ['lifecycle', '--at', '2000-12-31T23:59:59Z'];
  const ofVariable = await runInProcess(words, { variables: { SPARRING_LIFECYCLE: file } });
  assert.match(
    ofVariable.out,
    /by the schedule custom:[\s\S]*Phase {2}supported until 2001-01-01T00:00:00Z\n/,
  );
  assert.match(ofVariable.out, /Next {3}removed at 2001-01-01T00:00:00Z\n/);
  const quiet = await runInProcess([
    'lifecycle',
    '--lifecycle',
    'github',
    '--at',
    '2020-06-01',
    '--no-deprecation-headers',
  ]);
  assert.doesNotMatch(quiet.out, /Sunset|Link|Deprecation/);
});

test('a running server uses its own clock and schedule', async (t) => {
  const api = await serveAt(t, brownout);
  const now = await runInProcess(['lifecycle', '--url', api.url]);
  assert.match(now.out, /^At 2020-09-30T08:00:00Z, by the schedule github:\n/);
  const later = await runInProcess(['lifecycle', '--url', api.url, '--at', '2020-11-14', '--json']);
  assert.deepEqual(
    [JSON.parse(later.out).authorizations.phase, JSON.parse(later.out).at],
    ['removed', '2020-11-14T00:00:00Z'],
  );
  const { out } = await runInProcess(['lifecycle', '--lifecycle', 'github', '--at', brownout]);
  assert.equal(now.out, out);
});

test('control characters of a server do not reach the terminal, and invalid responses are rejected', async (t) => {
  const call = { is_answered: false, status: 410, headers: { 'X-A': '\u001b[2Jgone' }, body: null };
  const family = { phase: 'removed', from: null, until: null, call, next: null, calendar: [] };
  const report = {
    at: '2020-01-01T00:00:00Z',
    schedule: '\u001b]0;x\u0007',
    path_tokens: family,
    password: call,
  };
  let response: object = { ...report, authorizations: family };
  const server = createServer((_, nodeResponse) => void nodeResponse.end(JSON.stringify(response))).listen(
    0,
    '127.0.0.1',
  );
  t.after(() => server.close());
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const { code, out } = await runInProcess(['lifecycle', '--url', url]);
  assert.equal(code, 0);
  assert.doesNotMatch(out, /[^\P{Cc}\n]/u);
  response = { ...report, authorizations: 7 };
  assertUsageError(
    await runInProcess(['lifecycle', '--url', url]),
    /returned a lifecycle that this version cannot/,
  );
});

test('invalid arguments are rejected in one sentence', async () => {
  const cases: [words: string[], message: RegExp][] = [
    [['--at', 'tomorrow'], /--at must be a date or timestamp, such as .*, not "tomorrow"/],
    [['--at', '2020-02-30', '--url', 'http://127.0.0.1:1'], /--at must be a date or timestamp/],
    [['--lifecycle', 'githup'], /--lifecycle must be .* \(did you mean github\?\)/],
    [['--lifecycle', 'github', '--url', 'http://127.0.0.1:1'], /--lifecycle cannot be used with --url/],
    [['now'], /too many arguments for 'lifecycle'/],
  ];
  for (const [words, message] of cases) {
    const { code, out, err } = await runInProcess(['lifecycle', ...words]);
    assert.match(err, message);
    assert.match(err, /^sparring: [^\n]+\n$/);
    assert.deepEqual([code, out], [2, '']);
  }
});

test('a server with --now has a frozen clock', async (t) => {
  const home = await temporaryFolder(t);
  const words = ['--port', '0', '--database', 'memory', '--password-cost', 'test', '--lifecycle', 'github'];
  const server = command(t, home, [...words, '--now', brownout]);
  const [, url = ''] = await server.printed(/Authorizations +(\S+)/);
  const first = await fetch(`${url}/authorizations`);
  assert.deepEqual([first.status, first.headers.get('Retry-After')], [410, '7200']);
  const second = await fetch(`${url}/authorizations`);
  assert.equal(second.headers.get('Retry-After'), '7200');
  assertUsageError(
    await runInProcess([...words, '--now', 'soon']),
    /--now must be a date or timestamp.*not "soon"/,
  );
});

test('the help topic contains a valid schedule', async () => {
  const { text } = topics.get('lifecycle') ?? { text: '' };
  const [, yaml = ''] = /^(phases:[\s\S]*?)\n\n/m.exec(text) ?? [];
  const { authorizations } = parseDocumentSchedule(await parseDocument(yaml, 'help'));
  assert.deepEqual(
    authorizations.map(({ name }) => name),
    ['deprecated', 'brownout', 'removed'],
  );
  assert.match((await runInProcess(['help', 'lifecycle'])).out, /path_tokens/);
});
