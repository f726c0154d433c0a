import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HttpError } from '#http/errors/errors.ts';
import { createRuntime } from '#runtime.ts';
import { recordingOf } from '#test/support/exchange-summary.ts';
import type { Attempt } from './attempt.ts';
import type { AttemptRecording, DefinedKey } from './key-store.ts';
import type { KeyRequest, KeyType } from './key-type.ts';
import { LocalKeys } from './local-keys.ts';
import { problemOf, toProblem } from './target-problem.ts';

interface Request extends KeyRequest<string> {
  readonly isRejected?: boolean;
  readonly isBroken?: boolean;
  readonly hasNoRest?: boolean;
}

/** The type of keys whose value is the definition, and what the value was called with. */
function createType(calls: unknown[] = []): KeyType {
  const type: KeyType<Request, string, string> = {
    lab: 'test',
    missing: (key) => `No key ${key}.`,
    create: (key, definition) => ({
      view: () => ({ definition }),
      check(request) {
        if (request.definition !== undefined && request.definition !== definition)
          throw new HttpError(409, 'Another definition.');
      },
      isOccupied: ({ isRejected }) => isRejected === true,
      begin(attempt: Attempt, { isRejected, isBroken, hasNoRest }) {
        attempt.step = 7;
        if (isBroken) throw new TypeError('broken');
        if (isRejected) throw new HttpError(429, 'Rejected.');
        return {
          result: `${key}:${definition}`,
          ...(!hasNoRest && { proceed: (report) => `${definition} ${report}` }),
          ended: ({ n }) => void calls.push(['ended', n]),
        };
      },
    }),
  };
  return type;
}

function open(calls: unknown[] = []) {
  const runtime = createRuntime({ now: 1000 });
  const type = createType(calls);
  const keys = new LocalKeys([type], runtime);
  const begin = (key: string, request: Request, follow: (attempt: unknown) => void = () => {}) => {
    const recording: AttemptRecording = {
      ...recordingOf(),
      target: `/test/${key}`,
      rawFields: ['A', '1'],
      follow,
    };
    return keys.begin({ type, key, request, recording, at: 5 });
  };
  return { keys, type, begin, runtime };
}

const defined = (key: string, definition: unknown = 'd'): DefinedKey => ({ lab: 'test', key, definition });
const outline = (keys: LocalKeys) => keys.list().map(({ lab, key, count }) => `${lab}/${key} ${count}`);

describe('an attempt at a key', () => {
  it('makes the key on first use, and has a number, a result and its request', () => {
    const { keys, begin } = open();
    const followed: unknown[] = [];
    const first = begin('k', { definition: 'd' }, (attempt) => followed.push(attempt));
    const second = begin('k', { definition: undefined });
    assert.deepEqual(followed, [first]);
    assert.deepEqual(
      [first.lab, second.lab],
      [1, 2].map((attempt) => ({ name: 'test', key: 'k', attempt })),
    );
    assert.deepEqual([first.result, first.rejection, second.result], ['k:d', undefined, 'k:d']);
    const { attempts, ...record } = keys.read('test', 'k') ?? assert.fail();
    assert.deepEqual(record, { lab: 'test', key: 'k', view: { definition: 'd' }, count: 2, ended: 0 });
    assert.deepEqual(
      attempts.map(({ n, time, gap, head, step }) => [n, time, gap, head, step]),
      [
        [1, 1000, null, '/test/k\nA\n1', 7],
        [2, 1000, 0, '/test/k\nA\n1', 7],
      ],
    );
    assert.deepEqual(outline(keys), ['test/k 2']);
  });

  it('is none without a key, or with another definition', () => {
    const { keys, begin, type } = open();
    for (const definition of [undefined, null])
      assert.throws(() => keys.begin({ ...callOf(type), request: { definition } }), {
        status: 404,
        message: 'No key k.',
      });
    assert.deepEqual(outline(keys), []);
    begin('k', { definition: 'd' });
    for (const rejected of [
      () => begin('k', { definition: 'e' }),
      () => keys.check(type, 'k', { definition: 'e' }),
    ])
      assert.throws(rejected, { status: 409, message: 'Another definition.' });
    assert.throws(() => keys.check(type, 'other', { definition: undefined }), { message: 'No key other.' });
    keys.check(type, 'k', { definition: 'd' });
    keys.check(type, 'other', { definition: 'd' });
    assert.deepEqual(outline(keys), ['test/k 1']);
  });

  it('counts if its value rejects it, with no result and nothing to end', () => {
    const calls: unknown[] = [];
    const { keys, begin } = open(calls);
    const attempt = begin('k', { definition: 'd', isRejected: true });
    assert.deepEqual([attempt.result, attempt.rejection?.status], [undefined, 429]);
    assert.throws(() => attempt.proceed('r'), { status: 409 });
    attempt.ended();
    assert.deepEqual([keys.read('test', 'k')?.ended, calls], [1, []]);
  });

  it('is recorded although its value fails, and the error is thrown', () => {
    const { keys, begin } = open();
    let isFollowed = false;
    const fail = () => begin('k', { definition: 'd', isBroken: true }, () => (isFollowed = true));
    assert.throws(fail, { name: 'TypeError', message: 'broken' });
    assert.deepEqual([isFollowed, outline(keys)], [true, ['test/k 1']]);
  });

  it('cannot proceed after its end, which its value receives once', () => {
    const calls: unknown[] = [];
    const { keys, begin } = open(calls);
    const attempt = begin('k', { definition: 'd' });
    assert.equal(attempt.proceed('r'), 'd r');
    attempt.ended();
    attempt.ended();
    assert.deepEqual(calls, [['ended', 1]]);
    const message = 'The exchange of the attempt has ended.';
    assert.throws(() => attempt.proceed('r'), { status: 409, message });
    assert.throws(() => begin('k', { definition: 'd', hasNoRest: true }).proceed('r'), { message });
    assert.equal(keys.read('test', 'k')?.ended, 2);
  });

  it('can be the reason to reject another one, if the key exists', () => {
    const { keys, begin, type } = open();
    const request = (isRejected: boolean): Request => ({ definition: 'd', isRejected });
    assert.equal(keys.isOccupied(type, 'k', request(true)), false);
    begin('k', request(false));
    assert.deepEqual(
      [true, false].map((each) => keys.isOccupied(type, 'k', request(each))),
      [true, false],
    );
  });
});

const callOf = (type: KeyType) => ({
  type,
  key: 'k',
  request: { definition: undefined },
  recording: { ...recordingOf(), target: '/', rawFields: [], follow() {} },
  at: 0,
});

describe('the keys of a process', () => {
  it('are defined, in place of those with the same name, and deleted', () => {
    const { keys, begin } = open();
    begin('k', { definition: 'd' });
    const record = { lab: 'test', key: 'k', view: { definition: 'e' }, count: 0, ended: 0, attempts: [] };
    assert.deepEqual(keys.define(defined('k', 'e')), record);
    assert.deepEqual(keys.read('test', 'k'), record);
    keys.seed([defined('a'), defined('b')]);
    assert.deepEqual(outline(keys), ['test/k 0', 'test/a 0', 'test/b 0']);
    assert.deepEqual([keys.delete('test', 'a'), keys.delete('test', 'a')], [true, false]);
    assert.equal(keys.read('test', 'a'), undefined);
    keys.clear();
    assert.deepEqual(outline(keys), []);
    assert.throws(() => keys.define({ ...defined('k'), lab: 'other' }), { message: 'There is no lab other' });
  });

  it('are those of the first start again after a reset', () => {
    const { keys, begin } = open();
    keys.reset();
    assert.deepEqual(outline(keys), []);
    begin('other', { definition: 'd' });
    keys.start([defined('k')]);
    assert.deepEqual(outline(keys), ['test/k 0']);
    begin('k', { definition: 'd' });
    keys.start([defined('later')]);
    assert.deepEqual(outline(keys), ['test/k 1']);
    keys.reset();
    assert.deepEqual(outline(keys), ['test/k 0']);
  });
});

describe('a wait for the ends of attempts', () => {
  const signal = () => new AbortController().signal;

  it('ends with the last one, also if the key is made later', async () => {
    const { keys, begin } = open();
    assert.equal(await keys.waitForEnds('test', 'k', 0, 60_000, signal()), 0);
    const waiting = keys.waitForEnds('test', 'k', 2, 60_000, signal());
    for (let n = 0; n < 2; n++) begin('k', { definition: 'd' }).ended();
    assert.equal(await waiting, 2);
    assert.equal(await keys.waitForEnds('test', 'k', 2, 60_000, signal()), 2);
    assert.equal(await keys.waitForEnds('test', 'k', 1, 60_000, signal()), 2);
  });

  it('ends in time with the number so far', async () => {
    const { keys, begin } = open();
    begin('k', { definition: 'd' }).ended();
    begin('k', { definition: 'd' });
    assert.equal(await keys.waitForEnds('test', 'k', 2, 1, signal()), 1);
    assert.equal(await keys.waitForEnds('test', 'other', 1, 1, signal()), 0);
  });

  it('ends with the reason of its signal', async () => {
    const { keys } = open();
    const controller = new AbortController();
    const waiting = keys.waitForEnds('test', 'k', 1, 60_000, controller.signal);
    controller.abort(new HttpError(503, 'closing'));
    await assert.rejects(waiting, { message: 'closing' });
    await assert.rejects(keys.waitForEnds('test', 'k', 1, 60_000, controller.signal), { message: 'closing' });
  });
});

describe('the problem of a target', () => {
  it('has the sentence of the error and its directives, and any other error is thrown', () => {
    assert.equal(
      problemOf(() => {}),
      undefined,
    );
    const problems = [{ in: 'path', name: 'status', keyword: 'type', message: 'must be a status' }] as const;
    const check = () => {
      throw new HttpError(400, 'status: must be a status', { problems });
    };
    assert.deepEqual(problemOf(check), {
      message: 'status: must be a status',
      step: null,
      directives: [{ name: 'status', message: 'must be a status' }],
    });
    assert.throws(() => toProblem(new TypeError('broken')), { message: 'broken' });
  });
});
