import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveControlled } from '#test/support/servers/control.ts';

test('the forms of the inspector delete and restore with the token of the page only', async (t) => {
  const { control, send, get, url } = await serveControlled(t);
  for (const path of ['/get', '/headers', '/get', '/ip']) await get(path);
  const browser: [string, string][] = [
    ['Sec-Fetch-Site', 'same-origin'],
    ['Sec-Fetch-Mode', 'navigate'],
    ['Sec-Fetch-Dest', 'document'],
  ];
  const open = async (path: string) => (await get(path, [...browser, ['Accept', 'text/html']])).text();
  const page = await open('/_sparring/inspector/2?filter=path:/get');
  const [, token = ''] = /name="page-token" value="([^"]+)"/.exec(page) ?? [];
  assert.match(page, /Delete #2<.button>/);
  assert.match(page, /Delete the 2 shown<.button>/);
  assert.match(await open('/_sparring/inspector'), /Delete all except marked<.button>/);
  const ids = async () =>
    JSON.parse((await control('GET', '/requests')).text()).requests.map(({ id }: { id: number }) => id);
  const submit = (fields: Record<string, string>, others: [string, string][] = browser) =>
    send({
      method: 'POST',
      path: '/_sparring/inspector/form',
      fields: [...others, ['Origin', url], ['Content-Type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams(fields).toString(),
    });

  for (const wrong of ['', 'x', `${token}x`])
    assert.equal((await submit({ 'page-token': wrong, action: 'delete', id: '1' })).status, 403);
  const foreign: [string, string][] = [['Sec-Fetch-Site', 'cross-site'], ...browser.slice(1)];
  const valid = { 'page-token': token, action: 'delete' };
  assert.equal((await submit({ ...valid, id: '1' }, foreign)).status, 403);
  assert.deepEqual(await ids(), [1, 2, 3, 4]);

  const one = await submit({ ...valid, id: '2', filter: 'path:/get' });
  assert.equal(one.status, 303);
  const location = String(one.field('Location'));
  assert.match(location, /^\/_sparring\/inspector\?filter=path%3A%2Fget&undo=[\w-]+$/);
  assert.deepEqual(await ids(), [1, 3, 4]);
  const [, undo = ''] = /name="undo" value="([^"]+)"/.exec(await open(location)) ?? [];
  const restored = await submit({ 'page-token': token, action: 'undo', undo, filter: 'path:/get' });
  assert.deepEqual(
    [restored.status, restored.field('Location')],
    [303, '/_sparring/inspector?filter=path%3A%2Fget'],
  );
  assert.deepEqual(await ids(), [1, 2, 3, 4]);
  assert.equal((await submit({ 'page-token': token, action: 'undo', undo })).status, 404);

  await submit({ ...valid, filter: 'path:/get' });
  assert.deepEqual(await ids(), [2, 4]);
  assert.equal((await submit({ ...valid, filter: 'nosuch:x' })).status, 400);
  assert.equal((await submit({ ...valid, id: '1;2' })).status, 422);
  assert.equal((await submit({ 'page-token': token, action: 'x' })).status, 422);
  await control('PATCH', '/requests/4', { marked: true });
  await submit(valid);
  assert.deepEqual(await ids(), [4]);
});
