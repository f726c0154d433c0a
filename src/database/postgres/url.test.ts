import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePostgresUrl } from './url.ts';

test('limits in the URL are read, and not sent to the server', () => {
  const url =
    'postgres://mona:s%40crt@db.example:5433/accounts?sslmode=require&max=3&connect_timeout=2&statement_timeout=1500&lock_timeout=250';
  assert.deepEqual(parsePostgresUrl(url), {
    href: 'postgres://mona:s%40crt@db.example:5433/accounts?sslmode=require',
    location: 'db.example:5433/accounts',
    limits: { poolSize: 3, connectTimeout: 2000, statementTimeout: 1500, lockTimeout: 250 },
  });
});

test('a URL without limits is not changed', () => {
  const url = 'postgres:///accounts?host=/run/postgresql';
  assert.deepEqual(parsePostgresUrl(url), { href: url, location: 'the local socket/accounts', limits: {} });
});

for (const input of [
  'max=0',
  'max=1001',
  'max=many',
  'connect_timeout=3601',
  'lock_timeout=-1',
  'statement_timeout=1.5',
  'statement_timeout=',
])
  test(`the limit ${input} is an error that does not contain the URL`, () => {
    const parse = () => parsePostgresUrl(`postgres://mona:s3cret@127.0.0.1/accounts?${input}`);
    assert.throws(parse, (error: Error) => {
      const name = input.split('=')[0];
      assert.match(
        error.message,
        new RegExp(`^The parameter ${name} of the PostgreSQL URL must be a whole number from 1 to \\d+\\.$`),
      );
      return error.name === 'DatabaseError';
    });
  });
