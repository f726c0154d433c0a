import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { DURATIONS } from './durations.ts';
import { APART, findFiles, groupFiles, projectRoot, suiteName } from './files.ts';

const inProject = (...files: string[]) => files.map((file) => path.join(projectRoot, file));

describe('the test files of a run', () => {
  it('are all files of tests without a selection, and none of the installed packages', () => {
    const files = findFiles({ include: [], exclude: [] });
    assert.ok(files.length > 230, String(files.length));
    assert.deepEqual(
      files.filter((file) => file.includes('node_modules')),
      [],
    );
  });

  it('are not those of tools, clients and documents, unless they are named or alone', () => {
    const all = findFiles({ include: [], exclude: [] });
    const named = [
      'tools/mutate',
      'tools/torture',
      'test/clients',
      'test/consumers.test',
      'test/guides.test',
    ];
    const apart = findFiles({ include: [], exclude: [], apart: true });
    for (const part of named) {
      const files = findFiles({ include: [part], exclude: [] });
      assert.ok(files.length > 0, part);
      for (const file of files) assert.ok(apart.includes(file) && !all.includes(file), file);
    }
    assert.deepEqual([...all, ...apart].sort(), findFiles({ include: ['/'], exclude: [] }));
    const own = import.meta.filename;
    assert.deepEqual(findFiles({ include: [own], exclude: [], apart: true }), [...apart, own].sort());
    assert.ok(all.some((file) => file.endsWith('tools/test/arguments.test.ts')));
  });

  it('are those whose path contains a part, without the excluded ones', () => {
    assert.deepEqual(findFiles({ include: ['endpoints/etag', 'ops/log'], exclude: ['log'] }), [
      ...inProject('src/testing/endpoints/etag.test.ts'),
    ]);
  });

  it('that .ci/run leaves out of those apart are those of .ci/integrations', () => {
    const script = readFileSync(path.join(projectRoot, '.ci/run'), 'utf8');
    const left = [
      ...script.matchAll(/--exclude (integrations\/\w+|test\/workflows|conformance\/test\/adapters)/g),
    ].map(([, part = '']) => part);
    const all = findFiles({ include: [], exclude: [], apart: true });
    const others = findFiles({
      include: ['test/integrations/', 'test/workflows', 'conformance/test/adapters'],
      exclude: [],
    });
    const missing = all.filter((file) => left.some((part) => file.includes(part)));
    assert.equal(missing.length, 6);
    for (const file of missing) assert.ok(others.includes(file), file);
  });

  it('that are apart, or that .ci/run names, exist', () => {
    const all = findFiles({ include: ['/'], exclude: [] }).map((file) => path.relative(projectRoot, file));
    assert.deepEqual(
      APART.filter((start) => !all.some((file) => file.startsWith(start))),
      [],
    );
    const runs = readFileSync(path.join(projectRoot, '.ci/run'), 'utf8')
      .replaceAll('\\\n', '')
      .split('\n')
      .filter((line) => /\bnpm test --|^under_node /.test(line))
      .join('\n');
    const excluded = [...runs.matchAll(/--exclude ([\w./-]+)/g)].map(([, part = '']) => part);
    const included = [...runs.matchAll(/(?<= )(?:src|test)\/(?!node-)[\w./-]+/g)].map(([part]) => part);
    assert.ok(excluded.length > 10 && included.length > 10);
    assert.deepEqual(
      [...excluded, ...included].filter((part) => !all.some((file) => file.includes(part))),
      [],
    );
  });

  it('are the named files, wherever they are', () => {
    const own = import.meta.filename;
    assert.deepEqual(findFiles({ include: [own], exclude: [] }), [own]);
    assert.deepEqual(findFiles({ include: ['no/such.test.ts'], exclude: [] }), []);
  });

  it('are grouped: browser tests and PostgreSQL tests in two processes each, the longest first', () => {
    const browser = inProject('src/docs/pages/page-script.test.ts', 'test/browser/pages.test.ts');
    const database = inProject(
      'src/accounts/storage/postgres/open.test.ts',
      'test/contract/store-postgres.test.ts',
    );
    const others = inProject(
      'src/http/syntax/digest.test.ts',
      'src/server/shutdown.test.ts',
      'test/guides.test.ts',
    );
    const [script, pages, open, store, digest, shutdown, guides] = [...browser, ...database, ...others];
    const durations = {
      'accounts/storage/postgres/open': 9,
      'server/shutdown': 5,
      'test/browser/pages': 6,
      'test/guides': 7,
    };
    assert.deepEqual(
      groupFiles([...browser, ...database, ...others], durations),
      [open, guides, pages, shutdown, script, store, digest].map((file) => [file]),
    );
    // Through a helper of these tests. The time of a group is that of all of its files.
    const indirect = inProject('src/control/pages/inspector/values-menu.test.ts');
    assert.deepEqual(
      groupFiles([...others, ...browser, ...indirect], { ...durations, 'docs/pages/page-script': 8 })[0]
        ?.length,
      2,
    );
  });

  it('have a duration only if they exist', () => {
    const names = findFiles({ include: ['/'], exclude: [] }).map(suiteName);
    assert.deepEqual(
      Object.keys(DURATIONS).filter((name) => !names.includes(name)),
      [],
    );
  });

  it('begin with those that compile for minutes', () => {
    const files = inProject(
      'test/browser/shell.test.ts',
      'test/examples.test.ts',
      'test/integrations/go.test.ts',
    );
    assert.equal(groupFiles(files)[0]?.join(), files[2]);
  });

  it('build the package in one process, also those that use a database server', () => {
    const files = inProject(
      'test/artefact.test.ts',
      'test/consumers.test.ts',
      'test/installed-launcher.test.ts',
    );
    assert.deepEqual(groupFiles(files), [files]);
  });

  it('determine the name of their suite', () => {
    const [endpoint = '', whole = ''] = inProject('src/testing/endpoints/get.test.ts', 'test/guides.test.ts');
    assert.equal(suiteName(endpoint), 'testing/endpoints/get');
    assert.equal(suiteName(whole), 'test/guides');
  });
});
