import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { serve } from '#test/support/servers/serve.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { loadGuides } from '../guides/load-guides.ts';
import { createSearch } from './search.ts';
import { buildSearchEntries } from './search-entries.ts';
import { SYNONYMS } from './synonyms.ts';

/** What a query finds first. */
const FIRST: readonly (readonly [query: string, url: RegExp])[] = [
  ['retry', /\/guides\/labs-sequences$/],
  ['slow', /\/get-delay-delay$/],
  ['timeout', /\/get-delay-delay$|#fault-stall$/],
  ['upload file', /\/post-(?:post|upload|multipart)$/],
  ['post json', /\/post-post$/],
  ['websocket', /\/get-websocket-echo$/],
  ['2fa', /\/guides\/two-factor$/],
  ['docker', /\/guides\/operations#containers$/],
  ['/status', /\/get-status-codes$/],
  ['/status/418', /\/get-status-codes$/],
  ['cokie', /\/get-cookies$/],
  ['backoff', /\/guides\/labs-sequences$/],
  ['gzip', /\/get-gzip$/],
  ['webhook', /\/guides\/control#bins$/],
  ['self-signed', /#setting-tls$/],
  ['keyboard', /\/guides\/control#pages$/],
  ['curl 56', /\/guides\/reference-faults$/],
  ['rate limit', /\/guides\/labs-rate-limits$/],
  ['pytest', /\/guides\/(?:other-languages|assert-requests)(?:#pytest)?$/],
  ['reset', /#fault-reset$|\/guides\/labs-faults$/],
  ['--port', /#setting-port$/],
  ['SPARRING_PORT', /#setting-port$/],
  ['maxBodySize', /#setting-max-body-size$/],
  ['stale_after', /\/get-digest-auth-qop-user-passwd-algorithm-stale-after$/],
  ['delete cookies', /\/get-cookies-delete$/],
  ['sparring doctor', /#command-doctor$/],
  ['truncate', /#fault-truncate$/],
  ['recovery codes', /\/guides\/two-factor#recovery-codes$/],
];

test('the search', async (t) => {
  const { services } = await serve(t);
  const documented = services.filter(({ name }) => name !== 'docs');
  const entries = buildSearchEntries(createCatalogue(documented), await loadGuides());
  const search = createSearch(entries);

  for (const [query, url] of FIRST)
    await t.test(`finds for "${query}" what a user expects`, () => {
      const [first] = search(query).results;
      const next = search(query)
        .results.slice(0, 4)
        .map(({ entry }) => entry.url);
      assert.match(first?.entry.url ?? '', url, String(next));
    });

  await t.test('has every target of the synonyms, and every word finds them', () => {
    const names = new Set(entries.map(({ url }) => url.replace(/^\/docs\/(?:guides|endpoints)\//, '')));
    for (const { words, targets } of SYNONYMS) {
      for (const target of targets) assert.ok(names.has(target), target);
      for (const word of words) {
        const found = search(word).results.map(({ entry }) => entry.url);
        assert.ok(
          found.some((url) => url.endsWith(`/${targets[0]}`)),
          `${word}: ${found.join(' ')}`,
        );
      }
    }
  });

  await t.test('has no two entries with the same URL', () => {
    assert.equal(new Set(entries.map(({ url }) => url)).size, entries.length);
  });

  await t.test(
    'corrects one wrong letter of a word with five or more, and only where nothing matches',
    () => {
      assert.equal(search('cokie').corrected, 'cookie');
      assert.equal(search('redirct').corrected, 'redirect');
      assert.equal(search('cookie').corrected, undefined);
      assert.equal(search('gzpi').corrected, undefined, 'four letters');
      assert.deepEqual(search('xqzzyx').results, []);
      assert.equal(search('evasion').corrected, undefined);
    },
  );

  await t.test('names the words that a result does not have, where none has all', () => {
    const [first] = search('cookie xqzzyx').results;
    assert.match(first?.entry.url ?? '', /cookies$/);
    assert.deepEqual(first?.missing, ['xqzzyx']);
  });

  await t.test(
    'ranks endpoints first for a path or a method, and otherwise guides with the word in their title',
    () => {
      assert.equal(search('get cookies').results[0]?.entry.kind, 'endpoint');
      assert.equal(search('/limit').results[0]?.entry.kind, 'endpoint');
      assert.equal(search('faults').results[0]?.entry.kind, 'guide');
    },
  );

  await t.test('finds nothing for an empty query, and anything for the beginning of a word', () => {
    assert.deepEqual(search('  ').results, []);
    assert.match(search('cook').results[0]?.entry.url ?? '', /cookies/);
  });

  await t.test('shows the sentence that matches', () => {
    const found = search('x-github-otp').results.find(({ entry }) => entry.url.endsWith('/two-factor'));
    assert.match(found?.sentence ?? '', /X-GitHub-OTP/);
  });

  await t.test('has data of at most 42 kB as sent', () => {
    const { length } = gzipSync(JSON.stringify(entries));
    assert.ok(length <= 42_000, `${length} bytes`);
  });
});
