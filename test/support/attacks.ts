import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exampleUser } from '#accounts/domain/example-accounts.ts';
import { FORM_TOKEN } from '#accounts/pages/forms/form.ts';
import { createFormToken } from '#accounts/pages/sessions/visitor.ts';
import type { Endpoint } from '#http/routing/endpoint.ts';
import type { Service } from '#http/routing/service.ts';
import type { Field, Fields } from '#http/syntax/fields.ts';
import { visitor } from './accounts/visitor.ts';
import { anyValues, bodies, fieldValues } from './adversarial-values.ts';
import type { ExampleServer } from './servers/example-server.ts';

export interface Attack {
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
  readonly body?: string;
}

const FORM_TYPE: Field = ['Content-Type', 'application/x-www-form-urlencoded'];
/** Number of headers of 8 KB that fit into one request. */
const FIELDS_IN_ONE_REQUEST = 6;

const READS_HEAD = /\bexchange\.(?:field|fields|query)\b|[(,]\s*(?:exchange|call)\s*[,)]/;

/** Requests with each adversarial value at each place that the endpoint or its service reads. */
export async function attacksOn(
  service: Service,
  endpoint: Endpoint,
  server: ExampleServer,
): Promise<Attack[]> {
  const caller = service.name === 'accounts' ? await signIn(server) : { fields: [], secret: '' };
  const example = endpoint.examples.find(({ status }) => status < 400) ?? endpoint.examples[0];
  if (!example) throw new Error(`${endpoint.path} has no example`);
  const base: Attack = {
    method: example.method ?? endpoint.methods[0] ?? 'GET',
    path: example.path,
    fields: withFields([['User-Agent', 'attack'], ...caller.fields], example.fields ?? []),
    ...(example.body === undefined ? {} : { body: String(example.body) }),
  };
  return [
    ...inPath(endpoint, base),
    ...inQuery(endpoint, base),
    ...(readsByItself(service, endpoint) ? [...inAnyQuery(base), ...inFields(base)] : []),
    ...(endpoint.body ? inBody(base, membersOf(service, endpoint.body), caller.secret) : []),
  ];
}

/**
 * Whether an endpoint can read header fields and undeclared parameters itself, as some files of the testing service and the
 * OAuth flows do. The others share the code that reads them, so some endpoints are sufficient.
 */
function readsByItself(service: Service, endpoint: Endpoint): boolean {
  const [, name = ''] = endpoint.path.split('/');
  if (name === 'login' || (service.name === 'testing' && READING_FILES.has(name))) return true;
  return service.endpoints.indexOf(endpoint) % 6 === 0;
}

export function describeAttack({ method, path: target, fields, body }: Attack): string {
  const short = (text: string) => (text.length > 60 ? `${text.slice(0, 50)}… (${text.length})` : text);
  const head = fields.map(([name, value]) => `${name}: ${short(value)}`).join('; ');
  return `${method} ${short(target)} with ${head}${body === undefined ? '' : ` and ${short(body)}`}`;
}

function* inPath(endpoint: Endpoint, base: Attack): Generator<Attack> {
  for (const parameter of endpoint.path.matchAll(/\{(\w+)(\+?)\}/g)) {
    for (const value of anyValues) {
      const written = encodeURIComponent(value);
      const segments = endpoint.path.replace(parameter[0], () => written).replace(/\{\w+\+?\}/g, '1');
      yield { ...base, path: segments };
    }
  }
}

function* inQuery(endpoint: Endpoint, base: Attack): Generator<Attack> {
  const [target] = base.path.split('?', 1);
  for (const name of Object.keys(endpoint.query ?? {})) {
    for (const value of anyValues) yield { ...base, path: `${target}?${name}=${encodeURIComponent(value)}` };
  }
}

/** As the name of a parameter, and as the complete query. */
function* inAnyQuery(base: Attack): Generator<Attack> {
  const [target] = base.path.split('?', 1);
  for (const value of fieldValues('query')) {
    const written = encodeURIComponent(value);
    for (const query of [`${written}=1`, value.replace(/[^!-~]|#/g, '+')])
      yield { ...base, path: `${target}?${query}` };
  }
}

function* inFields(base: Attack): Generator<Attack> {
  for (const names of groups) {
    const count = Math.max(...names.map((name) => fieldValues(name).length));
    for (let index = 0; index < count; index++) {
      const fields = names.map((name): Field => [name, fieldValues(name)[index] ?? '']);
      yield {
        ...base,
        fields: withFields(
          base.fields,
          fields.filter(([, value]) => value !== ''),
        ),
      };
    }
  }
}

function* inBody(base: Attack, names: readonly string[], secret: string): Generator<Attack> {
  const method = base.method === 'GET' ? 'POST' : base.method;
  for (const [type, body] of bodies) {
    yield { ...base, method, fields: withFields(base.fields, [['Content-Type', type]]), body };
  }
  for (const value of fieldValues('body')) {
    const form = new URLSearchParams({ [FORM_TOKEN]: secret && createFormToken(secret) });
    for (const name of names) form.set(name, value);
    yield { ...base, method, fields: withFields(base.fields, [FORM_TYPE]), body: form.toString() };
    const json = JSON.stringify(Object.fromEntries(names.map((name) => [name, value])));
    yield {
      ...base,
      method,
      fields: withFields(base.fields, [['Content-Type', 'application/json']]),
      body: json,
    };
  }
}

/** The session of a user, for pages that require sign-in. */
async function signIn(server: ExampleServer): Promise<{ fields: Fields; secret: string }> {
  const browser = visitor(server);
  await browser.signIn(exampleUser.login, exampleUser.password);
  const secret = browser.secret ?? '';
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    fields: [
      ['Cookie', `sparring_session=${secret}`],
      ['Origin', origin],
    ],
    secret,
  };
}

function withFields(fields: Fields, others: Fields): Fields {
  const names = new Set(others.map(([name]) => name.toLowerCase()));
  return [...fields.filter(([name]) => !names.has(name.toLowerCase())), ...others];
}

const source = path.join(import.meta.dirname, '../../src');
const texts = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(path.join(source, file), 'utf8'));
const matches = (pattern: RegExp) =>
  new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name)));

/** The endpoints, by the first segment of their paths, whose files read the head of a request or pass it on. */
const READING_FILES = new Set(
  globSync('**/endpoints/*.ts', { cwd: source })
    .filter((file) => READS_HEAD.test(readFileSync(path.join(source, file), 'utf8')))
    .map((file) => path.basename(file, '.ts')),
);

/** The request header fields that the source reads, so a new one needs no entry here. */
const fieldNames = [...matches(/\b(?:field|headers\.get)\('([A-Z][\w-]*)'\)/g), 'Cookie', 'Content-Type']
  // Node or the dispatcher rejects a request with another value before a service reads it.
  .filter((name) => !['Host', 'Expect', 'Connection', 'Content-Length'].includes(name));

/** With an invalid value of one of these, the others may not be read. */
const decisive = /^(?:authorization|cookie|if-range|origin|sec-fetch-site|user-agent|x-github-otp)$/i;

/** Each request has the fields of a group, because one request for each field would take too long. */
const groups = [
  ...fieldNames.filter((name) => decisive.test(name)).map((name) => [name]),
  ...inGroups(
    fieldNames.filter((name) => !decisive.test(name)),
    FIELDS_IN_ONE_REQUEST,
  ),
];

function inGroups(names: readonly string[], size: number): string[][] {
  return names.length === 0 ? [] : [names.slice(0, size), ...inGroups(names.slice(size), size)];
}

/** The fields of the forms on pages. */
const formNames = [
  ...matches(/\bform\.(?:text|exact|all)\('(\w+)'\)/g),
  'client_id',
  'client_secret',
  'device_code',
];

function membersOf(service: Service, body: NonNullable<Endpoint['body']>): readonly string[] {
  if (service.name === 'accounts') return formNames;
  return 'properties' in body ? Object.keys(Object(body.properties)) : ['a'];
}
