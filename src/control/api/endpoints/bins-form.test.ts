import assert from 'node:assert/strict';
import { test } from 'node:test';
import { members } from '#test/support/accounts/api.ts';
import { serveControlled } from '#test/support/servers/control.ts';

test('the forms of the page of a bin change it with the token of the page only', async (t) => {
  const { control, send, get, url } = await serveControlled(t);
  await control('PUT', '/bins/one', {});
  const browser: [string, string][] = [
    ['Sec-Fetch-Site', 'same-origin'],
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
  ];
  const page = await get('/_sparring/bins/one', [...browser, ['Accept', 'text/html']]);
  assert.equal(page.field('Content-Type'), 'text/html; charset=utf-8');
  const [, token = ''] = /name="page-token" value="([^"]+)"/.exec(page.text()) ?? [];
  const submit = (form: Record<string, string> | [string, string][]) =>
    submitText(new URLSearchParams(form).toString());
  const submitText = (body: string) =>
    send({
      method: 'POST',
      path: '/_sparring/bins/one/form',
      fields: [...browser, ['Origin', url], ['Content-Type', 'application/x-www-form-urlencoded']],
      body,
    });
  const response = { status: '503', body: 'later', every_path: 'true' };
  const headers: [string, string][] = [
    ['header', 'Retry-After: 1'],
    ['header', 'X-A: b'],
    ['header', ''],
  ];
  for (const wrong of ['', 'x', `${token}x`])
    assert.equal((await submit({ 'page-token': wrong, action: 'save-response', ...response })).status, 403);
  assert.equal((await submit({ action: 'delete' })).status, 403);
  assert.equal((await get('/bin/one')).status, 404);

  const saved = await submit([
    ...Object.entries({ 'page-token': token, action: 'save-response', ...response }),
    ...headers,
  ]);
  assert.deepEqual([saved.status, saved.field('Location')], [303, '/_sparring/bins/one']);
  const answer = await get('/bin/one/any');
  assert.deepEqual(
    [answer.status, answer.field('Retry-After'), answer.field('X-A'), answer.text()],
    [503, '1', 'b', 'later'],
  );
  const invalid = { 'page-token': token, action: 'save-response', ...response, status: '9999' };
  assert.equal((await submit(invalid)).status, 422);
  const notJson = { 'page-token': token, action: 'save-response', json: '{' };
  assert.equal((await submit(notJson)).status, 422);
  await submit({ 'page-token': token, action: 'rename', name: 'Webhooks', note: '<img src=x>' });
  const { name, note } = members(await control('GET', '/bins/one'));
  assert.deepEqual([name, note], ['Webhooks', '<img src=x>']);
  // Bytes beyond ASCII need no encoding.
  await submitText(`page-token=${encodeURIComponent(token)}&action=rename&name=Café&note=%3Cimg+src%3Dx%3E`);
  assert.equal(members(await control('GET', '/bins/one')).name, 'Café');
  await submit({ 'page-token': token, action: 'rename', name: 'Webhooks', note: '<img src=x>' });
  const shown = (await get('/_sparring/bins/one', [...browser, ['Accept', 'text/html']])).text();
  assert.match(shown, /<h1>Webhooks<\/h1>/);
  assert.doesNotMatch(shown, /<img src=x>/);
  assert.ok(shown.length < 200_000);
  const removed = await submit({ 'page-token': token, action: 'remove-response' });
  assert.equal(removed.status, 303);
  assert.equal((await get('/bin/one')).status, 404);
  assert.equal((await submit({ 'page-token': token, action: 'x' })).status, 422);
  assert.equal(
    (await submit({ 'page-token': token, action: 'delete' })).field('Location'),
    '/_sparring/bins',
  );
  assert.equal((await control('GET', '/bins/one')).status, 404);
  assert.equal((await submit({ 'page-token': token, action: 'delete' })).status, 404);
});

test('the pages of bins are JSON for programs, and closed to scripts', async (t) => {
  const { control, get } = await serveControlled(t);
  await control('PUT', '/bins/one', {});
  for (const path of ['/_sparring/bins', '/_sparring/bins/one']) {
    assert.match(String((await get(path)).field('Content-Type')), /^application\/json/);
    assert.match(String((await get(path, [['Accept', '*/*']])).field('Content-Type')), /^application\/json/);
    const accept: [string, string] = ['Accept', 'text/html,*/*;q=0.8'];
    const page = await get(path, [accept]);
    assert.match(String(page.field('Content-Type')), /^text\/html/);
    // A cache must not give the page to a program.
    for (const answer of [page, await get(path)])
      assert.ok(
        answer.fields.some(([name, value]) => name === 'Vary' && value === 'Accept'),
        JSON.stringify(answer.fields),
      );
    // Without Fetch Metadata, the client may be a program of another user's page: it gets no token.
    assert.doesNotMatch(page.text(), /name="page-token" (?:value|content)/);
    for (const field of [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Dest', 'iframe'],
      ['Sec-Fetch-Mode', 'cors'],
      ['Origin', 'http://attacker.example'],
    ] as [string, string][])
      assert.equal((await get(path, [accept, field])).status, 403, field.join(': '));
  }
  assert.equal((await get('/_sparring/bins/unknown', [['Accept', 'text/html']])).status, 404);
});
