import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Endpoint, Example } from '../src/http/routing/endpoint.ts';
import type { Service } from '../src/http/routing/service.ts';
import { exampleServer, PROTOCOLS } from './support/example-server.ts';
import { createResponseValidator } from './support/response-validator.ts';
import type { WireAnswer } from './support/wire.ts';

const validator = createResponseValidator();

for (const protocol of PROTOCOLS)
  describe(`every example of every endpoint, over ${protocol}`, async () => {
    const { send, services } = await exampleServer({ protocol });
    // Examples of the control API would delete the accounts of other examples.
    const controlled = await exampleServer({ protocol });
    // The entry of the journal that examples name.
    await controlled.send({ path: '/get' });

    for (const service of services) {
      for (const endpoint of service.endpoints) {
        for (const example of endpoint.examples) {
          const method = example.method ?? endpoint.methods[0] ?? 'GET';
          const fields = (example.fields ?? []).map(([name, value]) => `${name}: ${value}`).join(', ');
          it(`${service.name}: ${method} ${example.path}${fields && ` with ${fields}`} answers ${example.status}`, async () => {
            const ask = service.name === 'control' ? controlled.send : send;
            const answer = await ask({ method, path: example.path, ...pick(example) });
            assert.equal(answer.status, example.status, answer.text());
            checkFields(answer, example);
            checkContent(answer, service, endpoint, method);
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
    const values = answer.fields
      .filter(([other]) => other.toLowerCase() === name.toLowerCase())
      .map(([, value]) => value);
    // Clients of HTTP/2 combine repeated fields.
    const isFound = [...values, ...values.flatMap((value) => value.split(', '))].some((value) =>
      typeof wanted === 'string' ? value === wanted : wanted.test(value),
    );
    assert.ok(isFound, `${name} is ${JSON.stringify(values)}, not ${wanted}`);
  }
}

function checkContent(answer: WireAnswer, service: Service, endpoint: Endpoint, method: string): void {
  const declared = endpoint.responses[answer.status];
  assert.ok(declared !== undefined, `the endpoint does not declare a response ${answer.status}`);
  const methods: readonly string[] = endpoint.methods;
  const others = method === 'HEAD' ? 'GET' : '*';
  const problem = validator.problemOf({
    service,
    template: endpoint.path,
    operation: methods.includes(method) ? method : others,
    method,
    status: answer.status,
    contentType: answer.field('Content-Type'),
    contentEncoding: answer.field('Content-Encoding'),
    content: answer.body,
  });
  assert.equal(problem, undefined);
}
