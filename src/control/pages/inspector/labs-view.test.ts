import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFaults } from '#test/browser/page-faults.ts';
import { visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { serve } from '#test/support/servers/serve.ts';

describe('the labs of the inspector', () => {
  it('joins the attempts of a key, links them with their entries, and deletes the key', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serve(t);
    const { page, errors, textOf } = await visitIn(browser, server.url);
    const path = '/sequence/a1/status=503/times=2/then/body=%3Cb%3E/end';
    await server.get(path);
    await server.get(`/limit/l1/policy=default;q=1;w=60/end`);
    await server.get('/get');
    await server.get(path);
    await page.goto(`${server.url}/_sparring/inspector`);
    await page.locator('#state', { hasText: /^Live/ }).waitFor();

    // From the entry of a request to its key.
    await page.locator('[data-id="4"]').click();
    await page.locator('.summary', { hasText: 'attempt 2 of sequence/a1' }).waitFor();
    await page.locator('#detail summary[title="More"]').click();
    await page.getByRole('button', { name: 'Attempts at sequence/a1' }).click();
    const key = page.getByRole('region', { name: 'Key sequence/a1' });
    await key.getByRole('img', { name: /^2 attempts within/ }).waitFor();
    assert.deepEqual(await key.locator('ol.mono li').allTextContents(), ['status=503 / times=2', 'body=<b>']);
    assert.match(await textOf('#lab-key .state'), /2 steps; .*next step: 2/);
    const cells = (column: number) => key.locator(`tbody td:nth-child(${column})`).allTextContents();
    assert.deepEqual(await cells(5), ['503', '503']);
    assert.deepEqual(await cells(6), ['response complete', 'response complete']);
    assert.match((await cells(3)).join(), /^,[\d.]+ m?s$/);
    assert.equal(new URL(page.url()).hash, '#labs/sequence/a1');

    // A new attempt appears, and leads to its entry.
    await server.get(path);
    await key.getByRole('button', { name: 'Attempt 3, request 5' }).click();
    await page.getByRole('heading', { name: '#5 GET /sequence/a1/' }).waitFor();
    await page.locator('#views').getByText('Keys').click();
    await key.getByRole('button', { name: 'Show the requests' }).click();
    await page.locator('#count', { hasText: '3 of ' }).waitFor();
    assert.equal(await page.locator('#filter').inputValue(), 'lab:sequence/a1');
    await page.locator('#views').getByText('Keys').click();
    const link = await key.getByRole('link', { name: 'Open in the builder' }).getAttribute('href');
    assert.equal(link, `${server.url}/compose/builder#/sequence/a1/status=503/times=2/then/body=%3Cb%3E/end`);

    // The list of keys.
    const keys = () => page.locator('#lab-list tbody td:first-child').allTextContents();
    assert.deepEqual(await keys(), ['sequence/a1', 'limit/l1']);
    await page.getByRole('button', { name: 'Show limit/l1' }).click();
    const limit = page.getByRole('region', { name: 'Key limit/l1' });
    await limit.getByText('1 accepted, 0 rejected').waitFor();
    assert.deepEqual(await findFaults(page), []);
    await limit.getByRole('button', { name: 'Delete the key' }).click();
    await limit.waitFor({ state: 'detached' });
    await page.locator('#lab-list', { hasNotText: 'limit/l1' }).waitFor();
    assert.equal((await server.get('/limit/l1')).status, 404);
    await page.goto(`${server.url}/_sparring/inspector#labs/sequence/a1`);
    await page.reload();
    await key.getByRole('img', { name: /^3 attempts/ }).waitFor();
    assert.deepEqual(errors, []);
  });
});
