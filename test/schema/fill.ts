import type { Store } from '#accounts/store/index.ts';
import { addApplication, addUser, at, later, tokenMaker } from '../contract/engine.ts';
import { addOrganization } from '../contract/organizations.ts';

const now = Date.parse(at);
const DAY = 86_400_000;

/** Fills every table as the server does, with each kind of record. The records are the same in every run. */
export async function fill(store: Store): Promise<void> {
  const mona = await addUser(store, {
    login: 'Mona',
    name: 'Mona Lisa',
    email: 'mona@example.com',
    siteAdmin: true,
    twoFactor: { method: 'app', secret: 'JBSWY3DPEHPK3PXP' },
  });
  const hubot = await addUser(store, {
    login: 'hubot',
    emailVerified: false,
    twoFactor: { method: 'sms', phone: '+15550100' },
    updatedAt: later,
  });
  const suspended = await addUser(store, { login: 'ghost', name: 'ü 😀', suspendedAt: later });
  const toDelete = await addUser(store, { login: 'deleted' });
  const bot = await addApplication(store, {
    ownerId: mona.id,
    description: 'Builds "everything"',
    callbackUrl: 'https://buildbot.example/callback',
  });
  const other = await addApplication(store, {
    clientId: 'f'.repeat(20),
    name: "O'Reader",
    isSuspended: true,
  });

  await fillTokens(store, mona.id, bot.id, other.id);
  await fillTokens(store, hubot.id, bot.id, other.id);
  await store.authorizations.create(
    tokenMaker()({ userId: suspended.id, hashedToken: digest('ghost'), note: 'kept' }),
  );
  await fillFlows(store, mona.id, bot.id);
  await fillOrganizations(store, [mona.id, hubot.id]);
  await fillSignIn(store, mona.id, hubot.id);
  await fillAudit(store, mona.id);
  // The next id is beyond the largest one of the table.
  await store.users.delete(toDelete.id);
}

async function fillTokens(store: Store, userId: number, botId: number, otherId: number): Promise<void> {
  const { authorizations } = store;
  const token = tokenMaker();
  const add = (name: string, change: Partial<Parameters<typeof authorizations.create>[0]>) =>
    authorizations.create(token({ userId, hashedToken: digest(`${userId} ${name}`), ...change }));
  const made = await add('first', { applicationId: botId, scopes: ['repo', 'user'], fingerprint: 'laptop' });
  await add('second', {
    applicationId: botId,
    scopes: ['gist'],
    note: 'of the build',
    noteUrl: 'https://b.example',
  });
  await add('other', { applicationId: otherId });
  await add('personal', { note: 'personal', scopes: ['read:user'], expiresAt: later });
  await add('page', { note: 'of the page', origin: 'page' });
  await add('unnamed', {});
  await add('admin', { origin: 'impersonation', scopes: ['repo'] });
  await authorizations.touch(made?.id ?? 0, later);
}

async function fillFlows(store: Store, userId: number, applicationId: number): Promise<void> {
  const code = {
    userId,
    applicationId,
    redirectUri: 'https://buildbot.example/callback',
    scopes: ['repo'],
    challenge: { method: 'S256' as const, value: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' },
    organizationIds: [1],
    expiresAt: now + 600_000,
  };
  await store.authorizationCodes.add({ ...code, digest: digest('waiting') }, now);
  await store.authorizationCodes.add({ ...code, digest: digest('redeemed'), challenge: null }, now);
  await store.authorizationCodes.take(digest('redeemed'), now);
  const token = tokenMaker()({ userId, applicationId, hashedToken: digest('flow'), scopes: ['repo'] });
  await store.authorizations.createInFlow(token, 10, { authorizationCode: digest('redeemed') });
  await store.authorizationCodes.add({ ...code, digest: digest('replayed'), redirectUri: null }, now);
  await store.authorizationCodes.take(digest('replayed'), now);
  await store.authorizationCodes.replay(digest('replayed'), applicationId);

  const limits = { ofApplication: 100, ofNetwork: 100, inAll: 100 };
  for (const [index, decision] of (['pending', 'granted', 'denied'] as const).entries()) {
    const device = { digest: digest(decision), userCode: `WDJB-MJH${index}`, network: '192.0.2.0/24' };
    const requested = { applicationId, scopes: ['user'], expiresAt: now + 900_000, interval: 5 };
    await store.deviceCodes.add({ ...device, ...requested }, now, limits);
    await store.deviceCodes.ask(device.digest, now + index, 5);
    if (decision === 'pending') continue;
    const consent = { userId, scopes: ['user'], organizationIds: [1, 2] };
    await store.deviceCodes.decide(device.digest, { decision, ...consent });
  }
}

async function fillOrganizations(store: Store, members: readonly number[]): Promise<void> {
  const octo = await addOrganization(store, { login: 'Octo', name: 'Octo Inc.', saml: 'enforced' });
  const open = await addOrganization(store, { login: 'open' });
  await store.organizations.setMembers(octo.id, members);
  await store.organizations.setMembers(open.id, members.slice(1));
  await store.organizations.allow(1, octo.id, later);
  await store.organizations.allow(2, octo.id, at);
}

async function fillSignIn(store: Store, userId: number, otherId: number): Promise<void> {
  await store.signInFailures.attempt('login:mona', { at: now, window: 900_000, limit: 10 });
  await store.signInFailures.attempt('login:mona', { at: now + 1, window: 900_000, limit: 10 });
  await store.signInFailures.attempt('login:x', { at: now, window: 900_000, limit: 10, maxUnknown: 10 });
  await store.oneTimePasswords.spend(userId, Math.floor(now / 30_000));
  await store.recoveryCodes.replace(userId, [digest('code 1'), digest('code 2')]);
  const sms = { userId: otherId, channel: 'sms' as const, to: '+15550100', text: '123456 is your code.' };
  const limits = { max: 100, since: 0 };
  const sent = await store.messages.add(
    { ...sms, code: '123456', sentAt: now, expiresAt: now + 600_000 },
    limits,
  );
  await store.messages.spend(sent?.id ?? 0, now + 1000);
  await store.messages.add({ ...sms, code: '654321', sentAt: now + 1, expiresAt: now + 600_001 }, limits);
  const mail = { userId, channel: 'email' as const, to: 'mona@example.com', text: 'A token was made.' };
  await store.messages.add({ ...mail, code: null, sentAt: now, expiresAt: null }, limits);
  const session = { createdAt: now, expiresAt: now + 14 * DAY, address: '192.0.2.1', userAgent: 'Firefox' };
  await store.sessions.add(digest('session'), { ...session, userId, stage: 'signed-in' }, 10);
  const half = { ...session, userAgent: null, userId: otherId, stage: 'second-factor' as const };
  await store.sessions.add(digest('half'), half, 10);
}

async function fillAudit(store: Store, userId: number): Promise<void> {
  const call = { userAgent: 'hub/2.14', address: '192.0.2.1', method: 'POST', path: '/authorizations' };
  const known = { login: 'Mona', clientId: 'f'.repeat(20) };
  const [first, second] = [
    { ...call, ...known, firstAt: now, lastAt: now + 250, count: 3, status: 201, isDeprecated: true },
    {
      ...call,
      login: null,
      clientId: null,
      userAgent: null,
      firstAt: now,
      lastAt: now,
      count: 1,
      status: 401,
    },
  ];
  await store.audit.addCalls([first, { ...second, isDeprecated: false }], 100);
  const event = { userId, address: '192.0.2.1', userAgent: 'Firefox', at: now };
  await store.audit.addEvent({ ...event, action: 'user.login', subject: null }, 100);
  await store.audit.addEvent({ ...event, action: 'oauth_access.create', subject: "O'Reader" }, 100);
}

function digest(name: string): string {
  return Buffer.from(name).toString('hex').padStart(64, '0');
}
