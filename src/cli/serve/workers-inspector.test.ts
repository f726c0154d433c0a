import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { until } from '#test/support/until.ts';
import { startWorkers } from '#test/support/workers/workers.ts';

test('the inspector shows and repeats the requests of all workers, and says which are lost with one', async (t: TestContext) => {
  const browser = await openBrowser(t);
  if (!browser) return;
  const started = await startWorkers(t, 4);
  const visit = await visitIn(browser, `http://127.0.0.1:${started.port}`, {});
  const { page } = visit;
  const targets = () => page.locator('#rows .row > .target').allTextContents();
  const hasTargets = async (expected: readonly string[]) => {
    for (let attempt = 0; attempt < 100 && String(await targets()) !== String(expected); attempt++)
      await page.waitForTimeout(50);
    assert.deepEqual(await targets(), expected);
  };
  for (let count = 0; count < 4; count++) await started.call(`/get?n=${count}`);
  const address = `http://127.0.0.1:${started.port}/_sparring/inspector`;
  await page.goto(address);
  await page.locator('#state', { hasText: /^Live/ }).waitFor();
  for (let count = 4; count < 12; count++) await started.call(`/get?n=${count}`);
  await hasTargets(Array.from({ length: 12 }, (_, index) => `/get?n=${11 - index}`));
  assert.equal(new Set(await page.locator('#rows .row > .status').allTextContents()).size, 1);

  const { requests }: { requests: { id: number }[] } = JSON.parse(
    (await started.control('GET', '/requests?text=n%3D5')).text(),
  );
  await page.locator(`[data-id="${requests[0]?.id}"]`).click();
  await page.getByRole('button', { name: 'Resend', exact: true }).click();
  await page.mouse.move(0, 0);
  await hasTargets(['/get?n=5', ...Array.from({ length: 12 }, (_, index) => `/get?n=${11 - index}`)]);

  const lost = page.locator('#lost-workers');
  assert.equal(await lost.isVisible(), false);
  const [victim = 0] = started.workers();
  process.kill(victim, 'SIGKILL');
  await until(() => started.log().some(({ msg }) => msg.endsWith('serves again')));
  // The stream names the worker with the next request.
  await started.call('/get?n=12');
  const text = /^Worker \d has ended; its requests from #\d+ to #\d+ are lost\.$/;
  for (const show of [async () => {}, () => page.goto(address)]) {
    await show();
    await page.locator('#lost-workers:visible', { hasText: text }).waitFor();
    // It is the only state that is shown.
    for (const other of ['#off', '#dropped', '#no-match', '#no-request', '#filter-problem'])
      assert.equal(await page.locator(other).isVisible(), false, other);
  }
  const plain = await visitIn(browser, address, { javaScriptEnabled: false });
  await plain.page.goto(address);
  assert.match((await plain.page.locator('#lost-workers').textContent()) ?? '', text);
  assert.equal((await started.control('DELETE', '/requests')).status, 204);
  await page.goto(address);
  await page.locator('#state', { hasText: /^Live · 0 requests/ }).waitFor();
  assert.equal(await lost.isVisible(), false);
  // The stream of the worker has ended.
  assert.deepEqual(
    visit.errors.filter((each) => !each.includes('ERR_')),
    [],
  );
});
