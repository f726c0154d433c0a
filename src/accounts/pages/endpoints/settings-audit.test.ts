import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addUser } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';

const path = '/settings/audit';
const password = 'correct-horse-1';

async function openUsage(t: TestContext, login: 'mona' | 'root' = 'mona') {
  const api = await serveApi(t);
  for (const [name, siteAdmin] of [
    ['ada', false],
    ['root', true],
  ] as const)
    await addUser(api, { login: name, siteAdmin });
  const browser = visitor(api);
  await browser.signIn(login, password);
  const callAs = (name: string, userAgent: string, endpoint = '/authorizations') =>
    api.call('GET', endpoint, { as: `${name}:${password}`, fields: [['User-Agent', userAgent]] });
  return { api, browser, callAs };
}

test('the page lists deprecated requests by client, with the number of requests and of rejected ones', async (t) => {
  const { browser, callAs } = await openUsage(t);
  assert.match(
    (await browser.visit(path)).text(),
    /No deprecated API requests<[\s\S]*None of yours is recorded/,
  );
  for (const endpoint of ['/authorizations', '/authorizations', '/authorizations?page=2'])
    await callAs('mona', 'hub 2.14', endpoint);
  await callAs('mona', 'old-script', '/applications/grants/999');
  const page = (await browser.visit(path)).text();
  assert.match(
    rowOf(page, 'hub 2.14'),
    /GET \/api\/v3\/authorizations<[\s\S]*<span class="small">3 requests<\/span>/,
  );
  assert.match(
    rowOf(page, 'old-script'),
    /\/grants\/\{grant_id\}<[\s\S]*<span class="small">1 request, 1 rejected<\/span>/,
  );
});

test('requests that are not deprecated are not listed', async (t) => {
  const { browser, callAs } = await openUsage(t);
  await callAs('mona', 'modern', '/user');
  assert.ok(!(await browser.visit(path)).text().includes('modern'));
});

test('users see their own requests, site administrators those of all users', async (t) => {
  const { api, browser, callAs } = await openUsage(t);
  await callAs('ada', 'program-of-ada');
  await callAs('mona', 'program-of-mona');
  const own = (await browser.visit(path)).text();
  assert.ok(own.includes('program-of-mona') && !own.includes('program-of-ada'));

  const administrator = visitor(api);
  await administrator.signIn('root', password);
  const all = (await administrator.visit(path)).text();
  assert.match(rowOf(all, 'program-of-ada'), /as ada · /);
  assert.match(rowOf(all, 'program-of-mona'), /as mona · /);
});

test('a user agent with markup is shown as text', async (t) => {
  const { browser, callAs } = await openUsage(t);
  await callAs('mona', '<script>alert(1)</script>');
  const page = (await browser.visit(path)).text();
  assert.ok(page.includes('&lt;script>alert(1)') && !page.includes('<script>alert'));
});

function rowOf(page: string, program: string): string {
  return page.split('<li>').find((row) => row.includes(`>${program}<`)) ?? '';
}
