import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { exampleApplication } from '#accounts/domain/example-accounts.ts';
import { createTotpCode } from '#accounts/domain/sign-in/totp.ts';
import { DEVICE_GRANT_TYPE } from '#accounts/pages/device/device-code-exchange.ts';
import { RequestLines } from '#cli/serve/request-lines.ts';
import type { FinishedExchange } from '#http/message/finished-exchange.ts';
import { NO_REDACTION } from '#journal/views/redaction.ts';
import { createRequestLog } from '#ops/log.ts';
import { addUser } from './support/accounts/accounts.ts';
import { type Api, client, members } from './support/accounts/api.ts';
import { type Flow, openFlow, postForm } from './support/accounts/flow.ts';
import { visitor } from './support/accounts/visitor.ts';
import { runInProcess } from './support/commands/in-process-command.ts';
import { exchangeBytes } from './support/wire/wire.ts';

const { clientId, clientSecret } = exampleApplication;
const PASSWORD = 'correct-horse-1';

/** The secrets of all flows of the authorization API, by name. */
type Secrets = Record<string, string>;

/** Calls of the API, with tokens in each place where a client sends them. */
async function useApi({ call }: Api): Promise<Secrets> {
  const created = members(await call('POST', '/authorizations', { body: { note: 'laptop' } }));
  const own = members(await call('PUT', client.path, { body: client.secret }));
  const [token, ofClient] = [String(created.token), String(own.token)];
  await call('GET', '/user', { as: null, fields: [['Authorization', `token ${token}`]] });
  await call('GET', '/user', { as: null, fields: [['Authorization', `Bearer ${token}`]] });
  await call('GET', `/user?access_token=${token}`, { as: null });
  await call('GET', '/user', { as: `${token}:x-oauth-basic` });
  await call('GET', '/user', { as: 'mona:wrong-password-7' });
  await call('GET', `${client.application}/tokens/${ofClient}`, { as: `${clientId}:${clientSecret}` });
  const reset = members(
    await call('PATCH', `${client.application}/token`, {
      as: `${clientId}:${clientSecret}`,
      body: { access_token: ofClient },
    }),
  );
  return {
    password: PASSWORD,
    'password in Basic credentials': Buffer.from(`mona:${PASSWORD}`).toString('base64'),
    'wrong password': 'wrong-password-7',
    'client secret': clientSecret,
    'client secret in Basic credentials': Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
    'personal token': token,
    'token in Basic credentials': Buffer.from(`${token}:x-oauth-basic`).toString('base64'),
    'token in a path': ofClient,
    'token of a reset': String(reset.token),
  };
}

/** The web flow and the device flow of OAuth. */
async function useOAuth({ api, browser, code, redeem }: Flow): Promise<Secrets> {
  const state = 'state-of-the-application';
  const verifier = 'verifier-of-the-application-0123456789-0123';
  const webCode = await code({ state });
  await redeem({ code: 'another-code', code_verifier: verifier });
  const web = await redeem({ code: webCode });
  const device = members(await postForm(api, '/login/device/code', { client_id: clientId, scope: 'repo' }));
  await browser.visit('/login/device');
  const userCode = String(device.user_code);
  await browser.follow(await browser.submit('/login/device', { user_code: userCode }));
  await browser.submit('/login/device/confirmation', { decision: 'authorize', scope: ['repo'] });
  const deviceCode = String(device.device_code);
  const granted = members(
    await postForm(api, '/login/oauth/access_token', {
      client_id: clientId,
      device_code: deviceCode,
      grant_type: DEVICE_GRANT_TYPE,
    }),
  );
  return {
    'state of the web flow': state,
    'code verifier': verifier,
    'code of the web flow': webCode,
    'token of the web flow': String(web.access_token),
    'device code': deviceCode,
    'user code': userCode,
    'token of the device flow': String(granted.access_token),
  };
}

/** Pages with second factors, cookies and form tokens. */
async function usePages({ api, browser }: Flow): Promise<Secrets> {
  const form = await browser.visit('/settings/tokens/new');
  const formToken = /name="[^"]*token" value="([^"]+)"/.exec(form.text())?.[1];
  const page = await browser.follow(await browser.submit('/settings/tokens/new', { note: 'backup' }));
  const token = /<code>([0-9a-f]{40})<\/code>/.exec(page.text())?.[1];
  const setUp = (await browser.visit('/settings/two-factor/app')).text();
  const secret = /<code class="secret">([A-Z2-7]{32})<\/code>/.exec(setUp)?.[1] ?? '';
  const code = await createTotpCode(secret, api.runtime.now());
  const codes = await browser.follow(
    await browser.submit('/settings/two-factor/app', { code, password: PASSWORD }),
  );
  const recovery = /<li><code>([0-9a-z-]{17})<\/code>/.exec(codes.text())?.[1] ?? '';
  await api.call('GET', '/user', { fields: [['X-GitHub-OTP', code]] });
  const other = visitor(api);
  await other.signIn('mona', PASSWORD, recovery);
  await addUser(api, { login: 'lisa', twoFactor: { method: 'sms', phone: '+15550100' } });
  await api.call('POST', '/authorizations', { as: `lisa:${PASSWORD}` });
  const sent = (await api.store.messages.list(1))[0]?.code ?? '';
  await api.call('GET', '/user', { as: `lisa:${PASSWORD}`, fields: [['X-GitHub-OTP', sent]] });
  return {
    'form token': String(formToken),
    'token of a page': String(token),
    'secret of the app': secret,
    'code of the app': code,
    'recovery code': recovery,
    'code of a message': sent,
    'session cookie': String(browser.secret),
    'session cookie of another browser': String(other.secret),
  };
}

/** Requests to the testing service, and rejected requests, that carry credentials of the API. */
async function disguise({ port, get }: Api, { personal, session }: { personal: string; session: string }) {
  const cookie = `sparring_session=${session}; a=1`;
  await get('/get', [['Cookie', cookie]]);
  for (const path of [
    '//api/v3/user',
    '/%61pi/v3/user',
    '/bin/k/api/v3/user',
    '/login/unknown',
    '/api/v3/unknown',
  ])
    await get(path, [
      ['Authorization', `token ${personal}`],
      ['Cookie', cookie],
    ]).catch(() => {});
  for (const line of [`GET /api/v3/user?access_token=${personal}`, `P\xf6ST /login?code=${personal}`])
    await exchangeBytes(
      port,
      `${line} HTTP/1.1\r\nHost: h\r\nAuthorization: token ${personal}\r\nBad Name: x\r\n\r\n`,
    );
  await get('/_sparring/outbox?login=lisa');
}

/** Everything that shows entries of the journal, with credentials unmasked where that is possible. */
async function outputsOf(api: Api): Promise<Record<string, string>> {
  const list = await api.get('/_sparring/requests?limit=500&secrets=show');
  const entries: { id: number; kind: string }[] = Object(list.json()).requests;
  const texts = (paths: string[]) => Promise.all(paths.map(async (path) => (await api.get(path)).text()));
  const exchanges = entries.filter(({ kind }) => kind === 'exchange').map(({ id }) => id);
  const [first = 0] = exchanges;
  const url = api.url;
  return {
    list: list.text(),
    entries: (await texts(entries.map(({ id }) => `/_sparring/requests/${id}?secrets=show`))).join('\n'),
    snippets: (await texts(exchanges.map((id) => `/_sparring/requests/${id}/as/http?secrets=show`))).join(
      '\n',
    ),
    diffs: (await texts(exchanges.map((id) => `/_sparring/requests/${first}/diff/${id}?secrets=show`))).join(
      '\n',
    ),
    archive: (await api.get('/_sparring/requests.har?secrets=show')).text(),
    events: await readEvents(url),
    page: (await api.get('/_sparring/inspector')).text(),
    metrics: (await api.get('/_sparring/metrics')).text(),
    'command, as JSON': (await runInProcess(['requests', '--url', url, '--limit', '500'])).out,
    'command, on a terminal': (
      await runInProcess(['requests', '--url', url, '--limit', '500'], { isTerminal: true })
    ).out,
  };
}

/** The events of all entries so far. */
async function readEvents(url: string): Promise<string> {
  const controller = new AbortController();
  const response = await fetch(`${url}/_sparring/requests/live?since=0&secrets=show`, {
    signal: controller.signal,
  });
  let text = '';
  setTimeout(() => controller.abort(), 500);
  try {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  } catch {}
  return text;
}

async function open(t: TestContext, journalAuthorizations: boolean) {
  const logged: string[] = [];
  const add = (message: string, details: object = {}) =>
    void logged.push(`${message} ${JSON.stringify(details)}`);
  const log = createRequestLog({ info: add, warn: add, error: add });
  const lines = new RequestLines({
    runtime: { machineNow: () => Date.now() },
    redaction: NO_REDACTION,
    paint: (_, text) => text,
    print: (line) => void logged.push(line),
  });
  const observe = (finished: FinishedExchange) => {
    log(finished);
    lines.observe(finished);
  };
  const flow = await openFlow(t, { journalAuthorizations, observe });
  lines.follow(flow.api.journal);
  return { flow, logged };
}

describe('no secret of the authorization API is in the journal, its outputs and the log', () => {
  for (const journalAuthorizations of [false, true]) {
    it(journalAuthorizations ? 'with journalAuthorizations' : 'by default', async (t) => {
      const { flow, logged } = await open(t, journalAuthorizations);
      const { api } = flow;
      const secrets: Secrets = {
        ...(await useApi(api)),
        ...(await useOAuth(flow)),
        ...(await usePages(flow)),
      };
      await disguise(api, {
        personal: secrets['personal token'] ?? '',
        session: secrets['session cookie'] ?? '',
      });
      const shown = await outputsOf(api);
      const outputs = { ...shown, log: logged.join('\n') };

      assert.ok(Object.keys(secrets).length >= 20, `${Object.keys(secrets).length} secrets`);
      for (const [name, secret] of Object.entries(secrets))
        assert.match(secret, /^(?!undefined$).{6,}$/, name);
      for (const [output, text] of Object.entries(outputs)) {
        assert.ok(
          output === 'page' || output === 'diffs' || /\/get\b/.test(text),
          `${output} has the requests: ${text.slice(0, 500)}`,
        );
        for (const [name, secret] of Object.entries(secrets)) {
          const at = text.search(new RegExp(`(?<![\\w])${secret.replaceAll(/\W/g, '\\$&')}(?![\\w])`));
          const context = text.slice(Math.max(0, at - 300), at + 100);
          assert.ok(at < 0, `${output} has the ${name}: ${context}`);
          assert.ok(secret.length < 12 || !text.includes(encodeURIComponent(secret)), `${output}: ${name}`);
        }
      }
      assert.equal(outputs.log.includes('/login/oauth/access_token'), true);
      assert.equal(shown.list?.includes('/login/oauth/access_token'), journalAuthorizations);
    });
  }
});
