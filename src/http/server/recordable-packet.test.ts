import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toyService } from '#test/support/servers/toy.ts';
import { ConnectionInfo } from '#wire/connection-info.ts';
import { createUnrecordedPaths } from '../routing/unrecorded-paths.ts';
import { recordablePacket } from './recordable-packet.ts';

const unrecorded = createUnrecordedPaths([toyService([], { prefix: '/private' })]);

/** Whether the bytes are recorded, after so many requests of the connection. */
function isRecorded(bytes: string, target: string, requestCount: number): boolean {
  const connection = new ConnectionInfo('127.0.0.1:1', () => 1);
  connection.requestCount = requestCount;
  const error = { kind: 'syntax', status: 400, code: 0, message: '', method: '', target } as const;
  return recordablePacket(unrecorded, { ...error, bytes: Buffer.from(bytes) }, connection) !== undefined;
}

it('bytes that can be the content of an earlier request are not recorded', () => {
  assert.equal(isRecorded('password=secret', '', 1), false);
  assert.equal(isRecorded('GET /get HTTP/1.1\nHost: h\n\n', '/get', 1), true);
  assert.equal(isRecorded('\0garbage', '', 0), true);
});

it('bytes with a path of a service that is not recorded are not recorded, however it is written', () => {
  for (const path of ['/private/a', '/PRIVATE', '//private', '/%70rivate'])
    assert.equal(isRecorded(`GET ${path} HTTP/1.1\n`, path, 0), false, path);
});
