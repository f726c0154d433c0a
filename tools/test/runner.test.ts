import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { command, type Finish, run, temporaryFolder } from '../../test/support/commands/command.ts';

const runner = path.join(import.meta.dirname, '../test.ts');

/** Runs files of tests with the runner; the first argument after the files is an option. */
async function runSuite(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<Finish> {
  const folder = await temporaryFolder(t);
  const paths = Object.keys(files).map((name) => path.join(folder, name));
  for (const [name, code] of Object.entries(files)) {
    const source = `import { after, before, beforeEach, describe, it, test } from 'node:test';\n${code}`;
    await writeFile(path.join(folder, name), source);
  }
  return run(t, folder, [...paths, '--processes', '1', ...options], { file: runner });
}

/** The lines of the closing summary, by name. */
function counts({ out }: Finish): Record<string, number> {
  const lines = out.slice(out.lastIndexOf('ℹ tests')).matchAll(/^ℹ (\w+) (\d+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

function assertRed(finish: Finish, message: RegExp): void {
  assert.match(finish.out, message);
  assert.equal(finish.code, 1, finish.out + finish.err);
  assert.notEqual(counts(finish).fail, 0);
}

/** A process that has ended and was not reaped by its parent is not running. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

const never = 'new Promise(() => {})';

describe('a run is green', () => {
  it('when all tests pass, with hooks, subtests, skips and todos at their place', async (t) => {
    const finish = await runSuite(t, {
      'hooks.test.ts': `
        const order = [];
        before(() => order.push('before'));
        after(() => { if (order.join() !== 'before,each,each,after each,each,each') throw new Error(order.join()); });
        beforeEach(() => order.push('each'));
        test('first', async (t) => {
          t.after(() => order.push('after each'));
          await t.test('inner', (t) => t.diagnostic('a diagnostic'));
        });
        describe('a suite', () => {
          it('skips', (t) => t.skip('no reason'));
          it.todo('waits', () => { throw new Error('not yet'); });
        });`,
      'other.test.ts': `test('is another file with its own hooks', () => {});`,
    });
    assert.equal(finish.code, 0, finish.out);
    assert.match(finish.out, /▶ .*hooks\n {2}▶ first\n {4}✔ inner/);
    assert.match(finish.out, /ℹ a diagnostic/);
    assert.match(finish.out, /﹣ skips .*# SKIP no reason/);
    const { tests, suites, pass, fail, skipped, todo } = counts(finish);
    assert.deepEqual([tests, suites, pass, fail, skipped, todo], [5, 3, 3, 0, 1, 1]);
    assert.match(finish.out, /ℹ duration_ms \d+\n$/);
  });
});

it('the hooks of a test are forgotten after it, with what they use', async (t) => {
  const finish = await runSuite(t, {
    'hooks.test.ts': `
      import v8 from 'node:v8';
      import vm from 'node:vm';
      v8.setFlagsFromString('--expose-gc');
      const collect = vm.runInNewContext('gc');
      const kept = [];
      const use = (t) => {
        const server = { isClosed: false };
        kept.push(new WeakRef(server));
        t.after(() => { server.isClosed = true; });
      };
      test('has a hook', use);
      test('has a subtest', (t) => t.test('with a hook', use));
      test('comes after', async () => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        collect();
        if (kept.length !== 2 || kept.some((server) => server.deref())) throw new Error('kept');
      });`,
  });
  assert.equal(finish.code, 0, finish.out + finish.err);
});

it('a suite may register its tests after an await, also where promises are not followed', async (t) => {
  const source = `
    const later = () => new Promise((resolve) => setTimeout(resolve, 5));
    for (const name of ['one', 'two'])
      describe(name, async () => {
        let isReady = false;
        before(() => { isReady = true; });
        await later();
        it('runs', async () => { await later(); if (!isReady) throw new Error('outside of its suite'); });
      });`;
  const files = { 'a.test.ts': source, 'b.test.ts': source };
  const finish = await runSuite(t, files);
  assert.equal(finish.code, 0, finish.out);
  assert.match(finish.out, /▶ .*b\n {2}▶ one\n {4}✔ runs[^\n]*\n {2}✔ one[^\n]*\n {2}▶ two\n {4}✔ runs/);
});

describe('a run with --repeat', { concurrency: 4 }, () => {
  /** Fails in the first run, and in later ones passes. */
  const failsOnce = (name: string) => `
    import { existsSync, writeFileSync } from 'node:fs';
    test('fails once', () => {
      const mark = import.meta.filename + '.mark';
      if (existsSync(mark)) return;
      writeFileSync(mark, '');
      throw new Error('${name}');
    });`;

  it('is green when the failed tests pass alone, and names them', async (t) => {
    const files = { 'a.test.ts': failsOnce('a'), 'b.test.ts': `test('passes', () => {});` };
    const finish = await runSuite(t, files, ['--repeat']);
    assert.equal(finish.code, 0, finish.out + finish.err);
    assert.match(
      finish.out,
      /✖ .*\ba > fails once\n {2}Error: a\n[\s\S]*⚠ these files run again, alone:\n\n.*\ba\n/,
    );
    assert.match(finish.out, /⚠ unstable tests, which failed [^\n]*:\n\n.*\ba > fails once\n\n$/);
    assert.deepEqual([counts(finish).tests, counts(finish).pass], [1, 1]);
  });

  it('is green when a hook fails once, with the tests that it cancelled', async (t) => {
    const suite = failsOnce('a').replace("test('fails once',", "describe('a suite', () => { before(");
    const files = { 'a.test.ts': `${suite} it('runs', () => {}); it('runs too', () => {}); });` };
    const finish = await runSuite(t, files, ['--repeat']);
    assert.equal(finish.code, 0, finish.out + finish.err);
    assert.match(finish.out, /⚠ unstable tests[^\n]*:\n\n.*\ba > a suite > runs\n/);
    assert.deepEqual([counts(finish).tests, counts(finish).pass], [2, 2]);
  });

  it('is red when a test fails twice, without --repeat after once, and when more than eight files fail', async (t) => {
    const always = `test('fails always', () => { throw new Error('always'); });`;
    const twice = await runSuite(t, { 'a.test.ts': failsOnce('a'), 'b.test.ts': always }, ['--repeat']);
    assertRed(twice, /run again, alone:[\s\S]*✖ .*fails always/);
    assert.doesNotMatch(twice.out, /unstable/);
    assertRed(await runSuite(t, { 'a.test.ts': failsOnce('a') }), /fails once/);
    const many = Object.fromEntries([...'abcdefghi'].map((name) => [`${name}.test.ts`, failsOnce(name)]));
    const all = await runSuite(t, many, ['--repeat']);
    assertRed(all, /fails once/);
    assert.doesNotMatch(all.out, /run again/);
  });
});

describe('a run is red', { concurrency: 4 }, () => {
  it('when a test fails: it is printed at the end with its place and error', async (t) => {
    const finish = await runSuite(t, {
      'fails.test.ts': `describe('a suite', () => { it('fails', () => { throw new Error('on purpose'); }); });`,
    });
    assertRed(
      finish,
      /failing tests:\n\ntest at .*fails\.test\.ts:2:\d+\n✖ .*fails > a suite > fails\n {2}Error: on purpose/,
    );
    assert.deepEqual([counts(finish).tests, counts(finish).fail], [1, 1]);
  });

  it('when a test calls process.exit, even if the test goes on', async (t) => {
    const finish = await runSuite(t, {
      'exit.test.ts': `
        test('exits', () => process.exit(0));
        test('hides it', () => { try { process.exit(0); } catch {} });
        test('comes after', () => {});`,
    });
    assertRed(finish, /exit > exits\n {2}The test called process\.exit\(0\)\./);
    assert.match(finish.out, /exit > hides it\n {2}The test called process\.exit\(0\)\./);
    assert.match(finish.out, /✔ comes after/);
  });

  it('when a test ends the process in another way; the other files still run', async (t) => {
    const finish = await runSuite(t, {
      'a.test.ts': `test('leaves', () => process.reallyExit(0));`,
      'b.test.ts': `test('is killed', () => { process.kill(process.pid, 'SIGKILL'); return ${never}; });`,
      'c.test.ts': `test('comes after', () => {});`,
    });
    assertRed(finish, /a > leaves\n {2}The process of the tests ended with code 0 during this test\./);
    assert.match(
      finish.out,
      /b > is killed\n {2}The process of the tests ended with SIGKILL during this test\./,
    );
    assert.match(finish.out, /✔ comes after/);
  });

  it('when a test sets process.exitCode', async (t) => {
    const finish = await runSuite(t, {
      'code.test.ts': `
        test('sets', () => { process.exitCode = 0; });
        test('comes after', () => {});`,
      'hidden.test.ts': `test('fails', () => { process.exitCode = 0; throw new Error('on purpose'); });`,
      'import.test.ts': `process.exitCode = 3; test('passes', () => {});`,
    });
    assertRed(finish, /code > sets\n {2}The test left process\.exitCode at 0\./);
    assert.match(finish.out, /hidden > fails\n {2}Error: on purpose/);
    assert.match(finish.out, /import > passes\n {2}The test left process\.exitCode at 3\./);
    assert.doesNotMatch(finish.out, /comes after\n {2}The test/);
  });

  it('when a test never settles; the tests after it still run', async (t) => {
    const finish = await runSuite(
      t,
      {
        'never.test.ts': `
          test('waits', () => ${never});
          test('has a hook that waits', (t) => t.after(() => ${never}));
          test('comes after', () => {});`,
      },
      ['--test-timeout', '1000'],
    );
    assertRed(finish, /never > waits\n {2}.*test timed out after 1000ms/);
    assert.match(finish.out, /✖ has a hook that waits/);
    assert.match(finish.out, /✔ comes after/);
  });

  it('when a test blocks its process, or a suite never completes; the other files still run', async (t) => {
    const finish = await runSuite(
      t,
      {
        'a.test.ts': `test('blocks', () => { for (;;); });`,
        'b.test.ts': `describe('a suite', async () => { await ${never}; });`,
        'c.test.ts': `test('comes after', () => {});`,
      },
      ['--test-timeout', '1000'],
    );
    assertRed(finish, /a > blocks\n {2}The process reported nothing for 3500 ms/);
    assert.match(finish.out, /✖ .*b\n {2}The process reported nothing for 3500 ms/);
    assert.match(finish.out, /✔ comes after/);
  });

  it('when it takes longer than its time limit', async (t) => {
    const finish = await runSuite(t, { 'slow.test.ts': `test('is slow', () => ${never});` }, [
      '--time-limit',
      '4',
    ]);
    assertRed(finish, /The run takes longer than 4 s\. Running: .*slow > is slow/);
  });

  it('when a file throws at import, does not parse, or registers no test', async (t) => {
    const finish = await runSuite(t, {
      'empty.test.ts': '',
      'good.test.ts': `test('passes', () => {});`,
      'syntax.test.ts': 'test(',
      'throws.test.ts': `test('is registered', () => {}); throw new Error('broken at import');`,
    });
    assertRed(finish, /✖ .*empty\n {2}The file registers no test\./);
    assert.match(finish.out, /✖ .*syntax\n[\s\S]*SyntaxError/);
    assert.match(finish.out, /✖ .*throws\n {2}Error: broken at import/);
    assert.match(finish.out, /✔ passes/);
    assert.equal(counts(finish).pass, 1);
  });

  it('when a hook fails', async (t) => {
    const finish = await runSuite(t, {
      'hook.test.ts': `before(() => { throw new Error('no database'); }); test('passes', () => {});`,
    });
    assertRed(finish, /Error: no database/);
  });

  it('when an error occurs after the end of its test', async (t) => {
    const finish = await runSuite(t, {
      'late.test.ts': `
        test('ends', () => { setTimeout(() => { throw new Error('too late'); }, 5); });
        test('waits', () => new Promise((resolve) => setTimeout(resolve, 100)));`,
    });
    assertRed(finish, /Test "ends" .* generated asynchronous activity after the test ended.*too late/);
  });

  it('when an error occurs after an await and after its test', async (t) => {
    const files = {
      'late.test.ts': `
        test('ends', async () => { await null; setTimeout(() => { throw new Error('too late'); }, 5); });
        test('rejects', async () => {
          await null;
          void (async () => { await null; throw new Error('unhandled'); })();
        });
        test('waits', () => new Promise((resolve) => setTimeout(resolve, 100)));`,
    };
    const named = await runSuite(t, files);
    assertRed(named, /Test "ends" .* generated asynchronous activity after the test ended.*too late/);
    assert.match(named.out, /Test "rejects" .* generated asynchronous activity .*unhandled/);
  });

  it('when a test leaves a resource open that keeps the process alive', async (t) => {
    const finish = await runSuite(t, {
      'open.test.ts': `test('leaves', () => { setInterval(() => {}, 1000); });`,
    });
    assertRed(finish, /After its last test, the process is kept alive by .*Timeout \(since .*open\)/);
  });

  it('when no test matches the pattern', async (t) => {
    const finish = await runSuite(t, { 'a.test.ts': `test('one', () => {});` }, ['--test-name-pattern=two']);
    assertRed(finish, /No test was run\./);
  });

  it('when a test is skipped without permission, and --fail-on-skip is set', async (t) => {
    const files = {
      'skip.test.ts': `test('is skipped', (t) => t.skip('there is no browser')); test('runs', () => {});`,
    };
    assertRed(
      await runSuite(t, files, ['--fail-on-skip']),
      /skip > is skipped\n {2}The test is skipped \(there is no browser\)/,
    );
    const needs = {
      'needs.test.ts': `test('needs', (t) => t.skip('there is no Chromium')); test('runs', () => {});`,
    };
    const allowed = await runSuite(t, needs, ['--fail-on-skip', '--missing', 'chromium']);
    assert.equal(allowed.code, 0, allowed.out);
    assert.match(allowed.out, /﹣ skipped tests:\n\n﹣ .*needs > needs # SKIP there is no Chromium\n/);
    assertRed(
      await runSuite(t, needs, ['--fail-on-skip', '--missing', 'curl']),
      /needs > needs\n {2}The test/,
    );
  });

  it('when it is interrupted; no process remains', async (t) => {
    const folder = await temporaryFolder(t);
    const file = path.join(folder, 'waits.test.ts');
    await writeFile(
      file,
      `import { test } from 'node:test';
       import { spawn } from 'node:child_process';
       test('waits', () => { console.log('child', spawn('sleep', ['60']).pid); return ${never}; });`,
    );
    const running = command(t, folder, [file], { file: runner });
    const [, pid] = await running.printed(/child (\d+)/);
    running.process.kill('SIGTERM');
    const finish = await running.finish;
    assertRed(finish, /The run was ended by SIGTERM\. Running: .*waits > waits/);
    assert.equal(isRunning(Number(pid)), false);
  });
});

describe('the arguments', () => {
  it('select tests by name, and exclude tests', async (t) => {
    const files = {
      'a.test.ts': `describe('numbers', () => { it('one', () => {}); it('two', () => {}); }); test('three', () => {});`,
      'b.test.ts': `test('one more', () => {});`,
    };
    const selected = await runSuite(t, files, ['--test-name-pattern=one']);
    assert.deepEqual([selected.code, counts(selected).tests], [0, 2], selected.out);
    assert.match(selected.out, /✔ one[\s\S]*✔ one more/);
    assert.doesNotMatch(selected.out, /two|three/);
    const skipped = await runSuite(t, files, ['--test-skip-pattern=/one|two/']);
    assert.deepEqual([skipped.code, counts(skipped).tests], [0, 1], skipped.out);
  });

  it('name a suite by the module that its file tests', async (t) => {
    const folder = await temporaryFolder(t);
    const finish = await run(t, folder, ['src/http/syntax/entity-tag.test.ts'], { file: runner });
    assert.match(finish.out, /^▶ http\/syntax\/entity-tag$/m);
    assert.equal(finish.code, 0);
  });

  it('run the files again when one changes, until the run is ended', async (t) => {
    const folder = await temporaryFolder(t);
    const file = path.join(folder, 'watched.test.ts');
    await writeFile(file, `import { test } from 'node:test'; test('passes', () => {});`);
    const running = command(t, folder, [file, '--watch'], { file: runner });
    await running.printed(/Waiting for a change/);
    await writeFile(
      file,
      `import { test } from 'node:test'; test('fails', () => { throw new Error('changed'); });`,
    );
    await running.printed(/Error: changed[\s\S]*Waiting for a change/);
    running.process.kill('SIGTERM');
    assert.notEqual((await running.finish).code, 0);
  });

  it('are explained by --help; an invalid one gets one sentence', async (t) => {
    const folder = await temporaryFolder(t);
    const help = await run(t, folder, ['--help'], { file: runner });
    assert.match(help.out, /--test-name-pattern RE/);
    for (const [args, message] of [
      [['--nope'], /^npm test: Unknown option '--nope'/],
      [['--processes', '0'], /^npm test: --processes takes a positive whole number, not "0"\n$/],
      [['no/such/file'], /^npm test: no test file has no\/such\/file in its path\n$/],
    ] as const) {
      const finish = await run(t, folder, args, { file: runner });
      assert.match(finish.err, message);
      assert.equal(finish.code, 2);
    }
  });
});
