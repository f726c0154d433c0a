import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EventParser } from './event-parser.ts';

const STREAM =
  ': comment\n\nevent: done\nid: 7:1,2\ndata: {"a":1}\n\ndata: x\r\ndata:y\r\n\r\nid: 8\n\nretry: 5\ndata: z\n\n';

const EVENTS = [
  { name: 'done', id: '7:1,2', data: '{"a":1}' },
  { name: 'message', id: '7:1,2', data: 'x\ny' },
  { name: 'message', id: '8', data: 'z' },
];

test('events are parsed, whatever the chunks are', () => {
  assert.deepEqual(new EventParser().add(STREAM), EVENTS);
  const parser = new EventParser();
  assert.deepEqual(
    [...STREAM].flatMap((character) => parser.add(character)),
    EVENTS,
  );
});

test('an incomplete event is not reported', () => {
  assert.deepEqual(new EventParser().add('data: x\n'), []);
});
