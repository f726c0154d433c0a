import { hash } from 'node:crypto';
import { fieldValues, findField } from '#http/syntax/fields.ts';
import { dispositionOf, type Part } from '#http/syntax/multipart.ts';
import { parseParameterised } from '#http/syntax/parameterised.ts';
import { canAssign } from './assignment.ts';
import { compilePointer } from './at-condition.ts';
import type { BodyMatch, GraphqlMatch, PartMatch } from './body-match.ts';
import type { BodyView } from './body-view.ts';
import { decodeCharset } from './charset.ts';
import { Code } from './code.ts';
import { type Condition, clip, type Difference, type Masking, quote } from './condition.ts';
import type { GraphqlOperation } from './graphql.ts';
import { comparePartially, type JsonDifference } from './json-comparison.ts';
import { type JsonMatchOptions, matchesJson } from './json-match.ts';
import { partJson, partText, type RequestContent } from './request-content.ts';
import type { RequestView } from './request-view.ts';
import { compileText, describeText, type TextCondition } from './text-condition.ts';
import { compileValues, describeValues } from './values-condition.ts';

/** The conditions for the body of a request. */
export function bodyConditions(match: BodyMatch): Condition<RequestView>[] {
  if (typeof match === 'string') return [equalityCondition(match)];
  if (match instanceof Code) return [textCondition(match)];
  const { json, exact, ignore_order: ignoresOrder, only = false } = match;
  const { at, form, parts, graphql, text, contains, sha256, size, empty } = match;
  const conditions: Condition<RequestView>[] = [];
  if (Object.hasOwn(match, 'json'))
    conditions.push(jsonCondition(json, { isExact: exact ?? false, ignoresOrder: ignoresOrder ?? false }));
  for (const [pointer, condition] of Object.entries(at ?? {})) {
    const test = compilePointer(pointer, condition);
    const expected = clip(JSON.stringify(condition));
    conditions.push(
      simpleCondition(
        `body at ${clip(pointer)}`,
        ({ content }) => content.json !== null && test(content.json.value),
        (masking) => masking.member(pointer.split('/').at(-1) ?? '', expected),
      ),
    );
  }
  for (const [name, condition] of Object.entries(form ?? {})) {
    const test = compileValues(condition);
    conditions.push(
      simpleCondition(
        `body form ${clip(name)}`,
        ({ content }) =>
          content.form !== null &&
          test(content.form.filter(([other]) => other === name).map(([, value]) => value)),
        (masking) => describeValues(condition, (value) => quote(masking.member(name, value))),
      ),
    );
  }
  if (parts) conditions.push(partsCondition(parts, only));
  if (graphql) conditions.push(graphqlCondition(graphql));
  if (text !== undefined) conditions.push(textCondition(text));
  if (contains !== undefined) {
    conditions.push(
      simpleCondition(
        'body',
        ({ content }) => content.includes(contains),
        (masking) => `${quote(masking.text(contains))} in it`,
      ),
    );
  }
  if (sha256 !== undefined) {
    const digest = sha256.toLowerCase();
    conditions.push(
      simpleCondition(
        'body',
        ({ body }) => (body.sha256 ?? EMPTY_DIGEST) === digest,
        () => `the SHA-256 ${digest}`,
      ),
    );
  }
  if (size) {
    const { min = 0, max = Number.POSITIVE_INFINITY } = size;
    conditions.push(
      simpleCondition(
        'body',
        ({ body }) => body.length >= min && body.length <= max,
        () => `from ${min} to ${max} bytes`,
      ),
    );
  }
  if (empty !== undefined)
    conditions.push(
      simpleCondition(
        'body',
        ({ body }) => (body.length === 0) === empty,
        () => (empty ? 'no body' : 'a body'),
      ),
    );
  return conditions.map((condition) => ({ ...condition, weight: WEIGHT / conditions.length }));
}

const EMPTY_DIGEST = hash('sha256', '');

/** Weight of the body in the comparison of near misses. */
const WEIGHT = 2;

/** The similarity of JSON that has all given members, and still does not match. */
const EQUAL_MEMBERS = 0.9;

function textCondition(text: TextCondition | Code): Condition<RequestView> {
  const test = compileText(text);
  return simpleCondition(
    'body',
    ({ content }) => test(content.text ?? undefined),
    (masking) => describeText(text, (value) => quote(masking.text(value))),
  );
}

/** A text of which the record has only the first bytes is compared by its digest. */
function equalityCondition(text: string): Condition<RequestView> {
  const digest = hash('sha256', text);
  return simpleCondition(
    'body',
    ({ body, content }) =>
      body.truncated && !content.isCoded ? body.sha256 === digest : content.text === text,
    (masking) => quote(masking.text(text)),
  );
}

function jsonCondition(expected: unknown, options: JsonMatchOptions): Condition<RequestView> {
  const test = ({ content }: RequestView) =>
    content.json !== null && matchesJson(expected, content.json.value, options);
  return condition(
    'body',
    test,
    (request) => {
      const { json } = request.content;
      if (!json || test(request)) return json ? 1 : 0;
      const { expected: count, differences } = comparePartially(expected, json.value);
      // All given members are equal, but there are others.
      return differences.length === 0 ? EQUAL_MEMBERS : 1 - differences.length / count;
    },
    ({ content }, masking, input) => {
      if (!content.json) return [{ part: 'body', text: `expected JSON, got ${input}` }];
      const { differences } = comparePartially(expected, content.json.value);
      if (differences.length === 0 || options.ignoresOrder)
        return [{ part: 'body', text: `expected ${describeJson(expected, options)}, got ${input}` }];
      return differences.slice(0, MAX_DIFFERENCES).map((difference) => ({
        part: difference.path === '' ? 'body' : `body ${clip(difference.path)}`,
        text: describeDifference(difference, masking),
      }));
    },
  );
}

/** Only names of members, because values can be credentials. */
function describeJson(expected: unknown, { isExact, ignoresOrder }: JsonMatchOptions): string {
  const names = typeof expected === 'object' && expected !== null ? Object.keys(expected) : [];
  const members =
    Array.isArray(expected) || names.length === 0 ? 'the given JSON' : `the members ${names.join(', ')}`;
  return `${isExact ? 'only ' : ''}${clip(members)}${ignoresOrder ? ' in any order' : ''}`;
}

/** Maximum number of members that are reported. */
const MAX_DIFFERENCES = 20;

function partsCondition(expected: readonly PartMatch[], isOnly: boolean): Condition<RequestView> {
  const tests = expected.map(compilePart);
  return simpleCondition(
    'body parts',
    ({ content: { parts } }) =>
      parts !== null &&
      (!isOnly || parts.length === tests.length) &&
      canAssign(tests, parts, (test, part) => test(part)),
    () => `${isOnly ? 'only ' : ''}parts with ${clip(expected.map(describePart).join('; '))}`,
  );
}

function describePart({ name, filename, type, ...others }: PartMatch): string {
  const texts = Object.entries({ name, filename, type }).flatMap(([member, condition]) =>
    condition === undefined ? [] : `${member} ${describeText(condition, quote)}`,
  );
  return [...texts, ...Object.keys(others)].join(', ');
}

type PartTest = (part: Part) => boolean;

function compilePart(match: PartMatch): PartTest {
  const { name, filename, type, headers, text, json, sha256, size } = match;
  const tests: PartTest[] = [];
  const addText = (condition: TextCondition | undefined, read: (part: Part) => string | undefined) => {
    if (condition === undefined) return;
    const test = compileText(condition);
    tests.push((part) => test(read(part)));
  };
  addText(name, (part) => dispositionOf(part)?.name);
  addText(filename, (part) => dispositionOf(part)?.filename);
  addText(type, ({ fields }) => {
    const value = findField(fields, 'Content-Type');
    return value === undefined ? undefined : parseParameterised(value).value;
  });
  addText(text, (part) => partText(part) ?? undefined);
  for (const [field, condition] of Object.entries(headers ?? {})) {
    const test = compileValues(condition);
    tests.push(({ fields }) => test(fieldValues(fields, field)));
  }
  if (Object.hasOwn(match, 'json'))
    tests.push((part) => {
      const found = partJson(part);
      return found !== null && matchesJson(json, found.value, SUBSET);
    });
  if (sha256 !== undefined) tests.push(({ content }) => hash('sha256', content) === sha256.toLowerCase());
  if (size) {
    const { min = 0, max = Number.POSITIVE_INFINITY } = size;
    tests.push(({ content }) => content.length >= min && content.length <= max);
  }
  return (part) => tests.every((test) => test(part));
}

const SUBSET: JsonMatchOptions = { isExact: false, ignoresOrder: false };

function graphqlCondition(match: GraphqlMatch): Condition<RequestView> {
  const { operation, type, variables } = match;
  const testName = operation === undefined ? undefined : compileText(operation);
  const test = (input: GraphqlOperation) =>
    (testName?.(input.name ?? undefined) ?? true) &&
    (type === undefined || input.type === type) &&
    (variables === undefined || matchesJson(variables, input.variables, SUBSET));
  return simpleCondition(
    'body graphql',
    ({ content }) => content.operations.some(test),
    () =>
      [
        `a ${type ?? 'GraphQL operation'}`,
        ...(operation === undefined ? [] : [`with the name ${describeText(operation, quote)}`]),
        ...(variables === undefined ? [] : ['with the given variables']),
      ].join(' '),
  );
}

function simpleCondition(
  name: string,
  test: (request: RequestView) => boolean,
  describeExpected: (masking: Masking) => string,
): Condition<RequestView> {
  return condition(
    name,
    test,
    (request) => (test(request) ? 1 : 0),
    (_, masking, input) => [{ part: name, text: `expected ${describeExpected(masking)}, got ${input}` }],
  );
}

/** @param differences gets the masked body in words. */
function condition(
  name: string,
  test: (request: RequestView) => boolean,
  similarity: (request: RequestView) => number,
  differences: (request: RequestView, masking: Masking, input: string) => Difference[],
): Condition<RequestView> {
  return {
    name,
    weight: WEIGHT,
    needsBody: true,
    test,
    similarity,
    explain(request, shown, masking) {
      return test(request)
        ? []
        : differences(request, masking, describe(shown.body, request.content, masking));
    },
  };
}

function describeDifference({ name, before, after }: JsonDifference, masking: Masking): string {
  if (after === undefined) return 'absent';
  const show = (value: unknown) =>
    value instanceof Code
      ? value.description
      : typeof value === 'string'
        ? quote(masking.member(name, value))
        : clip(JSON.stringify(value));
  return `expected ${show(before)}, got ${show(after)}`;
}

function describe(body: BodyView, content: RequestContent, masking: Masking): string {
  if (body.length === 0) return 'no body';
  if (body.truncated)
    return body.kept.byteLength === 0
      ? `${body.length} bytes, which were not kept`
      : `${body.length} bytes, of which the journal has ${body.kept.byteLength} (journalBodySize)`;
  if (content.bytes === null) return `${body.length} bytes, whose Content-Encoding is unknown or broken`;
  const { charset } = content;
  const text = decodeCharset(body.kept, charset);
  if (text === null) return `${body.length} bytes that are not ${charset.toUpperCase()}`;
  // The bytes are masked already, as far as they are those of UTF-8.
  return quote(charset === 'utf-8' ? text : masking.text(text));
}
