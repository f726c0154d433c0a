import assert from 'node:assert/strict';
import { it } from 'node:test';
import { visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve } from '#test/support/servers/serve.ts';

const MARKUP = '<b>bold</b>';

it('the inspector marks unmatched requests, and names the nearest rules for them', async (t) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const server = await serve(t);
  const { page, errors } = await visitIn(browser, server.url);
  t.after(() => assert.deepEqual(errors, []));
  const rule = { id: 'user', match: { method: 'GET', path: '/v1/users' }, respond: {} };
  await server.send({ method: 'POST', path: '/_sparring/rules', body: JSON.stringify(rule) });
  await server.get('/v1/users');
  await server.get(`/v1/users/?a=${encodeURIComponent(MARKUP)}`);
  await server.send({ method: 'POST', path: `/v1/${MARKUP}` });

  const ends = () => page.locator('#rows .extra').allTextContents();
  await page.goto(`${server.url}/_sparring/inspector`);
  await page.locator('#state', { hasText: /^Live/ }).waitFor();
  await page.locator('[data-id="3"]').waitFor();
  assert.deepEqual(await ends(), ['unmatched', 'unmatched', '']);

  const why = page.getByRole('button', { name: 'Why?' });
  const explanation = page.locator('#detail pre').first();
  await page.locator('[data-id="2"]').click();
  await why.focus();
  await page.keyboard.press('Enter');
  await explanation.getByText('a slash more at the end').waitFor();
  assert.match(
    (await explanation.textContent()) ?? '',
    /^GET \/v1\/users\/ matched none of 1 rule of the server\.\nNearest, user: GET \/v1\/users\n {2}path: expected \/v1\/users, got \/v1\/users\/ /,
  );

  await page.locator('[data-id="3"]').click();
  // Before, the button is that of the other request.
  await page.locator('#detail h2', { hasText: '#3' }).waitFor();
  await why.click();
  await explanation.getByText(MARKUP).first().waitFor();
  assert.equal(await page.locator('#output b').count(), 0);

  await page.locator('[data-id="1"]').click();
  await page.getByRole('heading', { name: '/v1/users' }).waitFor();
  await page.locator('#detail h2', { hasText: '#1' }).waitFor();
  assert.equal(await why.count(), 0);
  const { rules } = JSON.parse((await server.get('/_sparring/rules')).text());
  assert.equal(rules[0].applied, 1);
});
