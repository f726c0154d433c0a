import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type TSchema, Type } from 'typebox';
import { anyResponse, htmlResponse, type ResponseDeclarations } from '#http/message/response.ts';
import { anyBody, type Endpoint, formContent } from '#http/routing/endpoint.ts';
import type { ServiceDocumentation } from '#http/routing/service-documentation.ts';
import { anything, endpoint, toyService } from '#test/support/servers/toy.ts';
import { buildOpenApi } from './openapi.ts';

const ERROR = { $ref: '#/components/responses/Error' };

function documentOf(endpoints: readonly Endpoint[], documentation: Partial<ServiceDocumentation> = {}) {
  return JSON.parse(JSON.stringify(buildOpenApi(toyService(endpoints, { documentation }), '/')));
}

function declare(details: { responses?: ResponseDeclarations; access?: string; body?: TSchema } = {}) {
  return endpoint({ ...anything, ...details, path: '/toy', methods: ['GET'], handle() {} });
}

function schemaOf(schema: TSchema) {
  const document = documentOf([declare({ responses: { 200: schema } })]);
  return document.paths['/toy'].get.responses['200'].content['application/json'].schema;
}

describe('a schema in an OpenAPI document', () => {
  it('uses the tuples of JSON Schema 2020-12', () => {
    assert.deepEqual(schemaOf(Type.Array(Type.Tuple([Type.String(), Type.Integer()]))), {
      type: 'array',
      items: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'integer' }],
        items: false,
        minItems: 2,
      },
    });
  });

  it('has maps as additionalProperties', () => {
    assert.deepEqual(schemaOf(Type.Record(Type.String(), Type.Tuple([Type.Null()]))), {
      type: 'object',
      additionalProperties: { type: 'array', prefixItems: [{ type: 'null' }], items: false, minItems: 1 },
    });
  });

  it('has no keyword of the decoder, but members of any name', () => {
    const { schema } = documentOf([
      endpoint({
        ...anything,
        path: '/toy',
        methods: ['GET'],
        query: { page: Type.Integer({ minimum: 1, clamp: true }) },
        handle() {},
      }),
    ]).paths['/toy'].get.parameters[0];
    assert.deepEqual(schema, { type: 'integer', minimum: 1 });
    assert.deepEqual(schemaOf(Type.Object({ clamp: Type.String(), items: Type.String() })).properties, {
      clamp: { type: 'string' },
      items: { type: 'string' },
    });
  });

  it('is a component where it has a title', () => {
    const Part = Type.Object({ size: Type.Integer() }, { title: 'Part' });
    const document = documentOf([declare({ responses: { 200: Type.Array(Part), 201: Part } })]);
    assert.deepEqual(document.components.schemas, {
      Part: {
        type: 'object',
        required: ['size'],
        properties: { size: { type: 'integer' } },
        title: 'Part',
      },
    });
    assert.equal(
      document.paths['/toy'].get.responses['201'].content['application/json'].schema.$ref,
      '#/components/schemas/Part',
    );
    const other = Type.Object({}, { title: 'Part' });
    assert.throws(() => documentOf([declare({ responses: { 200: Part, 201: other } })]), /title Part/);
  });
});

describe('a response in an OpenAPI document', () => {
  it('that a sentence describes is an error of the service from 400 up, and has no content below', () => {
    const { responses } = documentOf([declare({ responses: { 204: 'Done.', 404: 'Missing.' } })]).paths[
      '/toy'
    ].get;
    assert.deepEqual(responses, {
      204: { description: 'Done.' },
      404: { description: 'Missing.', content: { 'text/plain': { schema: { type: 'string' } } } },
      '4XX': ERROR,
      default: ERROR,
    });
  });

  it('has the declared media types, and only the default of the endpoint if there is one', () => {
    const responses = { 200: htmlResponse('A page.'), default: anyResponse('Anything.') };
    assert.deepEqual(documentOf([declare({ responses })]).paths['/toy'].get.responses, {
      200: { description: 'A page.', content: { 'text/html': { schema: { type: 'string' } } } },
      default: { description: 'Anything.', content: { '*/*': { schema: {} } } },
    });
  });

  it('to a GET also has the other representations of JSON', () => {
    const document = documentOf([declare({ responses: { 200: Type.Null(), 400: Type.Null() } })], {
      jsonAlternatives: { 'application/javascript': Type.String() },
    });
    const types = (status: number) => Object.keys(document.paths['/toy'].get.responses[status].content);
    assert.deepEqual(types(200), ['application/json', 'application/javascript']);
    assert.deepEqual(types(400), ['application/json']);
  });

  it('to a request without an operation is documented outside of the paths', () => {
    const unmatched = documentOf([], { otherResponses: { 308: htmlResponse('A redirect.') } })[
      'x-unmatched-requests'
    ];
    assert.deepEqual(Object.keys(unmatched.responses), ['308', 'default']);
    assert.deepEqual(unmatched.responses.default, ERROR);
  });
});

describe('an operation in an OpenAPI document', () => {
  it('names the credentials of its access, or the default of the service', () => {
    const [key, token] = [
      { key: { type: 'http', scheme: 'basic' } },
      { token: { type: 'http', scheme: 'bearer' } },
    ];
    const document = documentOf([declare({ access: 'member' })], {
      security: {
        default: { description: 'None.', schemes: key, isOptional: true },
        member: { description: 'Either.', schemes: { ...key, ...token } },
      },
    });
    assert.deepEqual(document.security, [{}, { key: [] }]);
    assert.deepEqual(document.paths['/toy'].get.security, [{ key: [] }, { token: [] }]);
    assert.deepEqual(document.components.securitySchemes, { ...key, ...token });
    assert.deepEqual(documentOf([declare()]).security, []);
  });

  it('has the fields of its form, and any other body as it is declared', () => {
    const form = anyBody('A form.', formContent({ name: Type.String() }));
    const post = (body: ReturnType<typeof anyBody>) =>
      documentOf([endpoint({ ...anything, path: '/toy', methods: ['POST'], body, handle() {} })]).paths[
        '/toy'
      ].post.requestBody;
    assert.deepEqual(post(form).content['application/x-www-form-urlencoded'].schema, {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' } },
    });
    assert.deepEqual(post(anyBody('Bytes.')), { description: 'Bytes.', content: { '*/*': { schema: {} } } });
  });

  it('of any method is an extension of the path item', () => {
    const item = documentOf([endpoint({ ...anything, path: '/toy', methods: ['GET', '*'], handle() {} })])
      .paths['/toy'];
    assert.deepEqual(Object.keys(item), ['get', 'x-any-method']);
    assert.notEqual(item.get.operationId, item['x-any-method'].operationId);
  });
});
