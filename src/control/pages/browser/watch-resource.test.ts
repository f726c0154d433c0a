import assert from 'node:assert/strict';
import { it } from 'node:test';
import { watchResource } from './watch-resource.ts';

it('displays what has changed, and ignores a response that arrives after that of a later reading', async () => {
  const paths: string[] = [];
  const responses: PromiseWithResolvers<Response>[] = [];
  const displayed: unknown[] = [];
  const api = {
    call(path: string) {
      paths.push(path);
      const response = Promise.withResolvers<Response>();
      responses.push(response);
      return response.promise;
    },
  };
  const read = watchResource(api, '/rules', (value) => displayed.push(value));
  const readings = [read(), read(), read(), read()];
  for (const [index, value] of [
    [1, 'new'],
    [0, 'old'],
    [3, 'newest'],
    [2, 'new'],
  ] as const) {
    responses[index]?.resolve(Response.json(value));
    await readings[index];
  }
  assert.deepEqual(displayed, ['new', 'newest']);
  const same = read();
  responses[4]?.resolve(Response.json('newest'));
  await same;
  assert.deepEqual(displayed, ['new', 'newest']);
  assert.deepEqual(new Set(paths), new Set(['/_sparring/rules']));
});
