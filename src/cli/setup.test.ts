import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseDocument } from '#config/document.ts';
import { settingRows, toKey } from '#config/settings/settings.ts';
import { buildSeedSchema } from '#control/seed/schema.ts';
import { command, run, temporaryFolder } from '#test/support/commands/command.ts';
import { assertUsageError, runInProcess } from '#test/support/commands/in-process-command.ts';
import { output } from '#test/support/programs/installed.ts';
import { buildConfigSchema } from '../../tools/reference/config-schema.ts';

describe('sparring --help', () => {
  it('fits a terminal of 80 columns and 24 lines, and names every command', async () => {
    const { code, out } = await runInProcess(['--help']);
    const lines = out.trimEnd().split('\n');
    assert.ok(lines.length <= 24, `${lines.length} lines`);
    assert.deepEqual(
      lines.filter((line) => line.length > 80),
      [],
    );
    assert.match(out, /serve, run, conformance, init/);
    assert.match(out, /--help-all/);
    assert.match(out, /sparring help COMMAND/);
    assert.equal(code, 0);
  });
});

it('help with settings fits a terminal of 80 columns', async () => {
  for (const args of [['help', 'run'], ['help', 'serve'], ['--help-all'], ['help', 'requests']]) {
    const { out, code } = await runInProcess(args);
    assert.equal(code, 0);
    const wide = out.split('\n').filter((line) => line.length > 80);
    assert.deepEqual(wide, [], args.join(' '));
  }
});

it('help of run says what the command gets before the settings, with its own defaults', async () => {
  const { out } = await runInProcess(['help', 'run']);
  assert.ok(out.indexOf('SPARRING_CONTROL_TOKEN') < out.indexOf('--port'));
  assert.match(out.replace(/\s+/g, ' '), /--port <PORT> .*?\(default: 0;/);
  assert.match((await runInProcess(['help', 'requests'])).out, /\(default: 100\)/);
});

describe('sparring init', () => {
  it('writes files with schemas, which a server starts with', async (t) => {
    const home = await temporaryFolder(t);
    const installed = path.join(home, 'node_modules/sparring/docs/reference');
    await mkdir(installed, { recursive: true });
    for (const schema of ['config', 'seed'])
      await copyFile(`docs/reference/${schema}.schema.json`, path.join(installed, `${schema}.schema.json`));
    const { code, out } = await run(t, home, ['init', 'mock']);
    assert.equal(code, 0);
    assert.match(out, /Wrote mock\/sparring.yaml and mock\/seed.yaml. Start the server: cd mock && sparring/);
    const ajv = new Ajv2020({ allowUnionTypes: true });
    for (const [file, schema] of [
      ['sparring.yaml', buildConfigSchema()],
      ['seed.yaml', buildSeedSchema()],
    ] as const) {
      const text = await readFile(path.join(home, 'mock', file), 'utf8');
      const [, url = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(text) ?? [];
      assert.deepEqual(
        JSON.parse(await readFile(path.join(home, 'mock', url), 'utf8')),
        JSON.parse(JSON.stringify(schema)),
      );
      const { value } = await parseDocument(text, file);
      assert.ok(ajv.validate(schema, value), ajv.errorsText());
    }
    const call = `fetch(process.env.SPARRING_URL + '/api/v3/user', {
      headers: { Authorization: 'Basic ' + btoa('mona:correct-horse-1') },
    }).then(async (response) => console.log(await response.text()));`;
    const words = ['run', '--config', 'sparring.yaml', '--port', '0', '--', process.execPath, '-e', call];
    const moved = command(t, path.join(home, 'mock'), words);
    assert.match((await moved.finish).out, /"login": ?"mona"/);
  });

  it('names no path of this machine', async (t) => {
    const home = await temporaryFolder(t);
    await run(t, home, ['init']);
    const text = await readFile(path.join(home, 'sparring.yaml'), 'utf8');
    assert.doesNotMatch(text, /yaml-language-server|file:\/\//);
  });

  it('keeps existing files', async (t) => {
    const home = await temporaryFolder(t);
    await writeFile(path.join(home, 'seed.yaml'), 'users: []\n');
    assertUsageError(await run(t, home, ['init']), /seed\.yaml exists already; name another folder/);
    assert.equal(await readFile(path.join(home, 'seed.yaml'), 'utf8'), 'users: []\n');
    await assert.rejects(readFile(path.join(home, 'sparring.yaml')));
  });

  it('reports a folder that cannot be written', async (t) => {
    const home = await temporaryFolder(t);
    await writeFile(path.join(home, 'file'), '');
    assertUsageError(await run(t, home, ['init', 'file/folder']), /Cannot write to .*file\/folder/);
  });
});

describe('the schema of configuration files', () => {
  it('has every setting of the file, and rejects unknown keys and wrong choices', () => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(buildConfigSchema());
    for (const [name, { notInFile, default: value, type }] of settingRows) {
      if (notInFile || value === undefined) continue;
      const text = type.kind === 'switch' ? value : type.write(value);
      assert.ok(validate({ [toKey(name)]: text }), name);
    }
    assert.equal(validate({ prot: 1 }), false);
    assert.equal(validate({ 'log-level': 'loud' }), false);
    assert.equal(validate({ tls: 'perhaps' }), false);
  });
});

describe('sparring doctor', () => {
  it('prints a line for each check', async (t) => {
    const home = await temporaryFolder(t);
    const { code, out, err } = await run(t, home, ['doctor', '--port', '0']);
    assert.deepEqual([code, err], [0, '']);
    const names = [...out.matchAll(/^ok +([A-Z]\w+( \w+)?) {2,}\S/gm)].map(([, name]) => name);
    assert.deepEqual(names, [
      'Node',
      'Port',
      'Control API',
      'Data folder',
      'Database',
      'Clock',
      'Certificate',
    ]);
    assert.equal(out.trimEnd().split('\n').length, names.length);
    await assert.rejects(readFile(path.join(home, 'data/sparring/sparring.db')));
  });

  it('reports what would prevent a start, and what to do', async (t) => {
    const home = await temporaryFolder(t);
    const port = await listen(t);
    await writeFile(
      path.join(home, 'broken.db'),
      'this is not a database, but it is longer than a header of one',
    );
    await writeFile(path.join(home, 'cert.pem'), 'x');
    const { code, out, err } = await run(t, home, [
      'doctor',
      '--port',
      String(port),
      '--database',
      'sqlite:broken.db',
      '--tls-cert',
      'cert.pem',
      '--tls-key',
      'cert.pem',
    ]);
    assert.equal(code, 1);
    assert.match(out, /^FAILED {2}Port .* is already in use; choose another with --port/m);
    assert.match(out, /^FAILED {2}Database .*broken\.db cannot be used/m);
    assert.match(out, /^FAILED {2}Certificate .*--tls-cert/m);
    assert.match(
      err,
      /^sparring: The server cannot start with these settings: port, database, certificate\.\n$/,
    );
  });

  it('reports addresses that cannot be used', async () => {
    const { out } = await runInProcess(['doctor', '--database', 'memory', '--host', '192.0.2.1']);
    assert.match(
      out,
      /^FAILED {2}Port +This machine does not have the address 192\.0\.2\.1; change --host$/m,
    );
  });

  it('reports a free port', async () => {
    const { code, out } = await runInProcess(['doctor', '--database', 'memory', '--port', '0']);
    assert.match(out, /^ok {4} {2}Port .*the server selects a free port on 127\.0\.0\.1$/m);
    assert.equal(code, 0);
  });

  it('reports a data folder that cannot be used', async (t) => {
    const home = await temporaryFolder(t);
    await writeFile(path.join(home, 'file'), '');
    const check = (file: string) => run(t, home, ['doctor', '--port', '0', '--database', `sqlite:${file}`]);
    const { code, out } = await check('file/b.db');
    assert.equal(code, 1);
    assert.match(out, /^FAILED {2}Data folder .*--database sqlite:PATH/m);
    assert.match(
      (await check('file/a/b.db')).out,
      /^FAILED {2}Data folder .*a does not exist; create it, or/m,
    );
  });
});

describe('sparring health', () => {
  it('checks a running server, also with TLS and without the control API', async (t) => {
    for (const flags of [[], ['--tls'], ['--no-control'], ['--control-token', 'a-token-of-the-test']]) {
      const home = await temporaryFolder(t);
      const words = ['--port', '0', '--database', 'memory', '--no-starter', ...flags];
      const [, port = ''] = await command(t, home, words).printed(/:\/\/127\.0\.0\.1:(\d+).*Data/s);
      for (const ready of [[], ['--ready']])
        assert.deepEqual(
          await run(t, home, [
            'health',
            '--port',
            port,
            ...flags.filter((flag) => flag === '--tls'),
            ...ready,
          ]),
          {
            code: 0,
            signal: null,
            out: 'ok\n',
            err: '',
          },
        );
    }
  });

  it('fails without a server', async (t) => {
    const port = await listen(t, true);
    const { code, err } = await runInProcess(['health', '--url', `http://127.0.0.1:${port}`]);
    assert.equal(code, 1);
    assert.match(err, /does not answer \(ECONNREFUSED\); start the server, or change --url or --port\.$/m);
  });
});

describe('sparring completion', () => {
  it('completes commands, commands of commands, and flags in bash', async (t) => {
    const { out } = await runInProcess(['completion', 'bash']);
    const complete = async (...words: string[]) => {
      const script = `${out}\nCOMP_WORDS=(sparring ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _sparring; echo "\${COMPREPLY[@]}"`;
      return (await output(t, 'bash', ['-c', script]))?.trim();
    };
    assert.equal(await complete('do'), 'doctor');
    assert.equal(await complete('user', 'ad'), 'add');
    assert.equal(await complete('--max-b'), '--max-body-size');
    assert.equal(await complete('serve', '--port', '1', '--acc'), '--accounts-port');
    assert.equal(await complete('run', '--', 'npm', '--por'), '');
  });

  for (const shell of ['bash', 'zsh', 'fish']) {
    it(`prints a script that ${shell} accepts`, async (t) => {
      const { out, code } = await runInProcess(['completion', shell]);
      assert.equal(code, 0);
      const file = path.join(await temporaryFolder(t), 'script');
      await writeFile(file, out);
      await output(t, shell, ['-n', file]);
    });
  }

  it('rejects another shell', async () => {
    assertUsageError(await runInProcess(['completion', 'bsh']), /did you mean bash\?/);
  });
});

/** A port that is in use; with `isFreed`, one that was. */
function listen(t: TestContext, isFreed = false): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      if (isFreed) return server.close(() => resolve(port));
      t.after(() => server.close());
      resolve(port);
    });
  });
}
