import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createBodyBudget } from '#http/message/body/body-budget.ts';
import type { WireError } from '../../error.ts';
import type { BodyReader } from '../../port.ts';
import { IncomingBody } from './body.ts';

/** A body whose source and readers record what happens. */
function openBody(limit = 1_000_000) {
  const events: string[] = [];
  const budget = createBodyBudget(limit);
  const body = new IncomingBody({
    memory: budget.open(),
    crashed: () => void events.push('crashed'),
    consumed: (bytes) => void events.push(`consumed ${bytes}`),
    resume: () => void events.push('resume'),
  });
  const reader = (name = ''): BodyReader => ({
    data: (chunk) => void events.push(`${name}data ${chunk}`),
    end: () => void events.push(`${name}end`),
    fail: (error) => void events.push(`${name}fail ${error?.kind}`),
  });
  /** What has happened since the last call. */
  const take = () => events.splice(0);
  return { body, reader, take, events, budget };
}

const bytes = (text: string) => Buffer.from(text);

const microtasks = () => new Promise((resolve) => setImmediate(resolve));

const ERROR: WireError = {
  kind: 'framing',
  status: 400,
  code: 0,
  message: '',
  method: '',
  target: '',
  bytes: bytes(''),
};

describe('the content of a request', () => {
  it('is retained until it has a reader, which is called later', async () => {
    const { body, reader, take } = openBody();
    assert.equal(body.content(bytes('ab')), true);
    assert.deepEqual([take(), body.received, body.isRead], [[], 2, false]);
    body.read(reader());
    assert.deepEqual([take(), body.isRead], [[], true]);
    await microtasks();
    assert.deepEqual(take(), ['data ab', 'consumed 2', 'resume']);
    assert.equal(body.content(bytes('c')), true);
    body.complete(['a', 'b']);
    assert.deepEqual(take(), ['data c', 'consumed 1', 'end']);
    assert.deepEqual([body.state, body.trailers, body.hasReader], ['complete', ['a', 'b'], false]);
  });

  it('is received without a reader up to 64 KiB, and more when some of it was read', async () => {
    const { body, reader, take } = openBody();
    assert.equal(body.content(Buffer.alloc(65_535)), true);
    assert.equal(body.content(bytes('a')), false);
    body.read(reader());
    await microtasks();
    assert.equal(take().at(-1), 'resume');
    assert.equal(body.content(bytes('b')), true);
  });

  it('is retained in little more memory than its bytes, however small its chunks are', async () => {
    const { body, reader, take } = openBody();
    const chunk = bytes('x');
    for (let index = 0; index < 65_535; index++) assert.equal(body.content(chunk), true);
    body.complete([]);
    const chunks: Buffer[] = [];
    body.read({ ...reader(), data: (part) => void chunks.push(part) });
    await microtasks();
    assert.equal(Buffer.concat(chunks).toString(), 'x'.repeat(65_535));
    const memory = new Set(chunks.map(({ buffer }) => buffer));
    assert.ok(memory.size < 20, `${memory.size} buffers`);
    assert.equal(take().at(-1), 'end');
  });

  it('can be complete before it is read', async () => {
    const { body, reader, take } = openBody();
    body.content(bytes('ab'));
    body.complete([]);
    body.read(reader());
    await microtasks();
    assert.deepEqual(take(), ['data ab', 'consumed 2', 'end']);
  });

  it('has one reader at a time', async () => {
    const { body, reader, take } = openBody();
    body.read(reader('1'));
    assert.throws(() => body.read(reader()), /The body has a reader/);
    await microtasks();
    take();
    body.content(bytes('a'));
    body.stop();
    assert.equal(body.content(bytes('b')), true);
    body.read(reader('2'));
    await microtasks();
    assert.deepEqual(take(), ['1data a', 'consumed 1', '2data b', 'consumed 1', 'resume']);
  });

  it('is not given to a reader that stops before it is called', async () => {
    const { body, reader, take } = openBody();
    body.content(bytes('a'));
    body.read(reader());
    body.stop();
    await microtasks();
    body.complete([]);
    assert.deepEqual(take(), []);
  });

  it('waits for a reader that pauses, also within a call', async () => {
    const { body, reader, take, events } = openBody();
    const pausing: BodyReader = {
      ...reader(),
      data(chunk) {
        events.push(`data ${chunk}`);
        body.pause();
      },
    };
    body.read(pausing);
    await microtasks();
    take();
    assert.equal(body.content(bytes('a')), true);
    assert.equal(body.content(bytes('b')), true);
    body.complete([]);
    assert.deepEqual(take(), ['data a', 'consumed 1']);
    body.resume();
    body.resume();
    await microtasks();
    assert.deepEqual(take(), ['data b', 'consumed 1']);
    body.resume();
    await microtasks();
    assert.deepEqual(take(), ['end']);
  });

  it('fails for its reader, and for one that begins later', async () => {
    const { body, reader, take } = openBody();
    body.read(reader('1'));
    await microtasks();
    take();
    body.fail(ERROR);
    body.fail(undefined);
    body.complete([]);
    assert.deepEqual([take(), body.state, body.failure], [['1fail framing'], 'failed', ERROR]);
    body.read(reader('2'));
    await microtasks();
    assert.deepEqual(take(), ['2fail framing']);
  });

  it('fails for its observer, once', () => {
    const { body, take, events } = openBody();
    body.observe({ chunk() {}, end: () => void events.push('end'), fail: () => void events.push('fail') });
    body.fail(undefined);
    body.fail(ERROR);
    body.complete([]);
    assert.deepEqual(take(), ['fail']);
  });

  it('is lost where it failed before it was read', async () => {
    const { body, reader, take } = openBody();
    body.content(bytes('a'));
    body.fail(undefined);
    body.read(reader());
    await microtasks();
    assert.deepEqual(take(), ['fail undefined']);
  });

  it('is seen by an observer that comes late, unless it has been read', async () => {
    for (const isRead of [false, true]) {
      const { body, reader } = openBody();
      const seen: string[] = [];
      body.content(bytes('a'));
      body.complete([]);
      if (isRead) body.read(reader());
      await microtasks();
      body.observe({ chunk: (chunk) => void seen.push(String(chunk)), end: () => void seen.push('end') });
      assert.deepEqual(seen, isRead ? [] : ['a', 'end']);
    }
  });

  it('is discarded, while the observer sees it, and its reader fails', async () => {
    const { body, reader, take, events } = openBody();
    body.observe({
      chunk: (chunk) => void events.push(`seen ${Buffer.from(chunk)}`),
      end: () => void events.push('seen end'),
      fail: () => void events.push('seen fail'),
    });
    body.content(bytes('a'));
    body.read(reader());
    body.discard();
    body.discard();
    await microtasks();
    assert.deepEqual(take(), ['seen a', 'consumed 1', 'resume', 'fail undefined']);
    assert.equal(body.content(bytes('bc')), true);
    body.complete([]);
    assert.deepEqual(take(), ['seen bc', 'consumed 2', 'seen end']);
  });

  it('can be discarded by its reader', async () => {
    const { body, take, reader, events } = openBody();
    for (const text of ['a', 'b']) body.content(bytes(text));
    body.read({
      ...reader(),
      data(chunk) {
        events.push(`data ${chunk}`);
        body.discard();
      },
    });
    await microtasks();
    assert.equal(body.content(bytes('c')), true);
    assert.deepEqual(
      take().filter((event) => event !== 'resume'),
      ['data a', 'consumed 1', 'fail undefined', 'consumed 1', 'consumed 1'],
    );
  });

  it('goes on when its reader discards it within a call', async () => {
    const { body, reader } = openBody();
    body.read({ ...reader(), data: () => body.discard() });
    await microtasks();
    assert.equal(body.content(bytes('a')), true);
  });

  it('that is none ends at once', async () => {
    const { reader, take } = openBody();
    const none = new IncomingBody(undefined);
    none.read(reader());
    await microtasks();
    assert.deepEqual([take(), none.state, none.received], [['end'], 'none', 0]);
  });

  describe('is counted while it waits', () => {
    const ends: readonly (readonly [title: string, end: (opened: ReturnType<typeof openBody>) => void])[] = [
      ['it is read', ({ body, reader }) => body.read(reader())],
      ['it is discarded', ({ body }) => body.discard()],
      ['it fails', ({ body }) => body.fail(ERROR)],
      ['its exchange ends', ({ body }) => body.end()],
      [
        'its exchange ends after it is complete',
        ({ body }) => {
          body.complete([]);
          body.end();
        },
      ],
      [
        'its reader stops after the end of its exchange',
        ({ body, reader }) => {
          body.complete([]);
          body.read(reader());
          body.end();
          body.stop();
        },
      ],
    ];
    for (const [title, end] of ends)
      it(`until ${title}`, async () => {
        const opened = openBody();
        opened.body.content(bytes('abc'));
        opened.body.content(bytes('de'));
        assert.equal(opened.budget.used, 5);
        end(opened);
        await microtasks();
        assert.equal(opened.budget.used, 0);
      });
  });

  it('is not counted when a reader takes it', async () => {
    const { body, reader, budget } = openBody(2);
    body.read({ ...reader(), data: () => assert.equal(budget.used, 0) });
    await microtasks();
    assert.equal(body.content(bytes('abc')), true);
    assert.equal(body.failure, undefined);
  });

  it('that has no room is received and discarded, and its reader fails', async () => {
    const { body, reader, take, budget } = openBody(3);
    assert.equal(body.content(bytes('abc')), true);
    assert.equal(budget.used, 3);
    assert.equal(body.content(bytes('d')), true);
    assert.deepEqual([take(), budget.used], [['consumed 3', 'resume', 'consumed 1'], 0]);
    body.read(reader());
    await microtasks();
    assert.deepEqual(take(), ['fail memory']);
    body.content(bytes('e'));
    body.complete([]);
    assert.deepEqual([take(), body.state, body.received], [['consumed 1'], 'complete', 5]);
  });

  it('that has no room waits if it has arrived with the head, and no more is received', async () => {
    const { body, reader, take, budget } = openBody(3);
    assert.equal(body.content(bytes('abcd')), false);
    assert.equal(budget.used, 0);
    body.content(bytes('ef'));
    assert.deepEqual([budget.used, body.waiting, body.failure], [2, 2, undefined]);
    body.content(bytes('gh'));
    assert.deepEqual([budget.used, body.waiting], [0, 0]);
    assert.deepEqual(body.failure, {
      kind: 'memory',
      status: 503,
      code: 0,
      message: 'The server has no memory for more content',
      method: '',
      target: '',
      bytes: Buffer.alloc(0),
    });
    assert.deepEqual(take(), ['consumed 6', 'resume', 'consumed 2']);
    body.read(reader());
    await microtasks();
    assert.deepEqual(take(), ['fail memory']);
  });

  it('that has arrived with the head is read, although it has no room', async () => {
    const { body, reader, take, budget } = openBody(3);
    body.content(bytes('abcd'));
    body.content(bytes('ef'));
    body.read({ ...reader(), data: () => assert.ok(budget.used <= 2) });
    await microtasks();
    assert.deepEqual([take(), budget.used], [['consumed 4', 'consumed 2', 'resume'], 0]);
  });

  it('that has no room fails a reader that is paused', async () => {
    const { body, reader, take } = openBody(3);
    body.read(reader());
    await microtasks();
    body.pause();
    body.content(bytes('abc'));
    take();
    body.content(bytes('d'));
    assert.deepEqual(take(), ['consumed 3', 'resume', 'fail memory', 'consumed 1']);
  });

  it('that is discarded fails for a reader that begins later', async () => {
    const { body, reader, take } = openBody();
    body.discard();
    take();
    body.read(reader());
    await microtasks();
    assert.deepEqual(take(), ['fail undefined']);
    body.content(bytes('a'));
    body.complete([]);
    assert.deepEqual(take(), ['consumed 1']);
  });

  it('that was discarded is not seen by an observer that comes late', () => {
    const { body } = openBody();
    const seen: string[] = [];
    body.content(bytes('a'));
    body.discard();
    body.observe({ chunk: (chunk) => void seen.push(String(chunk)), end: () => void seen.push('end') });
    body.content(bytes('b'));
    body.complete([]);
    assert.deepEqual(seen, ['b', 'end']);
  });

  it('flows again for a new reader of a body that was paused', async () => {
    const { body, reader, take } = openBody();
    body.content(bytes('a'));
    body.pause();
    body.read(reader());
    await microtasks();
    assert.deepEqual(take(), ['data a', 'consumed 1', 'resume']);
  });

  it('that a reader cannot take ends neither the process nor the body', async () => {
    const { body, take, events } = openBody();
    body.content(bytes('a'));
    body.read({
      data() {
        throw new Error('A defect of the reader');
      },
      end() {},
      fail: () => void events.push('fail'),
    });
    await microtasks();
    assert.deepEqual(take(), ['resume', 'fail', 'crashed', 'consumed 1']);
  });
});
