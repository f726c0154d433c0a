import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '#test/support/any-character.ts';
import { parseDocument } from './document.ts';
import { parseGiven } from './file.ts';
import { UsageError } from './usage-error.ts';

const read = async (text: string) => parseGiven(await parseDocument(text, 'sparring.yaml'));

const errorOf = async (text: string) => {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return undefined;
};

describe('the configuration file', () => {
  it('is YAML or JSON with the names of the flags as keys', async () => {
    const yaml = await read('port: 0\nmax-body-size: 64k\nstarter: no\ntrusted-proxy: [10.0.0.0/8, "::1"]\n');
    const json = await read(
      '{\n\t"$schema": "x", "port": 0, "max_body_size": "64k", "starter": "no",\n\t"trusted-proxy": "10.0.0.0/8,::1"}',
    );
    const texts = (input: typeof yaml) => [...input].map(([name, { text }]) => [name, text]);
    assert.deepEqual(texts(yaml), [
      ['port', '0'],
      ['maxBodySize', '64k'],
      ['starter', 'no'],
      ['trustedProxies', '10.0.0.0/8,::1'],
    ]);
    assert.deepEqual(texts(json), texts(yaml));
    assert.deepEqual((await read('# nothing yet\n')).size, 0);
  });

  it('causes an error with the line and the most similar key', async () => {
    assert.equal(
      await errorOf('host: localhost\nprot: 80\n'),
      'sparring.yaml:2: there is no setting "prot" (did you mean port?).',
    );
    assert.equal(await errorOf('\nconfig: other.yaml\n'), 'sparring.yaml:2: there is no setting "config".');
    assert.equal(
      await errorOf('port: [80]'),
      'sparring.yaml:1: "port" must be a whole number from 0 to 65535.',
    );
    assert.equal(
      await errorOf('max-body-size: 1\nmax_body_size: 2'),
      'sparring.yaml:1: max-body-size and sparring.yaml:2: max_body_size have different values; keep one of them.',
    );
    assert.match((await errorOf('port: 1\nport: 2')) ?? '', /^sparring\.yaml:2: this is not YAML: /);
    assert.match((await errorOf('- port')) ?? '', /^sparring\.yaml: the file must be /);
  });

  it('causes nothing worse than an error, whatever its content', async () => {
    const words = [
      'port',
      'host',
      ':',
      ' ',
      '\n',
      '- ',
      '[',
      ']',
      '{',
      '}',
      '&a',
      '*a',
      '!!x',
      '"',
      "'",
      '|',
      '?',
      '%',
      '\t',
      '~',
    ];
    const text = fc.oneof(
      fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((parts) => parts.join('')),
      fc.string({ unit: anyCharacter, maxLength: 60 }),
      fc.json(),
    );
    await fc.assert(
      fc.asyncProperty(text, async (input) => void (await errorOf(input))),
      { numRuns: 300 },
    );
  });

  it('is rejected when it is nested too deeply or expands too much', async () => {
    assert.match((await errorOf('['.repeat(20_000))) ?? '', /^sparring\.yaml:?\d*: this is not YAML/);
    const bomb = Array.from(
      { length: 9 },
      (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`,
    ).join('\n');
    assert.match((await errorOf(`a0: &a0 x\n${bomb}`)) ?? '', /^sparring\.yaml:?\d*: /);
  });
});
