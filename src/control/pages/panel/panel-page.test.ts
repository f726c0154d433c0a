import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { type Visit, visitIn } from '#test/browser/visit.ts';
import { openBrowser } from '#test/support/browser/browser.ts';
import { type Controlled, serveControlled } from '#test/support/servers/control.ts';

interface OpenPanel {
  readonly server: Controlled;
  readonly page: Page;
  readonly visit: Visit;
}

/** The page of a server whose clock is frozen at 2026-03-01T12:00:00Z; undefined where there is no Chromium. */
async function openPanel(t: TestContext, path: string): Promise<OpenPanel | undefined> {
  const browser = await openBrowser(t);
  if (!browser) return undefined;
  const server = await serveControlled(t);
  const visit = await visitIn(browser, server.url);
  t.after(() => assert.deepEqual(visit.errors, []));
  await visit.page.goto(`${server.url}/_sparring/panel/${path}`);
  return { server, page: visit.page, visit };
}

describe('the control panel', () => {
  it('shows the use of the journal, the rules and the last requests, live', async (t) => {
    const browser = await openBrowser(t);
    if (!browser) return;
    const server = await serveControlled(t);
    await server.control('POST', '/rules', { match: { path: '/x' }, respond: { status: 418 } });
    const { page, errors } = await visitIn(browser, server.url);
    t.after(() => assert.deepEqual(errors, []));
    await page.goto(`${server.url}/_sparring`);
    const tile = (caption: string) => page.locator('a.tile', { hasText: caption });
    await tile('Rules').getByText('0 uses').waitFor();
    await page.getByText('No request yet.').waitFor();
    await server.get('/x');
    await tile('Rules').getByText('1 use', { exact: true }).waitFor();
    await tile('Journal').getByText('of 1,000 entries').waitFor();
    for (const list of ['Last requests', 'Last uses of rules']) {
      const row = page.getByRole('list', { name: list }).getByRole('listitem');
      assert.match((await row.textContent()) ?? '', /GET\/x418/);
    }
  });

  it('freezes, sets, advances and releases the clock', async (t) => {
    const opened = await openPanel(t, 'clock');
    if (!opened) return;
    const { page, server } = opened;
    const clock = page.getByRole('main');
    await clock.getByText('2026-03-01 12:00:00 UTC').waitFor();
    await clock.getByLabel('Advance by').fill('1h30m');
    await clock.getByRole('button', { name: 'Advance' }).click();
    await clock.getByText('2026-03-01 13:30:00 UTC').waitFor();
    await clock.getByLabel('Time').fill('2020-11-13T15:59:59Z');
    await clock.getByRole('button', { name: 'Freeze at this time' }).click();
    await clock.getByText('2020-11-13 15:59:59 UTC').waitFor();
    assert.equal(server.runtime.now(), Date.parse('2020-11-13T15:59:59Z'));
    await clock.getByRole('button', { name: 'Set', exact: true }).click();
    await clock.getByText('running').waitFor();
    await clock.getByRole('button', { name: 'Freeze now' }).click();
    await clock.getByText('frozen').waitFor();
    await clock.getByRole('button', { name: 'Release' }).click();
    await clock.getByText('running').waitFor();
    assert.ok(Math.abs(server.runtime.now() - Date.now()) < 5000);
    await clock.getByLabel('Advance by').fill('soon');
    await clock.getByRole('button', { name: 'Advance' }).click();
    await page.getByRole('alert').getByText('advance must be').waitFor();
  });

  it('shows the lifecycle on a time axis, and as a table', async (t) => {
    const opened = await openPanel(t, 'lifecycle');
    if (!opened) return;
    const { page, server } = opened;
    await server.control('PUT', '/clock', { freeze: '2020-10-01T12:00:00Z' });
    const lifecycle = page.getByRole('main');
    await lifecycle.getByRole('combobox', { name: 'Schedule' }).selectOption('github');
    await lifecycle.getByRole('button', { name: 'Apply' }).click();
    await lifecycle
      .getByText('the API is in the phase deprecated. The next phase is brownout, at 2020-10-28T07')
      .waitFor();
    await lifecycle.getByRole('img', { name: /on a time axis; now is 2020-10-01T12:00:00Z/ }).waitFor();
    assert.equal(await lifecycle.locator('rect.phase-brownout title').count(), 6);
    assert.equal(
      await lifecycle.locator('rect.phase-removed title').first().textContent(),
      'removed from 2020-11-13T16:00:00Z',
    );
    assert.equal(await lifecycle.getByRole('row').count(), 11);
    await lifecycle.getByRole('button', { name: 'Restore that of the start' }).click();
    await lifecycle.getByText('Schedule deprecated:').waitFor();
  });

  it('takes, restores and deletes snapshots, and offers the snapshot before a reset', async (t) => {
    const opened = await openPanel(t, 'data');
    if (!opened) return;
    const { page, server } = opened;
    const data = page.getByRole('main');
    await data.getByRole('button', { name: 'Take a snapshot' }).click();
    await data.getByRole('button', { name: 'Restore snapshot 1' }).waitFor();
    await server.control('POST', '/seed', { users: [{ login: 'later', password: 'correct-horse-9' }] });
    await data.getByText(/^2 users/).waitFor();
    await data.getByRole('button', { name: 'Restore snapshot 1' }).click();
    await data.getByText(/^1 user,/).waitFor();
    await data.getByRole('button', { name: 'Delete snapshot 1' }).click();
    await data.getByText('There is no snapshot.').waitFor();
    await data.getByRole('button', { name: 'Reset to the start' }).click();
    await data.getByText(/^0 users/).waitFor();
    // The focus is on the button that undoes the reset.
    await data.getByText('Snapshot 2 has the state before.').waitFor();
    await page.keyboard.press('Enter');
    await data.getByText(/^1 user,/).waitFor();
    await data.getByText('Snapshot 2 is restored.').waitFor();
    for (let number = 2; number <= 10; number++) await server.control('POST', '/snapshots');
    await data.getByRole('button', { name: 'Reset to the start' }).click();
    await page.getByRole('alert').getByText('10 snapshots exist already').waitFor();
    await data.getByText(/^1 user,/).waitFor();
  });

  it('shows messages as text', async (t) => {
    const opened = await openPanel(t, 'outbox');
    if (!opened) return;
    const { page, server } = opened;
    const markup = '<img src=x onerror="document.title=1">';
    const user = { login: 'octo', password: 'correct-horse-5', email: 'octo@example.com' };
    await server.control('POST', '/seed', { users: [user] });
    await server.control('PUT', '/lifecycle', { preset: 'github' });
    await server.control('PUT', '/clock', { freeze: '2020-10-01T12:00:00Z' });
    await server.call('GET', '/authorizations', {
      as: `${user.login}:${user.password}`,
      fields: [['User-Agent', markup]],
    });
    const outbox = page.getByRole('main');
    await outbox.getByRole('cell', { name: markup }).waitFor();
    assert.equal(await page.title(), 'Outbox · Sparring');
  });
});

describe('the audit page', () => {
  it('plots the calls by program, and lists them as text', async (t) => {
    const opened = await openPanel(t, 'audit');
    if (!opened) return;
    const { page, server } = opened;
    await page.getByText('There is no call.').first().waitFor();
    const markup = '<img src=x onerror="document.title=1">';
    for (const agent of ['hub 2.14', 'hub 2.14', markup]) {
      await server.call('GET', '/authorizations', { fields: [['User-Agent', agent]] });
      await server.control('PUT', '/clock', { advance: '10m' });
    }
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('img', { name: /^3 calls of 2 programs/ }).waitFor();
    assert.equal(await page.locator('#plot .chart rect').count(), 3);
    const rows = page.getByRole('region', { name: 'Calls by program (table)' }).locator('tbody tr');
    assert.deepEqual(
      (await rows.allInnerTexts()).map((text) => text.trim().split('\t').slice(0, 4)),
      [
        ['hub 2.14', '2', '2', '0'],
        [markup, '1', '1', '0'],
      ],
    );
    await page.getByRole('textbox', { name: 'Program' }).fill('hub');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('img', { name: /^2 calls of 1 program, / }).waitFor();
    await page.getByRole('textbox', { name: 'Since' }).fill('yesterday');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('alert').getByText('since').waitFor();
    assert.equal(await page.title(), 'Audit · Sparring');
  });
});
