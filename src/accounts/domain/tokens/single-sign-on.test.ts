import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Authorization } from '../../store/index.ts';
import { createSsoRequest, readSsoRequest } from './single-sign-on.ts';

const noon = Date.UTC(2026, 2, 1, 12);
const hour = 3_600_000;

const authorization: Authorization = {
  id: 7,
  userId: 1,
  application: null,
  origin: 'interface',
  hashedToken: 'ab'.repeat(32),
  tokenLastEight: 'abababab',
  note: null,
  noteUrl: null,
  scopes: [],
  fingerprint: null,
  expiresAt: null,
  lastUsedAt: null,
  createdAt: '2026-03-01T12:00:00Z',
  updatedAt: '2026-03-01T12:00:00Z',
};

const find = (known: Authorization | undefined) => async (id: number) =>
  id === known?.id ? known : undefined;

const text = createSsoRequest({ authorization, organizationId: 3 }, noon);

test('a request contains its token and its organization', async () => {
  assert.deepEqual(await readSsoRequest(text, find(authorization), noon), {
    authorization,
    organizationId: 3,
  });
});

test('the request needs no escaping in a URL and a header', () => {
  assert.match(text, /^[\w.-]+$/);
});

test('the request is valid for an hour', async () => {
  const at = async (moment: number) =>
    (await readSsoRequest(text, find(authorization), moment)) !== undefined;
  assert.deepEqual(
    [await at(noon), await at(noon + hour - 1), await at(noon + hour), await at(noon - 1000)],
    [true, true, false, false],
  );
});

test('the request is invalid after its token is deleted or replaced', async () => {
  const replaced = { ...authorization, hashedToken: 'cd'.repeat(32) };
  assert.equal(await readSsoRequest(text, find(undefined), noon), undefined);
  assert.equal(await readSsoRequest(text, find(replaced), noon), undefined);
});

test('a request with any changed part is invalid', async () => {
  const [id, organization, end, proof = ''] = text.split('.');
  const other = { ...authorization, id: 8 };
  const [first = ''] = proof;
  for (const forged of [
    `8.${organization}.${end}.${proof}`,
    `${id}.4.${end}.${proof}`,
    `${id}.${organization}.${Number(end) - 1}.${proof}`,
    `${id}.${organization}.${end}.${first === 'A' ? 'B' : 'A'}${proof.slice(1)}`,
    `0${text}`,
  ])
    for (const known of [authorization, other])
      assert.equal(await readSsoRequest(forged, find(known), noon), undefined, forged);
});

test('malformed text is not a request, and causes no query', async () => {
  const never = () => Promise.reject(new Error('looked up'));
  for (const none of [
    '',
    '.',
    '...',
    'x',
    `${text}.`,
    `${text}\n`,
    ` ${text}`,
    '1.2.3.4',
    '9'.repeat(100_000),
    '\0',
  ])
    assert.equal(await readSsoRequest(none, never, noon), undefined, none.slice(0, 20));
});
