import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { findViolations } from '#http/message/validation.ts';
import { DEFINABLE, LABS, LabData, labSeedSchemas } from './index.ts';
import { AttemptView } from './keys/attempt-view.ts';

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
      assert.ok(source && existsSync(new URL(`../../${source}`, import.meta.url)), name);
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
      'PUT /sequence/{key}': [
        ['200', '400', '422', '503'],
        [],
        undefined,
        'The key is invalid, or the body is not JSON.',
      ],
      'DELETE /sequence/{key}': [['204', '400', '404', '503'], [], undefined, 'The key is invalid.'],
      'GET /limit/{key}': [['200', '400', '404', '503'], [], undefined, 'The key is invalid.'],
      'DELETE /limit/{key}': [['204', '400', '404', '503'], [], undefined, 'The key is invalid.'],
    });
  });

  it('have the members of the lab in a key, and its decision in each attempt', () => {
    const members = Object.fromEntries(
      LABS.flatMap(({ endpoints }) => endpoints)
        .filter(({ path, methods }) => path.endsWith('{key}') && methods[0] !== 'DELETE')
        .map(({ path, methods, responses }) => {
          const { properties, required } = Object(responses)[200];
          const attempt = properties.attempts.items;
          // The decision is optional, because an attempt that is rejected early has none.
          const isComplete = isDeepStrictEqual(attempt.required, Object(AttemptView).required);
          const names = Object.keys(attempt.properties).filter((name) => !(name in AttemptView.properties));
          assert.deepEqual(Object.keys(properties), required);
          return [`${methods[0]} ${path}`, [required, names, isComplete]];
        }),
    );
    const sequence = ['key', 'steps', 'stepDirectives', 'after', 'by', 'next', 'callers'];
    const limit = ['key', 'kind', 'per', 'unit', 'policies', 'accepted', 'rejected', 'callers'];
    const common = ['attempts', 'summary'];
    assert.deepEqual(members, {
      'GET /sequence/{key}': [[...sequence, ...common], ['replayed'], true],
      'PUT /sequence/{key}': [[...sequence, ...common], ['replayed'], true],
      'GET /limit/{key}': [[...limit, ...common], ['accepted', 'units', 'early', 'retryAfter'], true],
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
