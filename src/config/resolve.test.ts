import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '#test/support/any-character.ts';
import { type Given, resolve, type Sources } from './resolve.ts';
import { type SettingName, settingRows, toVariable } from './settings/settings.ts';
import { UsageError } from './usage-error.ts';

const nothing: Sources = { flags: new Map(), variables: {}, file: new Map(), defaults: {} };

const input = (name: SettingName, text: string, origin: string) =>
  new Map<SettingName, Given>([[name, { text, origin }]]);

describe('the order of settings', () => {
  it('is flag, variable, file, default', () => {
    const file = input('port', '3', 'a.yaml:1: port');
    const variables = { SPARRING_PORT: '2' };
    const flags = input('port', '1', '--port');
    const ports = [
      resolve({ ...nothing, flags, variables, file }),
      resolve({ ...nothing, variables, file }),
      resolve({ ...nothing, file }),
      resolve({ ...nothing, defaults: { port: 4 } }),
      resolve(nothing),
    ].map(({ settings, origins }) => [settings.port, origins.port]);
    assert.deepEqual(ports, [
      [1, '--port'],
      [2, 'SPARRING_PORT'],
      [3, 'a.yaml:1: port'],
      [4, 'default'],
      [8080, 'default'],
    ]);
  });

  it('prefers variables with the prefix to those of platforms and of go-httpbin', () => {
    const bare = { HOST: '0.0.0.0', PORT: '80', MAX_BODY_SIZE: '64k', MAX_DURATION: '5s' };
    const { settings } = resolve({ ...nothing, variables: { ...bare, SPARRING_PORT: '81' } });
    assert.deepEqual(
      [settings.host, settings.port, settings.maxBodySize, settings.maxDuration],
      [['0.0.0.0'], 81, 65536, 5000],
    );
  });

  it('takes the certificate of go-httpbin', () => {
    const variables = { HTTPS_CERT_FILE: 'a.pem', HTTPS_KEY_FILE: 'b.pem', SPARRING_TLS_KEY: 'c.pem' };
    const { settings, origins } = resolve({ ...nothing, variables });
    assert.deepEqual(
      [settings.tlsCert, origins.tlsCert, settings.tlsKey, origins.tlsKey],
      ['a.pem', 'HTTPS_CERT_FILE', 'c.pem', 'SPARRING_TLS_KEY'],
    );
  });
});

describe('variables', () => {
  it('that are empty count as unset', () => {
    assert.equal(
      resolve({ ...nothing, variables: { SPARRING_PORT: '', PORT: ' ' } }).origins.port,
      'default',
    );
  });

  it('that Kubernetes sets for a service of this name are ignored', () => {
    const { settings } = resolve({
      ...nothing,
      variables: { SPARRING_PORT: 'tcp://10.0.0.1:80', PORT: '90' },
    });
    assert.equal(settings.port, 90);
  });

  it('that are similar to a setting cause a warning, others do not', () => {
    const variables = {
      SPARRING_PROT: '1',
      SPARRING_SERVICE_HOST: 'x',
      SPARRING_DATABASE_FILE: 'x',
      SPARRING_ENV_PORT: 'x',
      SPARRING_ENV_: 'x',
    };
    assert.deepEqual(resolve({ ...nothing, variables }).warnings, [
      'The variable SPARRING_PROT means nothing here (did you mean SPARRING_PORT?).',
    ]);
  });
});

describe('an invalid value', () => {
  it('causes an error of one sentence that starts with its origin', () => {
    assert.throws(() => resolve({ ...nothing, variables: { PORT: 'eighty' } }), {
      name: 'UsageError',
      message: 'PORT must be a whole number from 0 to 65535, not "eighty".',
    });
  });

  it('is not repeated when it is a secret', () => {
    for (const variables of [
      { SPARRING_DATABASE: 'mysql://me:hunter2@db/x' },
      { SPARRING_CONTROL_TOKEN: 'hunter2' },
    ])
      assert.throws(
        () => resolve({ ...nothing, variables }),
        (error: Error) => !error.message.includes('hunter2'),
      );
  });

  it('of any kind, from anywhere, is a usage error on one line and nothing else', () => {
    const names = settingRows.map(([name]) => name);
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string({ unit: anyCharacter }), (name, text) => {
        for (const sources of [
          { ...nothing, flags: input(name, text, '--x') },
          { ...nothing, variables: { [toVariable(name)]: text } },
          { ...nothing, file: input(name, text, 'x.yaml:1: x') },
        ]) {
          try {
            resolve(sources);
          } catch (error) {
            assert.ok(error instanceof UsageError);
            assert.doesNotMatch(error.message, /\p{Cc}/u);
          }
        }
      }),
    );
  });
});
