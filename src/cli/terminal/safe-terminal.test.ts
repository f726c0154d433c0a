import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { styleText } from 'node:util';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { addUser } from '#test/support/accounts/accounts.ts';
import { serveApi } from '#test/support/accounts/api.ts';
import { run, temporaryFolder } from '#test/support/commands/command.ts';
import { runInProcess } from '#test/support/commands/in-process-command.ts';
import { createProgram } from '../program.ts';
import { formatPlainYaml } from './plain-yaml.ts';
import { protectTerminal } from './safe-terminal.ts';
import type { Terminal } from './terminal.ts';

/** An escape sequence, C1, a carriage return, and an override of the direction of text. */
const hostile = 'a\u001b[31m\u009b2J\r\u007f\u202eb';

// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that are tested
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const quiet: Terminal = {
  print() {},
  printError() {},
  showStatus() {},
  bold: (text) => text,
  paint: (_color, text) => text,
  isTerminal: false,
  outputClosed: new AbortController().signal,
  input: Readable.from([]),
  variables: {},
};

/** The names of all commands that have no further commands, and their numbers of arguments. */
function leaves(command: Command, names: readonly string[] = []): [string[], number][] {
  if (command.commands.length > 0)
    return command.commands.flatMap((each) => leaves(each, [...names, each.name()]));
  return [[[...names], command.registeredArguments.length]];
}

test('no command prints control characters of its arguments', async (t) => {
  const home = await temporaryFolder(t);
  const all = leaves(createProgram(quiet));
  assert.ok(all.length > 25, String(all.length));
  for (const [names, count] of all) {
    // These start servers and other programs, and end the process; the next tests run them.
    if (
      ['serve', 'run'].includes(names[0] ?? '') ||
      /^conformance (?:run|check|serve)$/.test(names.join(' '))
    )
      continue;
    // What writes files does so in the home folder.
    const argument = ['init', 'backup'].includes(names[0] ?? '') ? path.join(home, hostile) : hostile;
    for (const args of [
      [...names, ...Array(count).fill(argument)],
      [...names, `--${hostile}`],
      [...names, '--url', hostile],
    ]) {
      const { out, err } = await runInProcess(args, { variables: { HOME: home, XDG_DATA_HOME: home } });
      assert.doesNotMatch(out + err, CONTROL, args.join(' '));
    }
  }
  for (const args of [
    [hostile],
    ['serve', '--port', hostile],
    ['--config', hostile],
    ['--database', hostile],
  ]) {
    const { out, err } = await runInProcess(args, { variables: { HOME: home, XDG_DATA_HOME: home } });
    assert.doesNotMatch(out + err, CONTROL, args.join(' '));
  }
});

test('no command prints control characters of the data of a server', async (t) => {
  const api = await serveApi(t);
  await addUser(api, { login: 'named' });
  await api.store.applications.update(api.application.id, { name: hostile });
  const { messages } = api.store;
  const message = { channel: 'email' as const, to: hostile, text: hostile, code: hostile, expiresAt: null };
  await messages.add({ ...message, userId: api.user.id, sentAt: 0 }, { max: 10, since: 0 });
  const rule = {
    id: 'hostile',
    match: { path: '/x', query: { a: hostile } },
    note: hostile.replace(/\p{Cc}/gu, '\u009b'),
    respond: { body: hostile },
  };
  const added = await api.send({
    method: 'POST',
    path: '/_sparring/rules',
    fields: [['Content-Type', 'application/json']],
    body: JSON.stringify(rule),
  });
  assert.equal(added.status, 201, added.text());
  for (const words of [
    ['app', 'list'],
    ['app', 'list', '--json'],
    ['outbox', 'mona'],
    ['outbox', 'mona', '--all'],
    ['rules', 'list'],
    ['rules', 'export'],
    ['rules', 'export', '--json'],
    ['requests'],
    ['requests', '--json'],
    ['audit', '--all'],
    ['lifecycle'],
  ]) {
    const { out, err } = await runInProcess([...words, '--url', api.url]);
    assert.doesNotMatch(out + err, CONTROL, words.join(' '));
    assert.doesNotMatch(err, /unknown/, words.join(' '));
  }
  const exported = await runInProcess(['rules', 'export', '--url', api.url]);
  assert.equal(Object(Object.values(parse(exported.out))[0]).respond?.body ?? exported.out, hostile);
});

test('no command prints control characters of an adapter of the conformance suite', async (t) => {
  const home = await temporaryFolder(t);
  const [file, report] = [path.join(home, 'adapter.mjs'), path.join(home, 'conformance.json')];
  await writeFile(
    file,
    `import readline from 'node:readline';
const hostile = ${JSON.stringify(hostile)};
const say = (answer) => console.log(JSON.stringify(answer));
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, hello } = JSON.parse(line);
  if (hello) say({ hello: 1, client: hostile, version: hostile, supports: [] });
  else if (id) say({ id, status: 299, reason: hostile, headers: [['X-A', hostile]], body: btoa('x') });
});`,
  );
  for (const words of [
    ['conformance', '--only', 'control.get', '--report', home, '--format', 'text,json'],
    ['conformance', 'check'],
  ]) {
    const { out, err } = await run(t, home, [...words, '--', 'node', file]);
    assert.match(out + err, /\[31m/);
    assert.doesNotMatch(out + err, CONTROL, words.join(' '));
  }
  const compared = await run(t, home, ['conformance', 'compare', report, report]);
  assert.match(compared.out, /\[31m/);
  assert.doesNotMatch(compared.out + compared.err, CONTROL);
});

test('styles of the program remain, and styles in text of others do not', () => {
  let out = '';
  const terminal = protectTerminal({
    ...quiet,
    print: (text) => {
      out += text;
    },
    bold: (text) => styleText('bold', text, { validateStream: false }),
    paint: (color, text) => styleText(color, text, { validateStream: false }),
  });
  terminal.print(`${terminal.bold(`x${terminal.paint('red', hostile)}`)}\t\u001b[31mplain\n`);
  assert.equal(out, '\u001b[1mx\u001b[31ma [31m 2J b\u001b[39m\u001b[22m\t [31mplain\n');
});

test('YAML with control characters means the same', () => {
  const value = { [`k${hostile}`]: [hostile, 'plain', `${'x'.repeat(200)}\u0085 ${'y '.repeat(100)}`] };
  const text = formatPlainYaml(value);
  assert.doesNotMatch(text, CONTROL);
  assert.deepEqual(parse(text), value);
});

test('only the terminal and the log write to the streams of the process', async () => {
  const folder = path.join(import.meta.dirname, '..');
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const writers: string[] = [];
  for (const name of files)
    if (/process\.std(?:out|err)\.write\((?!'')/.test(await readFile(path.join(folder, name), 'utf8')))
      writers.push(name);
  // The lines of requests have their own conversion to plain text.
  assert.deepEqual(writers.sort(), ['serve/open-server.ts', 'terminal/terminal.ts']);
});
