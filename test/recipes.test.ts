import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { launcher, temporaryFolder } from './support/commands/command.ts';
import { compileCache } from './support/commands/compile-cache.ts';
import { type ProgramRun, runProgram } from './support/commands/program.ts';
import { codeBlocks } from './support/programs/guide.ts';

const PAGE = 'docs/guide/other-languages.md';
/** The maximum of the file to copy. */
const MAX_LINES = 25;

interface Recipe {
  readonly language: string;
  /** Files that every project has. */
  readonly project?: Readonly<Record<string, string>>;
  /** The programs that the test runs; the first one that is not installed is the reason of the skip. */
  readonly programs: Readonly<Record<string, string>>;
  readonly command: string;
  readonly passes: RegExp;
}

const PROJECT = `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
    <ImplicitUsings>enable</ImplicitUsings>
    <Nullable>enable</Nullable>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Microsoft.NET.Test.Sdk" Version="17.11.1" />
    <PackageReference Include="xunit" Version="2.9.2" />
    <PackageReference Include="xunit.runner.visualstudio" Version="2.8.2" />
  </ItemGroup>
</Project>
`;

const recipes: readonly Recipe[] = [
  {
    language: 'ruby',
    programs: { rspec: 'rspec --version' },
    command: 'rspec',
    passes: /1 example, 0 failures/,
  },
  {
    language: 'php',
    programs: { phpunit: 'phpunit --version' },
    command: 'phpunit --bootstrap tests/bootstrap.php tests',
    passes: /OK \(1 test, 2 assertions\)/,
  },
  {
    language: 'csharp',
    project: { 'client.csproj': PROJECT },
    programs: { dotnet: 'dotnet --version' },
    command: 'dotnet test',
    passes: /Passed: +1/,
  },
  {
    language: 'sh',
    programs: { 'curl with --json': 'curl --json x --version' },
    command: 'sh client-test.sh',
    passes: /"passed": true/,
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

  it('ruby, and a test fails for a request that no rule takes, with the nearest rule', async (t) => {
    const [ruby] = recipes;
    assert.ok(ruby);
    const folder = await recipeFolder(t, ruby);
    if (!isInstalled(t, ruby, folder)) return;
    const failing = `require 'spec_helper'

RSpec.describe 'a client' do
  it 'sends another path' do
    sparring('/rules', bin: @bin['key'], match: 'GET /users/1', respond: { status: 200 })
    Net::HTTP.get_response(URI("#{@bin['url']}/users/1/"))
  end

  it 'fails' do
    Net::HTTP.get_response(URI("#{@bin['url']}/get"))
    expect(1).to eq 2
  end
end
`;
    await writeFile(path.join(folder, 'spec/failure_spec.rb'), failing);
    const { code, printed } = await run(t, folder, ruby.command);
    assert.equal(code, 1, printed);
    assert.match(printed, /3 examples, 2 failures/);
    assert.match(printed, /path: expected \/users\/1, got \/users\/1\/ \(a slash more at the end\)/);
    assert.match(printed, /Requests of this test \(1\):.*\n *#\d+ GET \/get 200/);
    await serverEnd(t, folder);
  });
});

/** A project with the files of the guide; the first comment of each is its path. */
async function recipeFolder(t: TestContext, { language, project = {} }: Recipe): Promise<string> {
  const folder = await temporaryFolder(t);
  const blocks = codeBlocks(PAGE, language).flatMap((code): [string, string][] => {
    const [, file = ''] = /^(?:<\?php\n)?(?:\/\/|#) (\S+)\n/.exec(code) ?? [];
    return file === '' ? [] : [[file, code]];
  });
  assert.equal(blocks.length, 2);
  const lines = (blocks[0]?.[1] ?? '').trimEnd().split('\n').length;
  assert.ok(lines <= MAX_LINES, `${lines} lines of ${language}`);
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
