import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { operations } from '#control/operations/index.ts';
import { readRules } from '#control/seed/rules-file.ts';
import { readSeed } from '#control/seed/seed.ts';
import { start } from '#library/index.ts';
import { members } from './support/accounts/api.ts';
import { temporaryFolder } from './support/commands/command.ts';
import { assertUsageError, runInProcess } from './support/commands/in-process-command.ts';
import { serveControlled } from './support/servers/control.ts';

/** Names that an object has from its prototype, so that an assignment loses them or finds another value. */
const NAMES = ['__proto__', 'constructor', 'toString'];

/** Objects as JSON has them: every name is that of an own member. */
const objectOf = <Value>(name: string, value: Value): Readonly<Record<string, Value>> => ({ [name]: value });

/** The entries of the objects at a path of JSON. */
const entriesAt = (value: unknown, ...steps: readonly (string | number)[]) =>
  Object.entries(steps.reduce<object>((inner, step) => Object(Reflect.get(inner, step)), Object(value)));

for (const name of NAMES)
  describe(`the name ${name}`, () => {
    it('is rejected in the body of each operation', async (t) => {
      const { control } = await serveControlled(t);
      let count = 0;
      for (const { http } of operations) {
        const [method = '', route = ''] = http?.route.split(' ') ?? [];
        const example = http?.examples.find(({ body }) => body?.startsWith('{'));
        if (!example?.body) continue;
        const target = example.path.replace('/_sparring', '');
        const body = `${JSON.stringify({ ...JSON.parse(example.body), ...objectOf(name, 1) })}`;
        const { status, text } = await control(method, target, body);
        assert.ok([400, 422].includes(status), `${route} ${body}: ${status} ${text()}`);
        assert.match(text(), new RegExp(`${name}`), route);
        count++;
      }
      assert.ok(count >= 15, String(count));
      const { status, text } = await control('POST', '/seed', `{"${name}":{"users":[]}}`);
      assert.deepEqual([status, JSON.parse(text()).detail], [422, `${name} is not a known key.`]);
    });

    it('is kept in each view of a rule, which can be added again', async (t) => {
      const { control, send } = await serveControlled(t);
      const rule = {
        id: 'a',
        match: {
          path: '/a',
          query: objectOf(name, 'q'),
          headers: objectOf(name, 'h'),
          body: { json: objectOf(name, { [name]: 1 }), at: { [`/${name}/${name}`]: 1 } },
        },
        respond: { json: objectOf(name, [objectOf(name, 2)]), headers: objectOf(name, 'r') },
      };
      const assertWhole = (view: unknown, context: string) => {
        const found = [
          ...['query', 'headers'].map((member) => entriesAt(view, 'match', member)),
          entriesAt(view, 'match', 'body', 'json', name),
          entriesAt(view, 'respond', 'json', name, 0),
          entriesAt(view, 'respond', 'headers'),
        ];
        const expected = ['q', 'h', 1, 2, 'r'].map((value) => [[name, value]]);
        assert.deepEqual(found, expected, context);
      };
      const answers = async (target: string, json: object = objectOf(name, objectOf(name, 1))) => {
        const { status } = await send({
          method: 'POST',
          path: target,
          fields: [
            [name, 'h'],
            ['Content-Type', 'application/json'],
          ],
          body: JSON.stringify(json),
        });
        return status === 200;
      };
      let added: unknown = rule;
      for (const format of ['application/json', 'application/yaml']) {
        const response = await control('POST', '/rules', added);
        assert.equal(response.status, 201, response.text());
        assertWhole(JSON.parse(response.text()).rules[0], 'added');
        assertWhole(JSON.parse((await control('GET', '/rules')).text()).rules[0], 'list');
        assertWhole(JSON.parse((await control('GET', '/rules/a')).text()), 'read');
        assertWhole(JSON.parse((await control('PATCH', '/rules/a', { priority: 1 })).text()), 'changed');
        assertWhole(JSON.parse((await control('PUT', '/rules/a', rule)).text()), 'put');
        assert.deepEqual(
          [await answers(`/a?${name}=q`), await answers('/a?other=q'), await answers(`/a?${name}=q`, {})],
          [true, false, false],
        );
        const exported = await send({ path: '/_sparring/rules/export', fields: [['Accept', format]] });
        [added] = format.endsWith('json') ? JSON.parse(exported.text()) : parse(exported.text());
        assertWhole(added, format);
        assert.equal((await control('DELETE', '/rules')).status, 204);
      }
    });

    it('is kept by what is recorded, its views, and the conditions that select it', async (t) => {
      const { control, send } = await serveControlled(t, { journal: 100 });
      const json = (value: number) => objectOf(name, { [name]: value, token: 'correct-horse-1' });
      const post = (value: number) =>
        send({
          method: 'POST',
          path: `/anything?${name}=q&${name}=r`,
          fields: [
            [name, 'h'],
            ['Cookie', `${name}=c`],
            ['Content-Type', 'application/json'],
          ],
          body: JSON.stringify(json(value)),
        });
      const echo = (await post(1)).json();
      assert.deepEqual(entriesAt(echo, 'args'), [[name, ['q', 'r']]]);
      assert.deepEqual(entriesAt(echo, 'json', name), [
        [name, 1],
        ['token', 'correct-horse-1'],
      ]);
      await post(2);
      const entry = (await control('GET', '/requests/1')).text();
      for (const shown of [`"${name}"`, `${name}=q&${name}=r`, `\\"${name}\\":{\\"${name}\\":1`])
        assert.ok(entry.includes(shown), `${shown}: ${entry}`);
      assert.ok(!entry.includes('correct-horse-1'));
      const { log } = JSON.parse((await control('GET', '/requests.har')).text());
      const [{ request }] = log.entries;
      for (const list of ['headers', 'queryString', 'cookies'])
        assert.ok(
          request[list].some((each: object) => Reflect.get(each, 'name') === name),
          list,
        );
      const differences = members(await control('GET', '/requests/1/diff/2')).text;
      assert.ok(String(differences).includes(`body .${name}.${name}`), String(differences));
      const values = members(await control('GET', `/requests/values?of=header:${name}`)).values;
      assert.deepEqual(values, [{ value: 'h', count: 2, filter: `header:${name}:h` }]);
      const imported = await control('POST', '/rules/import?dry=true', { requests: [1] });
      assert.deepEqual(entriesAt(JSON.parse(imported.text()), 'rules', 0, 'match', 'query'), [
        [name, ['q', 'r']],
      ]);
      const count = async (match: object) => {
        const { status, text } = await control('POST', '/requests/verify', { match, count: 1 });
        assert.ok(text().includes(name), text());
        return status;
      };
      assert.deepEqual(
        await count({
          query: objectOf(name, ['q', 'r']),
          cookies: objectOf(name, 'c'),
          body: { json: json(1) },
        }),
        200,
      );
      assert.deepEqual(await count({ headers: objectOf(name, 'x') }), 408);
      assert.deepEqual(await count({ body: { json: objectOf(name, objectOf(name, 9)) } }), 408);
    });

    it('can be that of a bin, a key, a parameter of a path, and a member of a template', async (t) => {
      const { control, get, send } = await serveControlled(t, { journal: 100 });
      const bin = await control('PUT', `/bins/${name}`, { name: 'n', response: { status: 299 } });
      assert.deepEqual([bin.status, members(bin).key, members(bin).name], [200, name, 'n']);
      assert.equal((await get(`/bin/${name}/x`)).status, 299);
      const typed = await control('POST', '/rules', { match: { path: `/p/{a:${name}}` }, respond: {} });
      assert.equal(typed.status, 422, typed.text());
      const template = `{{path.${name}}} {{query.${name}}} {{json/${name}/${name}}} {{header.${name}}} {{cookie.${name}}}`;
      const rule = {
        bin: name,
        match: { path: `/p/{${name}}` },
        respond: { body: template, template: true },
      };
      const added = await control('POST', '/rules', rule);
      assert.equal(added.status, 201, added.text());
      const filled = await send({
        method: 'POST',
        path: `/bin/${name}/p/1?${name}=2`,
        fields: [
          [name, '4'],
          ['Cookie', `${name}=5`],
        ],
        body: JSON.stringify(objectOf(name, objectOf(name, 3))),
      });
      assert.equal(filled.text(), '1 2 3 4 5');
      assert.equal((await control('PUT', '/rules/unmatched', { bin: name, mode: 'fail' })).status, 204);
      const { scopes } = members(await control('GET', `/rules/unmatched?bin=${name}`));
      assert.deepEqual(scopes, [{ bin: name, count: 0, requests: [], mode: 'fail' }]);
      const { bins } = members(await control('GET', '/bins'));
      assert.ok(Array.isArray(bins));
      assert.deepEqual([bins.length, bins[0].key, bins[0].entries], [1, name, 2]);
      const { requests } = members(await control('GET', `/requests?bin=${name}`));
      assert.ok(Array.isArray(requests) && requests.length === 2);
      const steps = [{ status: 503, headers: objectOf(name, 'v') }, { json: objectOf(name, 1) }];
      assert.equal((await control('PUT', `/labs/sequence/${name}`, { steps })).status, 200);
      const [first, second] = [await get(`/sequence/${name}/end`), await get(`/sequence/${name}/end`)];
      assert.deepEqual([first.status, first.field(name)], [503, 'v']);
      assert.equal(second.text(), `{"${name}":1}`);
      const { keys } = members(await control('GET', '/labs'));
      assert.deepEqual(keys, [{ lab: 'sequence', key: name, attempts: 2 }]);
      const explained = await control('POST', '/rules/explain', {
        target: `/bin/${name}/p/1`,
        headers: objectOf(name, ['x']),
      });
      assert.equal(members(explained).outcome, 'rule');
    });

    it('is kept or rejected in each file, and by the library', async (t) => {
      const folder = await temporaryFolder(t);
      const write = async (file: string, text: string) => {
        await writeFile(path.join(folder, file), text);
        return path.join(folder, file);
      };
      const file = JSON.stringify({
        rules: [
          { match: { query: objectOf(name, 'q') }, respond: { json: objectOf(name, objectOf(name, 7)) } },
        ],
        sequences: objectOf(name, { steps: [{ json: objectOf(name, 8) }] }),
      });
      const yaml = `rules: [{ match: { query: { ${name}: q } }, respond: { json: { ${name}: { ${name}: 7 } } } }]\nsequences: { ${name}: { steps: [{ json: { ${name}: 8 } }] } }\n`;
      for (const text of [file, yaml]) {
        const { data } = await readSeed(await write('seed.yaml', text), '--seed');
        assert.deepEqual(entriesAt(data, 'rules', 0, 'match', 'query'), [[name, 'q']]);
        assert.deepEqual(entriesAt(data, 'rules', 0, 'respond', 'json', name), [[name, 7]]);
        assert.deepEqual(entriesAt(data, 'sequences', name, 'steps', 0, 'json'), [[name, 8]]);
      }
      for (const option of ['--seed', '--rules', '--config', '--lifecycle'])
        for (const text of [`{"${name}": []}`, `${name}: []`])
          assertUsageError(
            await runInProcess(['--port', '0', option, await write('unknown.yaml', text)]),
            new RegExp(`unknown\\.yaml:1: .*${name}`),
          );
      await assert.rejects(readRules(await write('rules.yaml', `- ${name}: 1`), '--rules'), {
        message: new RegExp(`rules\\.yaml:1: rules\\[0\\]\\.?.*${name}`),
      });
      await assert.rejects(start(objectOf(name, 1)), { name: 'UsageError', message: new RegExp(name) });
      const server = await start({ port: 0 });
      t.after(() => server.close());
      const added = server.rules.add({
        match: { path: '/a', query: objectOf(name, 'q') },
        respond: { json: objectOf(name, 1) },
      });
      assert.deepEqual(entriesAt(added, 'match', 'query'), [[name, 'q']]);
      assert.deepEqual(entriesAt(added, 'respond', 'json'), [[name, 1]]);
      assert.equal(await (await fetch(`${server.url}/a?${name}=q`)).text(), `{"${name}":1}`);
      assert.equal(server.journal.all({ query: objectOf(name, 'q') }).length, 1);
      assert.equal(server.journal.all({ query: objectOf(name, 'r') }).length, 0);
      assert.throws(() => server.rules.add(objectOf(name, 1)), new RegExp(name));
    });
  });
