import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { parseDocument } from '../src/config/document.ts';
import { toDocumentSchedule } from '../src/schedule.ts';
import { command, launcher, temporaryFolder } from './support/command.ts';
import { output } from './support/installed.ts';

const guide = readFileSync(path.join(import.meta.dirname, '../docs/guide/lifecycle.md'), 'utf8');

/** The blocks of code in a language, in their order. */
function blocks(language: string): string[] {
  return [...guide.matchAll(/```(\w+)\n([\s\S]*?)```/g)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );
}

test('the walk through the end of the interface goes as the guide tells', async (t) => {
  if ((await output(t, 'curl', ['--version'])) === undefined) return;
  const folder = await temporaryFolder(t);
  const [begin = '', walk = ''] = blocks('sh');
  const [, seed = ''] = /<<'END'\n([\s\S]*?)END\n/.exec(begin) ?? [];
  await writeFile(path.join(folder, 'seed.yaml'), seed);
  const [, flags = ''] = /^sparring (.*)$/m.exec(begin) ?? [];
  const words = flags.replace('--port 8080', '--port 0').split(' ');
  const server = command(t, folder, [...words, '--password-cost', 'test']);
  const [, base = ''] = await server.printed(/Authorizations +http:\/\/(\S+)\/api\/v3/);

  const sparring = `sparring() { "${process.execPath}" "${launcher}" "$@"; }\n`;
  const script = sparring + walk.replaceAll('127.0.0.1:8080', base);
  const told = String(await output(t, 'sh', ['-euc', script])).replaceAll('\r', '');
  const answers = told.split(/^(?=HTTP)/m);
  assert.deepEqual(
    answers.map((answer) => answer.slice(9, 12)),
    ['200', '410', '200', '404', '401'],
  );
  assert.match(answers[0] ?? '', /\nDeprecation: @1581638400\nSunset: Fri, 13 Nov 2020 16:00:00 GMT\n/);
  assert.match(answers[1] ?? '', /\nRetry-After: 10800\n/);
  assert.match(told, /mona@example\.com {2}Hi @mona, .*OAuth Authorizations API/);
});

test('the schedule in the guide is one', async () => {
  const [yaml = ''] = blocks('yaml');
  const { authorizations, path_tokens: pathTokens } = toDocumentSchedule(await parseDocument(yaml, 'guide'));
  assert.deepEqual(
    authorizations.map(({ name }) => name),
    ['deprecated', 'brownout', 'removed'],
  );
  assert.equal(pathTokens.length, 1);
});
