import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { findViolations } from '../http/routing/validation.ts';
import { DEFINABLE, LABS, LabData, labSeedSchemas } from './index.ts';

const isSentence = (text: unknown) => typeof text === 'string' && /^[A-Z0-9].*\.$/.test(text);

describe('the endpoints of the labs', () => {
  it('are those of requests to a key, and of its administration', () => {
    const any = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', '*'];
    assert.deepEqual(
      LABS.flatMap(({ name, setting, endpoints }) =>
        endpoints.map(({ path, methods }) => [name, setting, path, methods]),
      ),
      [
        ['sequence', 'sequences', '/sequence/{key}/{steps+}', any],
        ['sequence', 'sequences', '/sequence/{key}', ['GET']],
        ['sequence', 'sequences', '/sequence/{key}', ['PUT']],
        ['sequence', 'sequences', '/sequence/{key}', ['DELETE']],
        ['limit', 'limits', '/limit/{key}/{directives+}', any],
        ['limit', 'limits', '/limit/{key}', ['GET']],
        ['limit', 'limits', '/limit/{key}', ['DELETE']],
      ],
    );
  });

  it('describe themselves, their parameters and their responses', () => {
    for (const { path, methods, tag, source, compare, params, query, responses } of LABS.flatMap(
      ({ endpoints }) => endpoints,
    )) {
      const name = `${methods[0]} ${path}`;
      assert.equal(tag, 'Labs', name);
      assert.ok(source && existsSync(new URL(`../${source}`, import.meta.url)), name);
      assert.ok(isSentence(Object(compare).new), name);
      for (const [parameter, schema] of Object.entries({ ...params, ...query }))
        assert.ok(isSentence(Object(schema).description), `${name} ${parameter}`);
      for (const [status, response] of Object.entries(responses))
        if (status !== '200')
          assert.ok(isSentence(Object(response).description ?? response), `${name} ${status}`);
    }
  });

  it('have their own parameters, and statuses', () => {
    const statuses = Object.fromEntries(
      LABS.flatMap(({ endpoints }) => endpoints)
        .filter(({ path }) => path.endsWith('{key}'))
        .map(({ path, methods, query, strictQuery, responses }) => [
          `${methods[0]} ${path}`,
          [Object.keys(responses), Object.keys(query ?? {}), strictQuery, Object(responses)[400]],
        ]),
    );
    assert.deepEqual(statuses, {
      'GET /sequence/{key}': [
        ['200', '400', '404', '408', '503'],
        ['wait', 'timeout'],
        true,
        'The key or a parameter is invalid.',
      ],
      'PUT /sequence/{key}': [['200', '400', '422', '503'], [], undefined, 'The key or a step is invalid.'],
      'DELETE /sequence/{key}': [['204', '400', '404', '503'], [], undefined, 'The key is invalid.'],
      'GET /limit/{key}': [['200', '400', '404', '503'], [], undefined, 'The key is invalid.'],
      'DELETE /limit/{key}': [['204', '400', '404', '503'], [], undefined, 'The key is invalid.'],
    });
  });
});

describe('the data of keys', () => {
  const data = { steps: ['status=200'] };

  it('is that of the labs with a definition', () => {
    assert.deepEqual(DEFINABLE, ['sequence']);
    assert.deepEqual(findViolations(LabData, data), []);
    assert.notDeepEqual(findViolations(LabData, { policies: [] }), []);
  });

  it('has up to 1000 names of keys in a seed', () => {
    const schema = Type.Object(labSeedSchemas, { additionalProperties: false });
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, data]));
    for (const [seed, keyword] of [
      [{}],
      [{ sequences: {} }],
      [{ sequences: { ['x'.repeat(64)]: data } }],
      [{ sequences: { ['x'.repeat(65)]: data } }, 'additionalProperties'],
      [{ sequences: { 'a b': data } }, 'additionalProperties'],
      [{ sequences: { a: {} } }, 'required'],
      [{ sequences: keys(1000) }],
      [{ sequences: keys(1001) }, 'maxProperties'],
      [{ limits: {} }, 'additionalProperties'],
    ] as const)
      assert.deepEqual(
        findViolations(schema, seed).map((violation) => violation.keyword),
        keyword === undefined ? [] : [keyword],
        JSON.stringify(seed).slice(0, 99),
      );
    assert.equal(Object(labSeedSchemas).sequences.description, 'an object of sequences of responses by key');
  });
});
