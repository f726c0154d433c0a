import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Endpoint, Example } from '../src/http/endpoint.ts';
import { exampleServer } from './support/example-server.ts';
import type { WireAnswer } from './support/wire.ts';

describe('every example of every endpoint, sent over the wire', async () => {
  const { send, services } = await exampleServer();

  for (const service of services) {
    for (const endpoint of service.endpoints) {
      for (const example of endpoint.examples) {
        const method = example.method ?? endpoint.methods[0] ?? 'GET';
        const fields = (example.fields ?? []).map(([name, value]) => `${name}: ${value}`).join(', ');
        it(`${service.name}: ${method} ${example.path}${fields && ` with ${fields}`} answers ${example.status}`, async () => {
          const answer = await send({ method, path: example.path, ...pick(example) });
          assert.equal(answer.status, example.status, answer.text());
          checkFields(answer, example);
          checkContent(answer, endpoint, method);
        });
      }
    }
  }
});

function pick({ fields, body }: Example) {
  return { ...(fields ? { fields } : {}), ...(body === undefined ? {} : { body }) };
}

function checkFields(answer: WireAnswer, { answers = [] }: Example): void {
  for (const [name, wanted] of answers) {
    const value = answer.field(name);
    assert.ok(value !== undefined, `${name} is missing`);
    if (typeof wanted === 'string') assert.equal(value, wanted, name);
    else assert.match(value, wanted, name);
  }
}

function checkContent(answer: WireAnswer, endpoint: Endpoint, method: string): void {
  const declared = endpoint.responses[answer.status];
  assert.ok(declared !== undefined, `the endpoint does not declare a response ${answer.status}`);
  if (typeof declared === 'string' || method === 'HEAD') return;
  const schema: TSchema = declared;
  const problems = Value.Errors(schema, answer.json()).map(
    (error) => `${error.instancePath} ${error.message}`,
  );
  assert.deepEqual(problems, []);
}
