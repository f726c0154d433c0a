import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

/**
 * The only door to time, timers, randomness and identifiers. It is handed down to whoever needs one of them, so
 * a test can freeze the clock and repeat the dice.
 */
export interface Runtime {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** The same by the machine's own clock, whatever is done to this one: others judge certificates by theirs. */
  machineNow(): number;
  /** Milliseconds from an arbitrary start, for durations. It is real time, also while the clock is frozen. */
  monotonic(): number;
  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Resolves in the next event loop iteration, so that long work does not block others. */
  nextIteration(): Promise<void>;
  /** Resolves after so many milliseconds of real time, whatever the clock shows. */
  wait(milliseconds: number): Promise<void>;
  /** Runs the action once, later, in real time, without keeping the process alive. Returns what cancels it. */
  after(milliseconds: number, action: () => void): () => void;
  bytes(count: number): Buffer;
  /** A whole number from 0 up to, and not including, `below` (at most 2^32). */
  integer(below: number): number;
  /** A number from 0 up to, and not including, 1. */
  fraction(): number;
  /** A version 4 UUID (RFC 9562 §5.4). */
  uuid(): string;
  /** A version 4 UUID that no seed determines, for the log. */
  uniqueId(): string;
  readonly clock: Clock;
  /** Remembers clock and dice as they stand. What comes back puts them there again. */
  mark(): () => void;
}

/** The hands of the clock that `now` and `sleep` obey. */
export interface Clock {
  /** Whether it stands still. */
  isFrozen(): boolean;
  /** Whether it does not simply show the machine's own time. */
  isMoved(): boolean;
  /** Stops the clock at this moment, or where it stands. While it stands, a sleep moves it on and ends at once. */
  freeze(at?: number): void;
  /** Lets the clock run on from this moment. */
  set(at: number): void;
  advance(milliseconds: number): void;
  /** Back to the machine's own time. */
  release(): void;
}

export interface RuntimeOptions {
  /** Freezes the clock at this moment: milliseconds since the epoch. */
  now?: number;
  /** Makes all randomness repeatable. Never for a server that guards anything. */
  seed?: number;
}

export function createRuntime(options: RuntimeOptions = {}): Runtime {
  const hands = createHands();
  const dice = options.seed === undefined ? machineDice : createRepeatableDice(options.seed);
  const { bytes } = dice;
  if (options.now !== undefined) hands.freeze(options.now);

  return {
    clock: hands,
    now: hands.now,
    machineNow: () => Date.now(),
    monotonic: () => performance.now(),
    bytes,
    mark() {
      const marks = [hands.mark(), dice.mark()];
      return () => {
        for (const putBack of marks) putBack();
      };
    },
    integer: (below) => Math.floor(fraction(bytes) * below),
    fraction: () => fraction(bytes),
    // Node keeps random bits in store for its own, which makes it ten times as fast.
    uuid: options.seed === undefined ? randomUUID : () => toUuid(bytes(16)),
    uniqueId: () => randomUUID(),
    nextIteration: () => turn(),
    wait: (milliseconds) => sleep(milliseconds, undefined),
    after(milliseconds, action) {
      const timer = setTimeout(action, milliseconds);
      timer.unref();
      return () => clearTimeout(timer);
    },
    sleep(milliseconds, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (!hands.isFrozen()) return sleep(milliseconds, signal);
      hands.advance(milliseconds);
      return Promise.resolve();
    },
  };
}

/** Node's own keeps four promises and as many functions for it, which thousands that sleep at once would be made of. */
function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abandon);
      resolve();
    }, milliseconds);
    const abandon = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abandon);
  });
}

function createHands(): Clock & { now(): number; mark(): () => void } {
  let frozenAt: number | undefined;
  let offset = 0;
  const now = () => frozenAt ?? Date.now() + offset;
  return {
    now,
    isFrozen: () => frozenAt !== undefined,
    isMoved: () => frozenAt !== undefined || offset !== 0,
    mark() {
      const [markedAt, markedOffset] = [frozenAt, offset];
      return () => {
        [frozenAt, offset] = [markedAt, markedOffset];
      };
    },
    freeze(at = now()) {
      frozenAt = at;
    },
    set(at) {
      frozenAt = undefined;
      offset = at - Date.now();
    },
    advance(milliseconds) {
      if (frozenAt === undefined) offset += milliseconds;
      else frozenAt += milliseconds;
    },
    release() {
      frozenAt = undefined;
      offset = 0;
    },
  };
}

function fraction(bytes: (count: number) => Buffer): number {
  return bytes(6).readUIntBE(0, 6) / 2 ** 48;
}

function toUuid(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

interface Dice {
  bytes(count: number): Buffer;
  mark(): () => void;
}

const machineDice: Dice = { bytes: randomBytes, mark: () => () => {} };

/** A counter hashed with the seed: the same bytes in the same order for the same seed. */
function createRepeatableDice(seed: number): Dice {
  let counter = 0;
  return {
    bytes(count) {
      const blocks: Buffer[] = [];
      for (let made = 0; made < count; made += 32) {
        blocks.push(createHash('sha256').update(`${seed}:${counter++}`).digest());
      }
      return Buffer.concat(blocks).subarray(0, count);
    },
    mark() {
      const marked = counter;
      return () => {
        counter = marked;
      };
    },
  };
}

/** The time of `withDeadline` has passed. */
class DeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`not complete within ${milliseconds} ms`);
    this.name = 'DeadlineError';
  }
}

/**
 * Resolves with the result of the promise, at most so many milliseconds of real time later.
 * @throws DeadlineError after that; the promise continues, and its result is ignored.
 */
export async function withDeadline<Result>(
  { after }: Pick<Runtime, 'after'>,
  milliseconds: number,
  promise: Promise<Result>,
): Promise<Result> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const cancel = after(milliseconds, () => reject(new DeadlineError(milliseconds)));
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    cancel();
  }
}
