import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { browserScriptFolders, loadBrowserScript } from './browser-script.ts';

/** Maximum number of characters of the scripts that are more than additions to a page. */
const LIMITS: Readonly<Record<string, number>> = {
  // With Preact.
  'control/pages/audit': 25_000,
  // The inspector with the forms of a bin.
  'control/pages/bin': 155_000,
  'control/pages/bins': 25_000,
  'control/pages/rules': 50_000,
  'control/pages/inspector': 140_000,
  'control/pages/overview': 25_000,
  'control/pages/panel': 30_000,
  // With Preact, and with the hash functions of the digest scheme.
  docs: 50_000,
  'testing/builder': 50_000,
};

describe('the script for browsers', () => {
  for (const folder of browserScriptFolders()) {
    it(`of ${folder} is one script without imports that a page can contain`, async () => {
      const { text: script } = await loadBrowserScript(folder);
      // Static imports and exports are syntax errors.
      assert.doesNotThrow(() => new Function(script));
      assert.match(script, /with-script/);
      assert.doesNotMatch(script, /<\/script|\bimport\s*\(/i);
      assert.ok(script.length < (LIMITS[folder] ?? 10_000), `${script.length} characters`);
    });
  }

  it('is the same each time, so that its hash in the policy of a page stays valid', async () => {
    assert.deepEqual(await loadBrowserScript('docs'), await loadBrowserScript('docs'));
  });

  it('is rejected for a folder without one', async () => {
    await assert.rejects(loadBrowserScript('nowhere'));
  });
});
