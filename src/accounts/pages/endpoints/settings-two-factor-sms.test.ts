import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { serveApi } from '#test/support/accounts/api.ts';
import { visitor } from '#test/support/accounts/visitor.ts';

const path = '/settings/two-factor/sms';
const password = 'correct-horse-1';

async function openSetUp(t: TestContext) {
  const api = await serveApi(t);
  const browser = visitor(api);
  await browser.signIn('mona', password);
  await browser.visit(path);
  const isOn = async () => (await api.store.users.byId(api.user.id))?.twoFactor ?? null;
  const newest = async () => (await api.store.messages.list(1, api.user.id))[0];
  return { api, browser, isOn, newest };
}

test('a number is verified by the code that was sent to it, and later codes are sent to it', async (t) => {
  const { api, browser, isOn, newest } = await openSetUp(t);
  const requested = await browser.submit(path, { phone: '+1 (555) 0100' });
  assert.equal(requested.status, 200);
  assert.match(requested.text(), /A code was sent to \+15550100/);
  assert.equal(await isOn(), null);
  const message = await newest();
  assert.equal(message?.to, '+15550100');
  const response = await browser.follow(await browser.submit(path, { code: message?.code ?? '', password }));
  assert.match(response.text(), /<h1>Recovery codes<\/h1>/);
  assert.deepEqual(await isOn(), { method: 'sms', phone: '+15550100' });
  assert.equal((await api.call('POST', '/authorizations')).field('X-GitHub-OTP'), 'required; sms');
  assert.match((await browser.visit('/settings/security')).text(), /Codes are sent to \+15550100/);
});

test('a wrong code enables nothing, nor does one that was sent to another number', async (t) => {
  const { browser, isOn, newest } = await openSetUp(t);
  await browser.submit(path, { phone: '+15550100' });
  const { code = '' } = (await newest()) ?? {};
  for (const filled of [
    { code: code === '000000' ? '000001' : '000000', password },
    { code: code ?? '', phone: '+15550199', password },
  ]) {
    const response = await browser.submit(path, filled);
    assert.equal(response.status, 422);
    assert.match(response.text(), /role="alert">This code is incorrect/);
  }
  assert.equal(await isOn(), null);
});

test('a session alone enables nothing: the password is required with the code', async (t) => {
  const { browser, isOn, newest } = await openSetUp(t);
  await browser.submit(path, { phone: '+15550100' });
  const { code } = (await newest()) ?? {};
  for (const wrong of ['', 'wrong']) {
    const response = await browser.submit(path, { code: code ?? '', password: wrong });
    assert.equal(response.status, 422);
    assert.match(response.text(), /role="alert">Incorrect password/);
  }
  assert.equal(await isOn(), null);
});

test('a code is valid for ten minutes of the server clock', async (t) => {
  const { api, browser, isOn, newest } = await openSetUp(t);
  await browser.submit(path, { phone: '+15550100' });
  const { code } = (await newest()) ?? {};
  api.runtime.clock.advance(10 * 60_000);
  assert.equal((await browser.submit(path, { code: code ?? '', password })).status, 422);
  assert.equal(await isOn(), null);
});

test('an invalid phone number gets no code', async (t) => {
  const { browser, newest } = await openSetUp(t);
  for (const phone of [
    '',
    '15550100',
    '+0123456',
    '+1555',
    '+1234567890123456',
    'mona',
    '<b>',
    '+1555010🙂',
  ]) {
    const response = await browser.submit(path, { phone });
    assert.equal(response.status, phone === '+1555' ? 200 : 422, phone);
    assert.ok(!response.text().includes('<b>'));
    if (response.status === 422) assert.match(response.text(), /role="alert">Enter a phone number/);
  }
  assert.equal((await newest())?.to, '+1555');
});

test('attempts at numbers and codes are limited', async (t) => {
  const { api, browser } = await openSetUp(t);
  for (let count = 0; count < 50; count++)
    assert.equal((await browser.submit(path, { phone: `+1555${1000 + count}` })).status, 200);
  await browser.visit(path);
  assert.equal((await browser.submit(path, { phone: '+15559999' })).status, 429);
  api.runtime.clock.advance(60 * 60_000 + 1);
  assert.equal((await browser.submit(path, { phone: '+15559999' })).status, 200);
});

test('a forged form sends nothing', async (t) => {
  const { browser, newest } = await openSetUp(t);
  assert.equal((await browser.submit(path, { phone: '+15550100', form_token: 'forged' })).status, 403);
  assert.equal(await newest(), undefined);
});
