import assert from 'node:assert/strict';
import { it } from 'node:test';
import { command, temporaryFolder } from './support/commands/command.ts';
import { request } from './support/wire/wire.ts';

const MEBIBYTE = 1024 * 1024;

/** Half of the default limit of a body. */
const SIZE = 8 * MEBIBYTE;

/** Bodies in which one expression or one character is repeated up to this size. */
const BODIES: readonly (readonly [
  name: string,
  type: string,
  start: string,
  repeated: string,
  end: string,
])[] = [
  ['a word', '', '', 'x', ''],
  ['a fraction', 'application/json', '1.', '1', ''],
  ['an exponent', 'application/json', '1e', '1', ''],
  ['spaces', 'application/json', '', ' ', '1'],
  ['a string with escapes', 'application/json', '"\\n', 'x', '\\n"'],
  ['escapes', 'application/json', '"', '\\u0041', '"'],
  ['a form', 'application/x-www-form-urlencoded', 'a=', '%41', ''],
  ['spaces after a boundary', 'multipart/form-data; boundary=b', '--b', ' ', '\r\n\r\n\r\n\r\n--b--'],
];

/**
 * V8 compiles regular expressions without optimizations in a process that has compiled more than 1 MiB of them. A repetition
 * can then need a position on a stack of 64 MiB for each character, and throws a RangeError on a body of several MiB.
 */
it('a server echoes large bodies when V8 no longer optimizes regular expressions', async (t) => {
  const home = await temporaryFolder(t);
  const options = ['--port', '0', '--database', 'memory', '--max-body-size', '32m'];
  const server = command(t, home, options, { node: ['--no-regexp-optimization'] });
  const [, port] = await server.printed(/Testing service +http:\/\/127\.0\.0\.1:(\d+)/);
  for (const [name, type, start, repeated, end] of BODIES) {
    const count = Math.floor((SIZE - start.length - end.length) / repeated.length);
    const response = await request(Number(port), {
      method: 'POST',
      path: '/post',
      fields: type === '' ? [] : [['Content-Type', type]],
      body: start + repeated.repeat(count) + end,
    });
    assert.equal(response.status, 200, name);
  }
});
