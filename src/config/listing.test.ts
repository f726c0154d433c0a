import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseDocument } from './document.ts';
import { parseGiven } from './file.ts';
import { formatListing, formatMarkdown } from './listing.ts';
import { resolve, type Sources } from './resolve.ts';
import { settingRows, toKey, toVariable } from './settings/settings.ts';

const nothing: Sources = { flags: new Map(), variables: {}, file: new Map(), defaults: {} };

describe('the listing of the effective settings', () => {
  it('names the origin of each value and masks the password of a database', () => {
    const variables = { SPARRING_DATABASE: 'postgres://me:hunter2@db/x?sslpassword=hunter2', PORT: '90' };
    const listing = formatListing(resolve({ ...nothing, variables }));
    assert.match(listing, /^port: 90 +# PORT$/m);
    assert.match(listing, /^host: 127\.0\.0\.1 +# default$/m);
    assert.match(
      listing,
      /^database: "postgres:\/\/me:\*\*\*@db\/x\?sslpassword=\*\*\*" +# SPARRING_DATABASE$/m,
    );
    assert.doesNotMatch(listing, /hunter2/);
  });

  it('masks tokens', () => {
    const variables = { SPARRING_CONTROL_TOKEN: 'hunter2-hunter2-hunter2' };
    const listing = formatListing(resolve({ ...nothing, variables }));
    assert.match(listing, /^control-token: "\*\*\*" +# SPARRING_CONTROL_TOKEN$/m);
    assert.doesNotMatch(listing, /hunter2/);
  });

  it('is a configuration file that gives the same settings again', async () => {
    const paths = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((path) => path.trim() === path && path !== '');
    const arbitrary = fc.record({
      SPARRING_PORT_FILE: paths,
      SPARRING_SEED: paths,
      SPARRING_DATABASE: paths.map((path) => `sqlite:${path}`),
      SPARRING_HOST: fc.constantFrom('::', '0.0.0.0', 'localhost', 'null', 'true', '~'),
      SPARRING_MAX_DURATION: fc.nat(1_000_000).map((milliseconds) => `${milliseconds}ms`),
      SPARRING_TRUSTED_PROXY: fc.constantFrom('10.0.0.0/8,::1', '192.0.2.1'),
      SPARRING_STARTER: fc.constantFrom('no', 'yes'),
    });
    await fc.assert(
      fc.asyncProperty(arbitrary, async (variables) => {
        const first = resolve({ ...nothing, variables });
        const file = parseGiven(await parseDocument(formatListing(first), 'sparring.yaml'));
        assert.deepEqual(resolve({ ...nothing, file }).settings, first.settings);
      }),
    );
  });
});

describe('the table of settings', () => {
  it('gives each setting a unique name and a sentence', () => {
    assert.equal(new Set(settingRows.map(([name]) => toKey(name))).size, settingRows.length);
    for (const [, { sentence }] of settingRows) assert.match(sentence, /^[A-Z].*\.$/);
  });

  it('has defaults that its types parse', () => {
    for (const [name, { type, default: fallback }] of settingRows) {
      if (fallback === undefined || (Array.isArray(fallback) && fallback.length === 0)) continue;
      assert.deepEqual(type.read(type.write(fallback)), fallback, name);
    }
  });

  it('becomes a Markdown table with every flag and variable', () => {
    const markdown = formatMarkdown();
    for (const [name] of settingRows) {
      assert.ok(markdown.includes(`${toKey(name)}`) && markdown.includes(`\`${toVariable(name)}\``), name);
    }
    for (const line of markdown.split('\n').filter((each) => each.startsWith('|'))) {
      assert.equal(line.split('|').length, 8, line);
    }
  });
});
