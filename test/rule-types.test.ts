import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { start } from '#library/index.ts';
import { temporaryFolder } from './support/commands/command.ts';
import { runInProcess } from './support/commands/in-process-command.ts';
import { serve } from './support/servers/serve.ts';

/** Conditions for text, each with a number or a boolean, as JSON, and the pointer to it. */
const TYPED = [
  ['{"headers":{"X-A":1}}', '/match/headers/X-A'],
  ['{"headers":{"X-A":[1]}}', '/match/headers/X-A/0'],
  ['{"query":{"page":1.0}}', '/match/query/page'],
  ['{"cookies":{"a":true}}', '/match/cookies/a'],
  ['{"path":7}', '/match/path'],
  ['{"method":7}', '/match/method'],
  ['{"host":false}', '/match/host'],
  ['{"body":7}', '/match/body'],
  ['{"body":{"form":{"x":1}}}', '/match/body/form/x'],
  ['{"body":{"text":1}}', '/match/body/text'],
  ['{"body":{"parts":[{"name":1}]}}', '/match/body/parts/0/name'],
  ['{"body":{"graphql":{"operation":1}}}', '/match/body/graphql/operation'],
  ['{"not":{"query":{"a":1}}}', '/match/not/query/a'],
  ['{"any_of":[{"headers":{"a":true}}]}', '/match/any_of/0/headers/a'],
] as const;

const SENTENCE = /must be (?:a (?:text|method|string).*|string) \(text is in quotes\)\.?$/s;

test('a number in place of the text of a condition is rejected by the API, the library, a seed and a file', async (t) => {
  const server = await serve(t);
  await using library = await start();
  const folder = await temporaryFolder(t);
  for (const [match, pointer] of TYPED) {
    const rule = `{"match":${match},"respond":{}}`;
    const response = await server.send({ method: 'POST', path: '/_sparring/rules', body: rule });
    assert.equal(response.status, 422, rule);
    const { problems, detail } = JSON.parse(response.text());
    assert.deepEqual(
      problems.map((each: { pointer: string }) => each.pointer),
      [pointer],
    );
    assert.match(detail, SENTENCE, match);
    for (const body of [`{"match":${match}}`, `{"match":[${match}],"order":true}`]) {
      const verified = await server.send({ method: 'POST', path: '/_sparring/requests/verify', body });
      assert.match(JSON.parse(verified.text()).detail, SENTENCE, body);
    }
    assert.throws(() => library.rules.add(JSON.parse(rule)), { name: 'UsageError', message: SENTENCE });
    assert.throws(() => library.journal.verify(JSON.parse(match)), { name: 'UsageError', message: SENTENCE });
    await assert.rejects(start({ seed: { rules: [JSON.parse(rule)] } }), {
      name: 'UsageError',
      message: SENTENCE,
    });
    for (const name of ['rules.json', 'rules.yaml']) {
      const file = path.join(folder, name);
      await writeFile(file, `[${rule}]`);
      const { code, err } = await runInProcess([
        'serve',
        '--port',
        '0',
        '--database',
        'memory',
        '--rules',
        file,
      ]);
      assert.notEqual(code, 0, rule);
      assert.match(err, /rules\[0\]\.match/, match);
      assert.match(err.trim().split('\n').at(-1) ?? '', SENTENCE, match);
    }
  }
});

test('a condition of a file has the types of YAML 1.2', async (t) => {
  const folder = await temporaryFolder(t);
  const file = path.join(folder, 'rules.yaml');
  await writeFile(
    file,
    'rules:\n  - { match: { query: { a: yes, b: "007", c: 1.2.3 }, body: { at: { /n: 5 } } }, respond: {} }\n',
  );
  const { readRules } = await import('#control/seed/rules-file.ts');
  assert.deepEqual((await readRules(file, '--rules')).rules?.[0]?.match, {
    query: { a: 'yes', b: '007', c: '1.2.3' },
    body: { at: { '/n': 5 } },
  });
});
