import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Endpoint, Example } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import { exampleServer, PROTOCOLS } from './support/servers/example-server.ts';
import { createResponseValidator } from './support/servers/response-validator.ts';
import type { WireResponse } from './support/wire/wire.ts';

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
            const response = await ask({ method, path: example.path, ...pick(example) });
            assert.equal(response.status, example.status, response.text());
            checkFields(response, example);
            checkContent(response, service, endpoint, method);
          });
        }
      }
    }
  });

function pick({ fields, body }: Example) {
  return { ...(fields ? { fields } : {}), ...(body === undefined ? {} : { body }) };
}

function checkFields(response: WireResponse, { responseFields = [] }: Example): void {
  for (const [name, wanted] of responseFields) {
    const values = response.fields
      .filter(([other]) => other.toLowerCase() === name.toLowerCase())
      .map(([, value]) => value);
    // Clients of HTTP/2 combine repeated fields.
    const isFound = [...values, ...values.flatMap((value) => value.split(', '))].some((value) =>
      typeof wanted === 'string' ? value === wanted : wanted.test(value),
    );
    assert.ok(isFound, `${name} is ${JSON.stringify(values)}, not ${wanted}`);
  }
}

function checkContent(response: WireResponse, service: Service, endpoint: Endpoint, method: string): void {
  const declared = endpoint.responses[response.status];
  assert.ok(declared !== undefined, `the endpoint does not declare a response ${response.status}`);
  const methods: readonly string[] = endpoint.methods;
  const others = method === 'HEAD' ? 'GET' : '*';
  const problem = validator.problemOf({
    service,
    template: endpoint.path,
    operation: methods.includes(method) ? method : others,
    method,
    status: response.status,
    contentType: response.field('Content-Type'),
    contentEncoding: response.field('Content-Encoding'),
    content: response.body,
  });
  assert.equal(problem, undefined);
}
