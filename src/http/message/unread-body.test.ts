import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createBodyBudget } from '#http/message/body/body-budget.ts';
import { createFakeWire } from '#test/support/servers/fake-wire.ts';
import { IncomingBody } from '#wire/driver/connection/body.ts';
import { EXPECT_CONTINUE } from '#wire/request-head.ts';
import { isBodyUnread } from './unread-body.ts';

it('a body over HTTP/2 is unread until it has a reader or an end, unless its client waits for 100 (Continue)', () => {
  const open = (streamId: number, flags = 0) => {
    const body = new IncomingBody({ memory: createBodyBudget(1e6).open(), consumed() {}, resume() {} });
    return { body, wire: createFakeWire({ body, streamId, head: { framing: 'frames', flags } }) };
  };
  assert.equal(isBodyUnread(open(1).wire), true);
  assert.equal(isBodyUnread(open(0).wire), false);
  assert.equal(isBodyUnread(open(1, EXPECT_CONTINUE).wire), false);
  const read = open(1);
  read.body.read({ data() {}, end() {}, fail() {} });
  assert.equal(isBodyUnread(read.wire), false);
  const complete = open(1);
  complete.body.complete([]);
  assert.equal(isBodyUnread(complete.wire), false);
});
