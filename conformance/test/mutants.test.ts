import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createRuntime } from '../src/server.ts';
import { runConformance } from '../src/suite/conformance.ts';
import { type Defect, MUTANTS } from './mutants.ts';

const ADAPTER = path.join(import.meta.dirname, 'synthetic-adapter.ts');

/** The cases that each mutant fails, and no other one. */
const FAILED: Readonly<Record<Defect, readonly string[]>> = {
  'no-truncation-check': [
    'body.length-more',
    'body.length-huge-32',
    'body.truncated.content-length',
    'body.truncated.one-write',
    'body.truncated.head',
  ],
  'chunk-eof-is-end': ['body.truncated.chunk', 'body.truncated.no-last-chunk'],
  '1xx-is-final': [
    'informational.100',
    'informational.102',
    'informational.103',
    'informational.199',
    'informational.many',
    'informational.with-length',
    'informational.fields-apart',
    'informational.late',
    'informational.endless',
    'expect.late',
    'expect.twice',
    'expect.with-length',
  ],
  'merge-1xx': ['informational.fields-apart'],
  'fold-kept': ['field.fold'],
  'head-reads-body': ['control.head', 'body.none.head-content'],
  'reuse-after-close': [
    'connection.close',
    'connection.close-case',
    'connection.close-list',
    'connection.http10',
  ],
  'leak-auth': [
    'redirect.auth.host',
    'redirect.auth.port',
    'redirect.auth.downgrade',
    'redirect.cookie',
    'redirect.proxy-authorization',
  ],
  'host-only-compare': ['redirect.auth.port', 'redirect.auth.downgrade'],
  '303-keeps-post': ['redirect.post.303', 'redirect.content-fields'],
  '307-drops-body': [
    'redirect.post.307',
    'redirect.post.307-text',
    'redirect.post.308',
    'redirect.post.308-text',
    'redirect.put.301',
    'redirect.put.302',
  ],
  'no-redirect-limit': ['redirect.loop', 'redirect.loop-two', 'redirect.max'],
  'retries-post': ['retry.post'],
  'appends-retry': [
    'body.te-http10',
    'timeout.releases',
    'abort.body',
    'retry.post-partial',
    'retry.mid-body',
  ],
  'ignores-retry-after': ['retry.after-seconds', 'retry.after-date'],
  'sleeps-huge': ['retry.after-huge'],
  'fragment-sent': ['redirect.location.fragment', 'redirect.location.inherit', 'request.fragment'],
  'first-length-wins': ['body.length-conflict'],
  'lenient-number': ['body.length-negative', 'body.length-plus', 'body.length-hex'],
  'leftover-is-response': [
    'body.none.204-content',
    'body.none.304-content',
    'body.none.head-content',
    'connection.extra-same-write',
    'connection.extra-later',
  ],
  'crlf-passes': [
    'injection.value-crlf',
    'injection.value-lf',
    'injection.value-cr',
    'injection.name-crlf',
    'injection.name-space',
    'injection.cookie',
    'injection.method-crlf',
  ],
  'no-timeout': [
    'timeout.head',
    'timeout.body',
    'timeout.upload',
    'timeout.handshake',
    'timeout.syn',
    'timeout.releases',
    'redirect.endless-content',
  ],
  'crashes-on-garbage': ['status.garbage'],
  'one-member': ['coding.members'],
  'cut-coding-passes': ['coding.truncated', 'coding.truncated-trailer'],
  'nc-stands': ['auth.digest-md5', 'auth.digest-sha256'],
  'drops-trailers': ['request.trailers'],
  'trusts-all': [
    'tls.expired',
    'tls.not-yet-valid',
    'tls.wrong-host',
    'tls.no-san',
    'tls.ip-wrong',
    'tls.self-signed',
    'tls.untrusted-root',
    'tls.not-for-server',
    'tls.leaf-as-ca',
    'tls.sha1',
    'tls.rsa1024',
    'tls.verify-scope',
    'tls.verify-session',
    'tls.redirect',
    'proxy.verify',
  ],
  'leaks-proxy-credentials': ['proxy.credentials'],
  'follows-any-scheme': ['redirect.location.file', 'redirect.location.data'],
  'host-kept': [
    'redirect.location.scheme-relative',
    'redirect.auth.host',
    'redirect.auth.port',
    'redirect.auth.downgrade',
    'redirect.cookie',
    'redirect.proxy-authorization',
  ],
  'verify-off-sticks': ['tls.verify-session'],
  'verify-shares-pool': ['tls.verify-session'],
  'body-consumed': ['retry.same-bytes'],
  'cookie-host-only-lost': ['cookie.host-only-name'],
  'cookie-secure-ignored': ['cookie.secure-name'],
  'fragment-lost': ['redirect.location.inherit'],
  'answer-after-upload': ['connection.early-answer'],
  'content-after-each-100': ['expect.twice', 'expect.with-length'],
  'interim-content-read': ['informational.with-length', 'expect.with-length'],
  'length-in-characters': ['request.length-text'],
  'caches-all': ['cache.no-store', 'cache.no-cache', 'cache.vary-other', 'cache.unsafe'],
};

/** The cases that need one of those which the mutant fails. */
const INCONCLUSIVE: Partial<Readonly<Record<Defect, readonly string[]>>> = {
  'head-reads-body': ['coding.head', 'redirect.head.303'],
};

/** The groups of the cases that a mutant changes; all with the variable `COMPLETE`. */
function groupsOf(mutant: Defect): string[] {
  const changed = [...FAILED[mutant], ...(INCONCLUSIVE[mutant] ?? [])];
  return process.env.COMPLETE === undefined ? [...new Set(changed.map((id) => id.split('.', 1).join()))] : [];
}

// Most of their time is waiting for limits: a client without any hangs in each case that runs three times.
describe('the mutants of the synthetic client fail their cases', { concurrency: 3 }, () => {
  for (const mutant of MUTANTS)
    it(mutant, { timeout: 300_000 }, async () => {
      // Once more, because limits of time can pass on a busy machine.
      const found = await judge(mutant);
      const expected = {
        failed: [...FAILED[mutant]].sort(),
        inconclusive: [...(INCONCLUSIVE[mutant] ?? [])].sort(),
      };
      if (!isDeepStrictEqual(found, expected)) assert.deepEqual(await judge(mutant), expected);
    });
});

async function judge(mutant: Defect): Promise<{ failed: string[]; inconclusive: string[] }> {
  const adapter = [process.execPath, ADAPTER, mutant];
  // A client without a limit of time does not depend on it; the deadline of its cases does.
  const timeout = mutant === 'no-timeout' ? 0.5 : 2;
  const { cases } = await runConformance({ adapter, group: groupsOf(mutant), timeout }, createRuntime());
  return {
    failed: cases
      .filter(({ result, level }) => result === 'fail' && level !== 'I')
      .map(({ id }) => id)
      .sort(),
    inconclusive: cases
      .filter(({ result }) => result === 'inconclusive')
      .map(({ id }) => id)
      .sort(),
  };
}
