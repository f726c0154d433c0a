import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { createPasswords } from '#accounts/domain/sign-in/passwords.ts';
import { computeDigest } from '#accounts/domain/tokens/tokens.ts';
import { openStore } from '#accounts/storage/open.ts';
import type { Store } from '#accounts/store/index.ts';
import { parseDocument } from '#config/document.ts';
import { UsageError } from '#config/usage-error.ts';
import { createRuntime } from '#runtime.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { buildSeedSchema } from './schema.ts';
import { applySeed, parseDocumentSeed, parseSeed, type SeedOptions } from './seed.ts';

const sample = `users:
  - { login: mona, password: correct-horse-1, name: Mona, email: mona@example.com }
  - { login: hubot, password: battery-staple-2, two_factor: { method: app, secret: JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP } }
  - { login: robin, password: robin-hood-3, two_factor: { method: sms, phone: +15550100 } }
  - { login: siteadmin, password: admin-admin-4, site_admin: true }
applications:
  - { name: Build Bot, url: "https://buildbot.example", client_id: 0123456789abcdef0123, client_secret: 0123456789abcdef0123456789abcdef01234567, owner: mona }
organizations:
  - { login: acme, name: Acme, members: [mona, hubot], saml: enforced }
  - { login: open }
authorizations:
  - { user: mona, client_id: 0123456789abcdef0123, token: 89abcdef0123456789abcdef0123456789abcdef, scopes: [repo], fingerprint: laptop }
`;

async function prepare(t: TestContext): Promise<SeedOptions> {
  const store = await openStore('memory');
  t.after(() => store.close());
  return { store, runtime: createRuntime({ now: Date.UTC(2026, 0, 1) }), passwordCost: 'test' };
}

const read = async (text: string) => parseDocumentSeed(await parseDocument(text, 'seed.yaml'), '.');

const everything = async ({ users, applications, organizations, authorizations, grants }: Store) => {
  const all = await users.list();
  const named = await organizations.list();
  const page = { page: 1, perPage: 100 };
  return {
    users: all,
    applications: await applications.list(),
    organizations: named,
    members: await Promise.all(named.map(({ id }) => organizations.members(id))),
    authorizations: await Promise.all(all.map(({ id }) => authorizations.list(id, page))),
    grants: await Promise.all(all.map(({ id }) => grants.list(id, page))),
  };
};

const errorOf = async (options: SeedOptions, text: string) => {
  try {
    await applySeed(options, await read(text));
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return undefined;
};

describe('the seed', () => {
  it('creates users, applications and authorizations', async (t) => {
    const options = await prepare(t);
    await applySeed(options, await read(sample));
    const { users, applications, authorizations } = options.store;

    const mona = await users.byLogin('mona');
    assert.deepEqual(
      [mona?.name, mona?.email, mona?.siteAdmin, mona?.twoFactor],
      ['Mona', 'mona@example.com', false, null],
    );
    assert.ok(await createPasswords(options.runtime, 'test').verify('correct-horse-1', mona?.passwordHash));
    assert.deepEqual((await users.byLogin('hubot'))?.twoFactor, {
      method: 'app',
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    });
    assert.deepEqual((await users.byLogin('robin'))?.twoFactor, { method: 'sms', phone: '+15550100' });
    assert.equal((await users.byLogin('siteadmin'))?.siteAdmin, true);

    const application = await applications.byClientId('0123456789abcdef0123');
    assert.equal(application?.ownerId, mona?.id);
    assert.equal(application?.secretDigest, computeDigest('0123456789abcdef0123456789abcdef01234567'));

    const known = await authorizations.byHashedToken(
      computeDigest('89abcdef0123456789abcdef0123456789abcdef'),
    );
    assert.equal(known?.user.login, 'mona');
    assert.deepEqual(
      [known?.authorization.scopes, known?.authorization.fingerprint, known?.authorization.application?.name],
      [['repo'], 'laptop', 'Build Bot'],
    );
  });

  it('is idempotent, and does not change a hash', async (t) => {
    const options = await prepare(t);
    await applySeed(options, await read(sample));
    const before = await everything(options.store);
    options.runtime.clock.advance(60_000);
    await applySeed(options, await read(sample));
    assert.deepEqual(await everything(options.store), before);
  });

  it('changes what differs, and nothing that it does not mention', async (t) => {
    const options = await prepare(t);
    await applySeed(options, await read(sample));
    options.runtime.clock.advance(60_000);
    await applySeed(
      options,
      parseSeed({
        users: [
          { login: 'Mona', password: 'another-horse-1', name: null },
          { login: 'hubot', password: 'battery-staple-2', two_factor: null },
        ],
        applications: [
          {
            name: 'Bot',
            url: 'https://b.example',
            client_id: '0123456789abcdef0123',
            client_secret: 'abcdefgh',
          },
        ],
      }),
    );
    const { users, applications } = options.store;
    const mona = await users.byLogin('mona');
    assert.deepEqual(
      [mona?.login, mona?.name, mona?.email, mona?.updatedAt],
      ['Mona', null, 'mona@example.com', '2026-01-01T00:01:00Z'],
    );
    assert.ok(await createPasswords(options.runtime, 'test').verify('another-horse-1', mona?.passwordHash));
    assert.equal((await users.byLogin('hubot'))?.twoFactor, null);
    const application = await applications.byClientId('0123456789abcdef0123');
    assert.deepEqual(
      [application?.name, application?.ownerId, application?.secretDigest],
      ['Bot', mona?.id, computeDigest('abcdefgh')],
    );
  });

  it('creates organizations with their members, without enforced single sign-on by default', async (t) => {
    const options = await prepare(t);
    await applySeed(options, await read(sample));
    const { organizations, members } = await everything(options.store);
    assert.deepEqual(
      organizations.map(({ login, name, saml }) => [login, name, saml]),
      [
        ['acme', 'Acme', 'enforced'],
        ['open', null, 'off'],
      ],
    );
    assert.deepEqual(members, [['hubot', 'mona'], []]);
  });

  it('changes the given properties of an organization, and replaces its members', async (t) => {
    const options = await prepare(t);
    await applySeed(options, await read(sample));
    const acme = async () => {
      const { organizations, members } = await everything(options.store);
      return [organizations[0]?.login, organizations[0]?.name, organizations[0]?.saml, members[0]];
    };
    await applySeed(options, parseSeed({ organizations: [{ login: 'ACME', saml: 'off' }] }));
    assert.deepEqual(await acme(), ['ACME', 'Acme', 'off', ['hubot', 'mona']]);
    await applySeed(
      options,
      parseSeed({ organizations: [{ login: 'acme', name: null, members: ['SITEADMIN'] }] }),
    );
    assert.deepEqual(await acme(), ['acme', null, 'off', ['siteadmin']]);
  });

  it('allows a personal token for exactly the given organizations', async (t) => {
    const options = await prepare(t);
    await applySeed(options, await read(sample));
    const { organizations, authorizations } = options.store;
    const authorization = { user: 'mona', token: '0123456789abcdef0' };
    const allowed = async (logins?: string[]) => {
      const seed = { authorizations: [{ ...authorization, ...(logins && { organizations: logins }) }] };
      await applySeed(options, parseSeed(seed));
      const known = await authorizations.byHashedToken(computeDigest(authorization.token));
      const ids = await organizations.allowedOf(known?.authorization.id ?? 0);
      return (await organizations.list()).filter(({ id }) => ids.includes(id)).map(({ login }) => login);
    };
    assert.deepEqual(await allowed(['acme']), ['acme']);
    assert.deepEqual(await allowed(['Open', 'acme', 'open']), ['acme', 'open']);
    assert.deepEqual(await allowed(), ['acme', 'open']);
    assert.deepEqual(await allowed(['open']), ['open']);
    assert.deepEqual(await allowed([]), []);
  });

  it('suspends and restores users, and sets unverified addresses', async (t) => {
    const options = await prepare(t);
    const mona = async (details: object) => {
      await applySeed(options, parseSeed({ users: [{ login: 'mona', password: 'x', ...details }] }));
      const user = await options.store.users.byLogin('mona');
      return [user?.suspendedAt, user?.emailVerified];
    };
    assert.deepEqual(await mona({ suspended: true, email_verified: false }), ['2026-01-01T00:00:00Z', false]);
    options.runtime.clock.advance(60_000);
    assert.deepEqual(await mona({ suspended: true }), ['2026-01-01T00:00:00Z', false]);
    assert.deepEqual(await mona({}), ['2026-01-01T00:00:00Z', false]);
    assert.deepEqual(await mona({ suspended: false, email_verified: true }), [null, true]);
    assert.deepEqual(await mona({ suspended: true }), ['2026-01-01T00:01:00Z', true]);
  });

  it('ends the sessions and recovery codes that a changed sign-in invalidates, and no others', async (t) => {
    const options = await prepare(t);
    const { store } = options;
    const mona = { login: 'mona', password: 'x', two_factor: { method: 'sms', phone: '+15550100' } };
    await applySeed(options, parseSeed({ users: [mona] }));
    const user = await store.users.byLogin('mona');
    const id = user?.id ?? 0;
    const left = async (details: object) => {
      await store.sessions.delete(['digest']);
      await store.sessions.add(
        'digest',
        { userId: id, stage: 'signed-in', createdAt: 0, expiresAt: 1, address: '', userAgent: null },
        1,
      );
      await store.recoveryCodes.replace(id, ['code']);
      await applySeed(options, parseSeed({ users: [{ ...mona, ...details }] }));
      return [
        (await store.sessions.byDigest('digest', 0)) !== undefined,
        await store.recoveryCodes.count(id),
      ];
    };
    assert.deepEqual(await left({ name: 'Mona' }), [true, 1]);
    assert.deepEqual(await left({ password: 'y' }), [false, 1]);
    assert.deepEqual(await left({ suspended: true }), [false, 1]);
    await applySeed(options, parseSeed({ users: [{ ...mona, suspended: false }] }));
    assert.deepEqual(await left({ two_factor: { method: 'sms', phone: '+15550101' } }), [true, 0]);
    assert.deepEqual(await left({ two_factor: null }), [true, 0]);
  });

  it('sets the description and the callback URL of an application', async (t) => {
    const options = await prepare(t);
    const application = { name: 'Bot', url: 'https://b.example', client_id: 'a', client_secret: 'abcdefgh' };
    const bot = async (details: object) => {
      await applySeed(options, parseSeed({ applications: [{ ...application, ...details }] }));
      const stored = await options.store.applications.byClientId('a');
      return [stored?.description, stored?.callbackUrl];
    };
    const callback = 'https://b.example/back';
    assert.deepEqual(await bot({}), [null, null]);
    assert.deepEqual(await bot({ description: 'Builds', callback_url: callback }), ['Builds', callback]);
    assert.deepEqual(await bot({}), ['Builds', callback]);
    assert.deepEqual(await bot({ description: null, callback_url: null }), [null, null]);
  });

  it('reads the numbers of rules', async () => {
    const text = `rules:
  - match: { path: /get, headers: { User-Agent: "007" }, body: { size: { min: 7 }, at: { /a: 1.5 } } }
    error: { status: 503, retry_after: 3, message: 12 }
    count: 2
    probability: 0.5
  - { fault: reset, delay: 0.2, toxicity: .25 }
  - { respond: { json: { id: 7, name: "7" }, body: 007 } }
`;
    assert.deepEqual((await read(text)).data.rules, [
      {
        match: {
          path: '/get',
          headers: { 'User-Agent': '007' },
          body: { size: { min: 7 }, at: { '/a': 1.5 } },
        },
        error: { status: 503, retry_after: 3, message: '12' },
        count: 2,
        probability: 0.5,
      },
      { fault: 'reset', delay: 0.2, toxicity: 0.25 },
      { respond: { json: { id: 7, name: '7' }, body: '007' } },
    ]);
    for (const [rule, expected] of [
      ['{ error: { status: soon } }', /^seed\.yaml:2: rules\[0\]\.error\.status must be integer\.$/],
      ['{ fautl: reset }', /^seed\.yaml:2: rules\[0\]\.fautl is not a known key .*did you mean fault/],
      ['{ __proto__: { count: 1 } }', /is not a known key/],
      ['5', /^seed\.yaml:2: rules\[0\] must be an object/],
    ] as const)
      await assert.rejects(read(`rules:\n  - ${rule}\n`), { name: 'UsageError', message: expected });
    await assert.rejects(read('rules: reset\n'), /rules must be a list of at most 1000 rules/);
  });

  it('reads ids and tokens as text, even if they look like numbers', async (t) => {
    const options = await prepare(t);
    const ids = ['00000000000000000001', '1e5', '0x1f', '12345678901234567890', '0123456789', '1_000', '1.0'];
    const list = ids.map(
      (id) => `  - { name: ${id}, url: http://x, client_id: ${id}, client_secret: 1234567890 }`,
    );
    await applySeed(options, await read(`applications:\n${list.join('\n')}\n`));
    const applications = await options.store.applications.list();
    assert.deepEqual(applications.map(({ clientId }) => clientId).sort(), [...ids].sort());
    assert.equal(applications[0]?.secretDigest, computeDigest('1234567890'));
  });

  it('creates personal tokens without a client id, and drops implied scopes', async (t) => {
    const options = await prepare(t);
    const token = '89abcdef0123456789abcdef0123456789abcdef';
    await applySeed(
      options,
      parseSeed({
        users: [{ login: 'mona', password: 'x' }],
        authorizations: [{ user: 'MONA', token, scopes: ['user', 'gist', 'user:email'], note: 'laptop' }],
      }),
    );
    const known = await options.store.authorizations.byHashedToken(computeDigest(token));
    assert.deepEqual(
      [known?.authorization.application, known?.authorization.note, known?.authorization.scopes],
      [null, 'laptop', ['user', 'gist']],
    );
  });

  it('causes an error of one sentence with the line, the member and the most similar key', async (t) => {
    const options = await prepare(t);
    await applySeed(options, await read(sample));
    const cases: [text: string, message: RegExp | string][] = [
      ['userz: []', 'seed.yaml:1: userz is not a known key (did you mean users?).'],
      [
        'users:\n  - login: x\n    pasword: y\n',
        'seed.yaml:3: users[0].pasword is not a known key (did you mean password?).',
      ],
      [
        'users: [{ login: x, password: y, two_factor: { metod: app } }]',
        'seed.yaml:1: users[0].two_factor.metod is not a known key (did you mean method?).',
      ],
      [
        'users: [{ login: x, password: y, two_factor: { method: fax, secret: JBSWY3DPEHPK3PXP } }]',
        'seed.yaml:1: users[0].two_factor.method must be app or sms.',
      ],
      [
        'users: [{ login: x, password: y, two_factor: { method: sms, secret: JBSWY3DPEHPK3PXP } }]',
        'seed.yaml:1: users[0].two_factor.secret is not a known key.',
      ],
      [
        'users: [{ login: x, password: y, two_factor: { method: app, secret: short } }]',
        /two_factor\.secret must be the secret in base32, /,
      ],
      [
        'users: [{ login: x, password: y, two_factor: { method: sms } }]',
        'seed.yaml:1: users[0].two_factor has no phone.',
      ],
      [
        'users: [{ login: x, password: y, two_factor: { phone: "+15550100" } }]',
        'seed.yaml:1: users[0].two_factor has no method.',
      ],
      [
        'users: [{ login: x, password: y, two_factor: { method: sms, phone: "555 0100" } }]',
        'seed.yaml:1: users[0].two_factor.phone must be a telephone number of a plus sign and up to 15 digits, such as +15550100.',
      ],
      [
        'users: [{ login: x, password: y, two_factor: sms }]',
        /two_factor must be \{ method: app, secret: … \}, \{ method: sms, phone: "\+…" \} or null\.$/,
      ],
      ['users: [{ login: x }]', 'seed.yaml:1: users[0] has no password.'],
      [
        'users: [{ login: x, password: "" }]',
        /^seed\.yaml:1: users\[0\]\.password must be 1 to 200 characters/,
      ],
      ['users: [{ login: "a b", password: y }]', /login must be 1 to 39 letters/],
      ['users: [{ login: x, password: y, name: [] }]', /name must be a name of 1 to 255 characters/],
      ['users: [{ login: x, password: y, site_admin: yes }]', /site_admin must be true or false\.$/],
      ['users: 5', 'seed.yaml:1: users must be a list of users.'],
      ['users: [mona]', /^seed\.yaml:1: users\[0\] must be an object\.$/],
      ['- users', /the file must be an object with users/],
      [
        'users:\n - { login: x, password: y }\n - { login: X, password: y }',
        /^seed\.yaml:3: .* collides with users\[0\]\.$/,
      ],
      [
        'applications: [{ name: x, url: ftp://x, client_id: a, client_secret: 12345678 }]',
        /url must be a URL/,
      ],
      [
        'applications: [{ name: x, url: http://x, client_id: "00000000000000000000", client_secret: 12345678 }]',
        /but not twenty zeros/,
      ],
      [
        'applications: [{ name: x, url: http://x, client_id: a, client_secret: 12345678, owner: nobody }]',
        /owner names no user\.$/,
      ],
      ['authorizations: [{ user: nobody, token: 0123456789abcdef0 }]', /user names no user\.$/],
      [
        'applications: [{ name: x, url: http://x, client_id: a, client_secret: 12345678, callback_url: javascript:1 }]',
        /callback_url must be a URL that begins with http/,
      ],
      ['users: [{ login: x, password: y, suspended: 1 }]', /suspended must be true or false\.$/],
      ['users: [{ login: Acme, password: y }]', /login is an organization's login already\.$/],
      [
        'organizations: [{ login: x, saml: on }]',
        'seed.yaml:1: organizations[0].saml must be off or enforced.',
      ],
      [
        'organizations: [{ login: x, members: [mono] }]',
        'seed.yaml:1: organizations[0].members[0] names no user.',
      ],
      [
        'users: [{ login: moona, password: y }]\norganizations: [{ login: x, members: [mona, monna] }]',
        'seed.yaml:2: organizations[0].members[1] names no user (did you mean moona?).',
      ],
      ['organizations: [{ login: Mona }]', /login is a user's login already\.$/],
      ['organizations: [{ login: x }, { login: X }]', /collides with organizations\[0\]\.$/],
      ['organizations: [{ member: [] }]', /member is not a known key \(did you mean members\?\)/],
      [
        'organizations: [{ login: globex }]\nauthorizations: [{ user: mona, token: 0123456789abcdef0, organizations: [globax] }]',
        'seed.yaml:2: authorizations[0].organizations[0] names no organization (did you mean globex?).',
      ],
      [
        'authorizations: [{ user: mona, token: 0123456789abcdef0, client_id: 0123456789abcdef0123, organizations: [acme] }]',
        /organizations can be given to personal tokens alone/,
      ],
      [
        'authorizations: [{ user: mona, token: 0123456789abcdef0, client_id: nope }]',
        /names no application\.$/,
      ],
      ['authorizations: [{ user: mona, token: 0123456789abcdef0, scopes: [rep] }]', /"rep" is none\.$/],
      [
        'authorizations: [{ user: hubot, token: 89abcdef0123456789abcdef0123456789abcdef }]',
        /another user's already/,
      ],
      [
        'authorizations: [{ user: mona, client_id: 0123456789abcdef0123, fingerprint: laptop, token: 0123456789abcdef0 }]',
        /place taken by another token/,
      ],
      [
        'authorizations:\n - { user: mona, note: n, token: 0123456789abcdef0 }\n - { user: Mona, note: n, token: 0123456789abcdef1 }',
        /^seed\.yaml:3: .* collides with authorizations\[0\]\.$/,
      ],
    ];
    for (const [text, message] of cases) {
      const said = (await errorOf(options, text)) ?? 'nothing';
      if (typeof message === 'string') assert.equal(said, message);
      else assert.match(said, message);
    }
  });

  it('writes nothing if any part is invalid', async (t) => {
    const options = await prepare(t);
    const wrong = `${sample}  - { user: nobody, token: 0123456789abcdef0 }\n`;
    assert.match((await errorOf(options, wrong)) ?? '', /names no user/);
    assert.equal(await options.store.users.isEmpty(), true);
  });

  it('can be applied by several servers that start at the same time', async (t) => {
    const options = await prepare(t);
    const seed = await read(sample);
    await Promise.all([applySeed(options, seed), applySeed(options, seed), applySeed(options, seed)]);
    const { users, applications, organizations, members, authorizations } = await everything(options.store);
    assert.deepEqual([users.length, applications.length, authorizations[0]?.items.length], [4, 1, 1]);
    assert.deepEqual([organizations.length, members], [2, [['hubot', 'mona'], []]]);
  });

  it('is applied or rejected, whatever its content, and a rejected seed writes nothing', async (t) => {
    const options = await prepare(t);
    const text = fc.oneof(
      fc.constantFrom(
        'mona',
        'hubot',
        'repo',
        '0123456789abcdef0123',
        'https://x.example',
        '89abcdef0123456789abcdef',
        'app',
      ),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
    );
    const value = fc.oneof(
      text,
      fc.constant(null),
      fc.boolean(),
      fc.array(text, { maxLength: 2 }),
      fc.integer(),
    );
    const likely = <Keys extends string>(...keys: Keys[]) =>
      fc.array(fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] }), {
        maxLength: 3,
      });
    const user = fc.record(
      { login: text, password: text, name: value, site_admin: fc.oneof(fc.boolean(), value) },
      { requiredKeys: ['login', 'password'] },
    );
    const seed = fc.record(
      {
        users: fc.oneof(fc.array(user, { maxLength: 3 }), likely('login', 'password', 'two_factor'), value),
        applications: likely('name', 'url', 'client_id', 'client_secret', 'owner', 'callback_url'),
        organizations: likely('login', 'name', 'members', 'saml'),
        authorizations: likely(
          'user',
          'client_id',
          'token',
          'scopes',
          'note',
          'fingerprint',
          'organizations',
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(seed, fc.jsonValue()), async (data) => {
        await options.store.clear();
        const said = await errorOf(options, JSON.stringify(data));
        if (said !== undefined) {
          assert.doesNotMatch(said, /\p{Cc}/u);
          assert.equal(await options.store.users.isEmpty(), true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('the schema of seed files is plain JSON and describes every member for editors', () => {
  const schema = JSON.parse(JSON.stringify(buildSeedSchema()));
  assert.equal(schema.$schema, 'https://json-schema.org/draft/2020-12/schema');
  const [name, ...lists] = Object.keys(schema.properties);
  assert.equal(name, '$schema');
  assert.equal(lists.pop(), 'unmatched');
  assert.equal(lists.pop(), 'rules');
  assert.ok(schema.properties.rules.description);
  // Keyed by name, unlike the others.
  assert.equal(lists.pop(), 'sequences');
  assert.ok(schema.properties.sequences.description);
  assert.deepEqual(lists, ['users', 'applications', 'organizations', 'authorizations']);
  for (const list of lists) {
    for (const member of Object.values<{ description?: string }>(schema.properties[list].items.properties)) {
      assert.ok(member.description, list);
    }
  }
});
