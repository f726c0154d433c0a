import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { findFaults } from '#test/browser/page-faults.ts';
import { visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve, type TestServer } from '#test/support/servers/serve.ts';
import { until } from '#test/support/until.ts';

interface Built {
  readonly server: TestServer;
  readonly page: Page;
  /** Text of an element. */
  text(selector: string): Promise<string>;
}

/** The builder of a new server in a browser; undefined where there is no Chromium. */
async function build(t: TestContext, address: string): Promise<Built | undefined> {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const server = await serve(t);
  const { page, errors, requested, textOf } = await visitIn(browser, server.url);
  t.after(() => {
    assert.deepEqual(errors, []);
    assert.deepEqual(
      requested.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:')),
      [],
    );
  });
  await page.goto(`${server.url}/compose/builder${address}`);
  return { server, page, text: textOf };
}

describe('the builder', () => {
  it('begins with a key that has no attempts, and sends nothing that is not valid', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serve(t);
    await server.get('/sequence/retry/status=503/times=2/then/status=200/end');
    await server.get('/sequence/retry-2/status=204/end');
    const { page, textOf } = await visitIn(browser, server.url);
    await page.goto(`${server.url}/compose/builder`);
    const send = page.getByRole('button', { name: 'Send', exact: true });
    await page.getByRole('link', { name: '503 three times, then 200' }).click();
    await page.getByText('/sequence/retry-3/').first().waitFor();
    assert.equal(
      await textOf('#url'),
      `${server.url}/sequence/retry-3/status=503/times=3/then/status=200/end`,
    );
    assert.equal(await send.isEnabled(), true);
    await page.getByLabel('Key', { exact: true }).fill('retry');
    await page.locator('#send:disabled').waitFor();
    assert.match(await textOf('#key-error'), /^The key retry has other steps/);
    assert.equal(await page.getByLabel('Key', { exact: true }).getAttribute('aria-invalid'), 'true');
    await page.getByLabel('Key', { exact: true }).fill('retry-3');
    await page.locator('#send:enabled').waitFor();
    assert.equal(await page.locator('#free-key').isVisible(), false);
    await page.getByLabel('Key', { exact: true }).fill('retry');
    await page.locator('#free-key').click();
    await page.locator('#send:enabled').waitFor();
    assert.equal((await server.get('/sequence/retry')).status, 404);
  });

  it('shows the answer to its last check, also if the server gives it before that to an earlier one', async (t) => {
    const built = await build(t, '#/sequence/retry/status=503/end');
    if (!built) return;
    const { server, page } = built;
    await page.locator('#send:enabled').waitFor();
    await server.get('/sequence/retry/status=204/end');
    const answers: (() => Promise<void>)[] = [];
    /** Each check has a second request, for the preview. */
    let previews = 0;
    await page.route('**/compose/builder', async (route) => {
      const response = await route.fetch();
      if (answers.length < 2) answers.push(() => route.fulfill({ response }));
      else await route.fulfill({ response }).then(() => previews++);
    });
    const check = async (count: number) => {
      await page.getByLabel('Key', { exact: true }).dispatchEvent('change');
      await until(() => answers.length === count);
    };
    await check(1);
    await server.send({ method: 'DELETE', path: '/sequence/retry' });
    await check(2);
    for (const [index, answer] of answers.toReversed().entries()) {
      await answer();
      await until(() => previews === index + 1);
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
    assert.equal(await page.locator('#send').isEnabled(), true);
  });

  it('composes a sequence by keyboard, sends it, and shows the attempts with their gaps', async (t) => {
    const built = await build(t, '?status=503');
    if (!built) return;
    const { server, page, text } = built;
    const type = async (label: string, value: string) => {
      await page.getByLabel(label, { exact: true }).focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(value);
    };
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await page.getByLabel('One response').focus();
    await page.keyboard.press('ArrowRight');
    await type('Key', 'a1');
    await type('Times', '2');
    await press('Add a step');
    await type('Status', '418');
    await press('Add a step');
    await page.locator('#body').focus();
    await page.keyboard.type('done');
    await press('Move step 3 up');
    await press('Remove step 3');
    const target = '/sequence/a1/status=503/times=2/then/body=done/end';
    assert.equal(await text('#url'), `${server.url}${target}`);
    assert.equal(new URL(page.url()).hash, `#${target}`);
    const data = { steps: [{ status: 503, times: 2 }, { body: 'done' }] };
    assert.deepEqual(JSON.parse(await text('#code-json')), data);
    assert.deepEqual(JSON.parse(await text('#code-seed')), { sequences: { a1: data } });
    assert.match(await text('#code-library'), /sequence\('?"?a1"?'?\)/);

    await page.locator('#request summary').press('Enter');
    await type('Requests', '3');
    await type('Seconds between', '0.05');
    await press('Send');
    const cells = (column: number) =>
      page.locator(`#attempts tbody td:nth-child(${column})`).allTextContents();
    await page.getByRole('img', { name: /^3 attempts within/ }).waitFor();
    assert.deepEqual(await cells(2), ['1', '1', '2']);
    assert.deepEqual(await cells(5), ['503', '503', '200']);
    const gaps = (await cells(3)).map(Number.parseFloat);
    assert.ok(
      gaps.slice(1).every((gap) => gap >= 50),
      String(gaps),
    );
    assert.match(await text('#attempts .state'), /2 steps; .*next step: 2.*3 attempts/s);
    assert.equal(await page.locator('#responses > li').count(), 3);

    // Other steps at the same key are not sent, until the key is deleted.
    await type('Status', '201');
    await page.locator('#key-error', { hasText: 'DELETE /sequence/a1' }).waitFor();
    assert.equal(await page.locator('#send').isDisabled(), true);
    await page.locator('#delete-key').press('Enter');
    await page.locator('#send:enabled').waitFor();
    await page.locator('#attempts-view', { hasText: 'No request has used the key.' }).waitFor();
    assert.equal((await server.get('/sequence/a1')).status, 404);
    await page.reload();
    await page.getByRole('button', { name: 'Step 2: status=201 / body=done' }).waitFor();
    assert.equal(await page.getByLabel('Times', { exact: true }).inputValue(), '2');
    assert.deepEqual(await findFaults(page), []);
  });

  it('offers what fits to a fault, explains what does not, and shows the error of the browser', async (t) => {
    const built = await build(t, '');
    if (!built) return;
    const { server, page, text } = built;
    const fault = page.getByLabel('Fault', { exact: true });
    const send = () => page.getByRole('button', { name: 'Send' }).click();
    await page.locator('summary', { hasText: 'Fault' }).click();
    await page.locator('#fault-kind').selectOption('length');
    assert.equal(await fault.inputValue(), 'length:more-1');
    assert.ok(!(await page.locator('#fault-place').isVisible()));
    await page.locator('#fault-variant').selectOption('less');
    await page.getByLabel('Number', { exact: true }).fill('9');
    await page.getByLabel('Number', { exact: true }).blur();
    await page.locator('#fault-error', { hasText: /^Length:less-9 must be at most 5/ }).waitFor();
    assert.equal(await fault.getAttribute('aria-invalid'), 'true');
    assert.equal(await page.locator('.err:visible').count(), 1);
    assert.equal(await page.locator('#send').isDisabled(), true);

    await page.locator('#body').fill('hello');
    await fault.fill('truncate@3');
    await page.locator('#fault-error').waitFor({ state: 'detached' });
    assert.deepEqual(
      [await page.locator('#fault-place').inputValue(), await page.locator('#fault-bytes').inputValue()],
      ['N', '3'],
    );
    await send();
    const status = page.getByRole('status');
    await status
      .filter({ hasText: /^200 OK .*error after [03] readable bytes of content\. TypeError/ })
      .waitFor();
    await fault.fill('idle-close');
    await page.locator('#body').fill('<b>bold</b><img src=x>');
    await send();
    await page.locator('#responses pre', { hasText: '<b>bold</b><img src=x>' }).waitFor();
    await fault.fill('reset');
    await send();
    await status.filter({ hasText: /^No response within .* TypeError/ }).waitFor();
    await fault.fill('stall');
    await send();
    await status.filter({ hasText: 'Waiting for the response' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await status.filter({ hasText: 'You stopped the request.' }).waitFor();

    await page.goto(
      `${server.url}/compose/builder#/limit/l1/policy=default;q=2;w=10/kind=window/retry=date/end`,
    );
    await page.reload();
    assert.equal(await page.getByLabel('Kind', { exact: true }).first().inputValue(), 'window');
    await page.locator('#request summary').click();
    await page.getByLabel('Requests').fill('3');
    await send();
    await page.getByRole('img', { name: /^3 attempts/ }).waitFor();
    assert.match(
      await text('#attempts .state'),
      /window, per key: default with 2 requests in 10 s.*2 accepted, 1 rejected/s,
    );
    assert.equal(await page.locator('#attempts td span.warn').textContent(), '429');
    assert.deepEqual(await findFaults(page), []);
  });

  it('has one kind of content at a time, which keeps its text, and previews what the server sends', async (t) => {
    const built = await build(t, '');
    if (!built) return;
    const { server, page, text } = built;
    const choose = (name: string) => page.locator('.content-choice label', { hasText: name }).first().click();
    await page.locator('#body').fill('{"a": 1}');
    await choose('JSON');
    await page.locator('#json').waitFor();
    assert.equal(await page.locator('#body').isVisible(), false);
    assert.equal(await text('#url'), `${server.url}/compose?json=%7B%22a%22:+1%7D`);
    await page.locator('#preview', { hasText: 'application/json' }).waitFor();
    const response = await server.get(
      new URL(await text('#url')).pathname + new URL(await text('#url')).search,
    );
    const preview = await text('#preview code');
    assert.match(preview, /^HTTP\/1\.1 200 OK\n/);
    for (const [name, value] of response.fields)
      if (!['Date', 'Connection'].includes(name)) assert.ok(preview.includes(`${name}: ${value}`), name);
    assert.ok(preview.endsWith(response.text()));
    await choose('Bytes');
    assert.equal(await page.locator('#bytes').inputValue(), '');
    await page.locator('#bytes').fill('3');
    await page.locator('#preview', { hasText: 'abc' }).waitFor();
    assert.equal(new URL(await text('#url')).search, '?bytes=3');
    // The whole form is within reach of a thumb.
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = await page.locator('.sendbar').boundingBox();
    assert.ok(bar && bar.y + bar.height <= 844.5, JSON.stringify(bar));
    await page.locator('#send-bar').click();
    await page.locator('#responses', { hasText: '200 OK' }).waitFor();
  });

  it('checks a field 300 ms after the last key, within 400 ms', async (t) => {
    const built = await build(t, '');
    if (!built) return;
    const { page } = built;
    await page.clock.install();
    await page.reload();
    await page.locator('html.with-script').waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    let checks = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST') checks++;
    });
    const status = page.getByLabel('Status', { exact: true });
    await status.fill('99');
    await page.clock.runFor(200);
    await status.fill('9999');
    await page.clock.runFor(200);
    assert.equal(checks, 0);
    await page.clock.runFor(200);
    await page.locator('#status-error').waitFor();
    assert.equal(checks, 1);
    assert.equal(await page.getByRole('button', { name: 'Copy URL' }).isDisabled(), true);
  });

  it('shows an error at its field while the user types, copies nothing invalid, and saves as a rule and for a bin', async (t) => {
    const built = await build(t, '');
    if (!built) return;
    const { server, page, text } = built;
    await page.getByRole('link', { name: '503 three times, then 200' }).click();
    await page
      .locator('#url', { hasText: '/sequence/retry/status=503/times=3/then/status=200/end' })
      .waitFor();
    await page.getByRole('link', { name: '429 with Retry-After' }).click();
    await page.locator('#url', { hasText: '/compose?status=429' }).waitFor();
    const status = page.getByLabel('Status', { exact: true });
    await status.fill('9999');
    // Without leaving the field.
    await page.locator('#status-error').waitFor();
    await page.locator('#preview', { hasText: 'The preview has the last valid state.' }).waitFor();
    assert.match(await text('#preview code'), /^HTTP\/1\.1 429 TOO MANY REQUESTS\n.*Retry-After: 2/s);
    assert.equal(await status.evaluate((element) => element === document.activeElement), true);
    const ids = String(await status.getAttribute('aria-describedby')).split(' ');
    assert.match(await text(`#${ids.at(-1)}`), /status/i);
    assert.equal(await page.locator('.err:visible').count(), 1);
    assert.equal(await page.locator('#send').isDisabled(), true);
    assert.equal(await page.getByRole('button', { name: 'Copy URL' }).isDisabled(), true);
    assert.equal(await page.getByRole('link', { name: 'Save as rule' }).isVisible(), false);
    await status.fill('418');
    await page.locator('#status-error').waitFor({ state: 'detached' });
    await page.locator('#preview', { hasText: '418' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Copy URL' }).isDisabled(), false);
    assert.doesNotMatch(String(await status.getAttribute('aria-describedby')), /-error/);

    await page.getByRole('link', { name: 'Save as rule' }).click();
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('#rule-json')?.value.includes('418'),
    );
    assert.equal((await server.get('/nowhere')).status, 404, 'nothing is added before the user adds it');
    await page.locator('#rule-submit:enabled').click();
    await page.locator('#rules', { hasText: '/ → 418' }).waitFor();
    assert.equal((await server.get('/')).status, 418);
    await page.goBack();
    await page.getByRole('link', { name: 'Use in a bin' }).click();
    await page.getByRole('button', { name: 'New bin' }).click();
    await page.getByRole('button', { name: 'Save the response' }).click();
    await page.getByText('The response is saved.').first().waitFor();
    const key = new URL(page.url()).pathname.split('/').at(-1);
    const response = await server.get(`/bin/${key}/any`);
    assert.deepEqual([response.status, response.field('Retry-After')], [418, '2']);
  });
});
