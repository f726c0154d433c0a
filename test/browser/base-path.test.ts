import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { serveApi } from '../support/accounts/api.ts';
import { openBrowser } from '../support/browser/browser.ts';
import { openStripPrefixProxy } from '../support/wire/strip-prefix-proxy.ts';
import { visitIn } from './visit.ts';

const PREFIX = '/httpbin';

test('behind a proxy that strips a prefix, pages and their scripts call the server below the prefix', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await serveApi(t, { basePath: PREFIX });
  const origin = await openStripPrefixProxy(t, { target: server.port, prefix: PREFIX });
  const visit = await visitIn(browser, origin + PREFIX);
  const { page } = visit;
  page.setDefaultTimeout(20_000);
  const pathOf = () => new URL(page.url()).pathname;

  await page.goto(`${origin}${PREFIX}/login`);
  await visit.fillSignIn(exampleUser.login, exampleUser.password);
  assert.equal(pathOf(), `${PREFIX}/settings/applications`);
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL(`**${PREFIX}/login`);

  await page.goto(`${origin}${PREFIX}/`);
  await page.getByRole('searchbox').first().fill('redirect');
  const result = page.locator('.find ol a, .find ul a, .find [role=listbox] a').first();
  await result.waitFor();
  assert.match((await result.getAttribute('href')) ?? '', new RegExp(`^${PREFIX}/docs`));
  await page.goto(`${origin}${PREFIX}/docs/endpoints/get-get`);
  await page.locator('.try').first().click();
  await page.locator('.outcome', { hasText: '200' }).first().waitFor();

  await page.goto(`${origin}${PREFIX}/compose/builder`);
  assert.match((await page.locator('#url').getAttribute('href')) ?? '', new RegExp(`${origin}${PREFIX}/`));

  await page.goto(`${origin}${PREFIX}/_sparring/bins`);
  await page.locator('#new-bin button').click();
  await page.waitForURL(`**${PREFIX}/_sparring/bins/*`);
  await page.locator('#send-one').click();
  await page.locator('#rows a').first().click();
  await page.waitForURL(`**${PREFIX}/_sparring/inspector/*`);

  await page.goto(`${origin}${PREFIX}/_sparring/inspector`);
  await page.locator('#requests .row a').first().click();
  await page.waitForURL(`**${PREFIX}/_sparring/inspector/*`);
  await page.reload();
  await page.locator('#requests .row a').first().waitFor();

  for (const url of visit.requested.filter((each) => each.startsWith(origin)))
    assert.ok(url.startsWith(`${origin}${PREFIX}/`), url);
  assert.deepEqual(visit.errors, []);
  await visit.close();
});
