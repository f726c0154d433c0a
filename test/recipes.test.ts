import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { launcher, temporaryFolder } from './support/command.ts';
import { compileCache } from './support/compile-cache.ts';
import { codeBlocks } from './support/guide.ts';
import { type ProgramRun, runProgram } from './support/program.ts';

const PAGE = 'docs/guide/other-languages.md';
/** The libraries of the Debian package `junit5`. */
const JARS = globSync(
  '/usr/share/java/{junit-jupiter,junit-platform,opentest4j,apiguardian,picocli,univocity}*.jar',
)
  .filter((file) => !/standalone|reporting/.test(file))
  .join(path.delimiter);
const JAVA = `javac -d classes -cp ${JARS} SparringExtension.java ClientTest.java
  && java -cp ${JARS}${path.delimiter}classes org.junit.platform.console.ConsoleLauncher
  --disable-ansi-colors --disable-banner --select-class ClientTest`.replaceAll('\n', ' ');

const GO_MODULE = `module client

go 1.19

require sparring.example/integrations/go v0.1.0

replace sparring.example/integrations/go => ${path.join(import.meta.dirname, '../integrations/go')}
`;

interface Recipe {
  readonly language: string;
  /** Files that every project has. */
  readonly project?: Readonly<Record<string, string>>;
  /** The programs that the test runs; the first one that is not installed is the reason of the skip. */
  readonly programs: Readonly<Record<string, string>>;
  readonly command: string;
  readonly passes: RegExp;
}

const recipes: readonly Recipe[] = [
  {
    language: 'python',
    programs: { 'requests or pytest for Python': '/usr/bin/python3 -c "import pytest, requests"' },
    command: '/usr/bin/python3 -m pytest -p no:cacheprovider',
    passes: /2 passed/,
  },
  {
    language: 'go',
    project: { 'go.mod': GO_MODULE },
    programs: { go: 'go version' },
    command: 'go test ./...',
    passes: /^ok /m,
  },
  {
    language: 'java',
    programs: { javac: 'javac -version', junit5: `test -n "${JARS}"` },
    command: JAVA,
    passes: /2 tests successful/,
  },
  {
    language: 'ruby',
    programs: { rspec: 'rspec --version' },
    command: 'rspec',
    passes: /2 examples, 0 failures/,
  },
  {
    language: 'php',
    programs: { phpunit: 'phpunit --version' },
    command: 'phpunit --bootstrap tests/bootstrap.php tests',
    passes: /OK \(2 tests, 4 assertions\)/,
  },
  {
    language: 'rust',
    project: { 'Cargo.toml': '[package]\nname = "client"\nversion = "0.1.0"\nedition = "2021"\n' },
    programs: { cargo: 'cargo --version' },
    command: 'cargo test --offline --test client',
    passes: /2 passed; 0 failed/,
  },
];

describe(`the recipes of ${PAGE} pass, and leave no server`, () => {
  for (const recipe of recipes)
    it(recipe.language, async (t) => {
      const folder = await recipeFolder(t, recipe);
      if (!isInstalled(t, recipe, folder)) return;
      const { code, printed } = await run(t, folder, recipe.command);
      assert.match(printed, recipe.passes);
      assert.equal(code, 0, printed);
      await serverEnd(t, folder);
    });

  it('python, with the server of "sparring run"; a failed test prints its requests', async (t) => {
    const [recipe] = recipes;
    assert.ok(recipe);
    const folder = await recipeFolder(t, recipe);
    if (!isInstalled(t, recipe, folder)) return;
    const failing = `import requests


def test_fails(sparring):
    requests.get(f"{sparring.url}/get")
    sparring.wait_for(path="/other", within="10ms")
`;
    await writeFile(path.join(folder, 'test_failure.py'), failing);
    const { code, printed } = await run(t, folder, `sparring run -- ${recipe.command}`);
    assert.equal(code, 1, printed);
    assert.match(printed, /1 failed, 2 passed/);
    assert.match(printed, /path: expected \/other, got \/get\n/);
    assert.match(printed, /- Sparring received -+\nGET \/bin\/[\w-]+\/get\n/);
    await serverEnd(t, folder);
  });
});

/** A project with the files of the guide; the first comment of each is its path. */
async function recipeFolder(t: TestContext, { language, project = {} }: Recipe): Promise<string> {
  const folder = await temporaryFolder(t);
  const blocks = codeBlocks(PAGE, language).map((code): [string, string] => {
    const [, file = ''] = /^(?:<\?php\n)?(?:\/\/|#) (\S+)\n/.exec(code) ?? [];
    return [file, code];
  });
  assert.ok(blocks.length >= 2);
  // The command records its process.
  const command = `#!/bin/sh\necho $$ > ${folder}/pid\nexec ${process.execPath} ${launcher} "$@"\n`;
  for (const [file, content] of [...blocks, ...Object.entries(project), ['bin/sparring', command]] as const) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  await chmod(path.join(folder, 'bin/sparring'), 0o755);
  return folder;
}

function environment(folder: string): NodeJS.ProcessEnv {
  return {
    // Programs of Debian, before those of the user.
    PATH: [path.join(folder, 'bin'), '/usr/bin', '/bin', process.env.PATH].join(path.delimiter),
    HOME: folder,
    LANG: 'C.UTF-8',
    NO_COLOR: '1',
    GOFLAGS: '-vet=off',
    GOTOOLCHAIN: 'local',
    ...compileCache(),
  };
}

function isInstalled(t: TestContext, { programs }: Recipe, folder: string): boolean {
  for (const [name, check] of Object.entries(programs))
    try {
      execFileSync('/bin/sh', ['-c', check], { env: environment(folder), stdio: 'ignore' });
    } catch {
      t.skip(`${name} is not installed here`);
      return false;
    }
  return true;
}

function run(t: TestContext, folder: string, line: string): Promise<ProgramRun> {
  return runProgram(t, folder, ['/bin/sh', '-c', line], environment(folder));
}

/** Resolves when the process of the server has ended. */
async function serverEnd(t: TestContext, folder: string): Promise<void> {
  const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'));
  while (signalled(pid, 0)) {
    if (t.signal.aborted) signalled(pid, 'SIGKILL');
    await delay(20);
  }
}

/** Whether there is such a process. */
function signalled(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
