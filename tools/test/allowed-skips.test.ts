import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { findUnexpectedSkips } from './allowed-skips.ts';
import { projectRoot } from './files.ts';

const launcher = { title: 'test/launcher > the launcher', reason: '' };
const browser = {
  title: 'test/browser/pages > the pages',
  reason: 'there is no Chromium at /usr/bin/chromium',
};

describe('a test may be skipped', () => {
  it('if the list allows it', () => {
    const both = [launcher, browser];
    assert.deepEqual(findUnexpectedSkips(both, { platform: 'win32', missing: [] }), [browser]);
    assert.deepEqual(findUnexpectedSkips(both, { platform: 'linux', missing: [] }), both);
  });

  it('without a required package, and not without another one', () => {
    const hub = { title: 'clients', reason: 'not installed here; apt-get install hub installs it' };
    const machine = { platform: 'linux', missing: ['chromium'] } as const;
    assert.deepEqual(findUnexpectedSkips([browser, hub], machine), [hub]);
    assert.throws(
      () => findUnexpectedSkips([], { ...machine, missing: ['chrome'] }),
      /^Error: --missing does not know chrome$/,
    );
  });

  it('without each package that continuous integration installs', () => {
    const script = readFileSync(path.join(projectRoot, '.ci/run'), 'utf8');
    const [, packages = ''] = /^packages='([^']*)'$/m.exec(script) ?? [];
    const missing = packages.split(/\s+/).filter(Boolean);
    assert.ok(missing.length > 10, String(missing));
    assert.deepEqual(findUnexpectedSkips([], { platform: 'linux', missing }), []);
  });
});
