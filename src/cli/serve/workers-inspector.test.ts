import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { until } from '#test/support/until.ts';
import { startWorkers } from '#test/support/workers/workers.ts';

test('the inspector shows and repeats the requests of all workers, also of one that has ended', async (t: TestContext) => {
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

  await new Promise((resolve) => setTimeout(resolve, 100));
  const [victim = 0] = started.workers();
  process.kill(victim, 'SIGKILL');
  await until(() => started.log().some(({ msg }) => msg.endsWith('serves again')));
  await started.call('/get?n=12');
  const all = ['/get?n=12', '/get?n=5', ...Array.from({ length: 12 }, (_, index) => `/get?n=${11 - index}`)];
  await hasTargets(all);
  await page.goto(address);
  await hasTargets(all);
  // The stream of the worker has ended.
  assert.deepEqual(
    visit.errors.filter((each) => !each.includes('ERR_')),
    [],
  );
});
