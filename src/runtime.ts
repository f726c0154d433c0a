import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

// The functions of the machine, as they are when this module is loaded: fake timers of test runners replace those of
// `globalThis` and of these modules later, and the server of a test has a clock of its own.
const { setTimeout, clearTimeout } = timers;
const { setImmediate: nextIteration } = timersPromises;
const { now: machineNow } = Date;
const monotonic = performance.now.bind(performance);
const { hrtime } = process;

/** Calls a function after the current step of the event loop and its promises. */
export const { nextTick } = process;

/** Calls a function after the current one, among the promises. */
export const { queueMicrotask } = globalThis;

/**
 * The only source of time, timers, randomness and ids. It is passed to each module that needs one of them, so that a test
 * can freeze the clock and repeat random values.
 */
export interface Runtime {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Milliseconds since 1970 by the clock of the machine, for comparison with the clocks of other programs, such as in certificates. */
  machineNow(): number;
  /** Milliseconds from an arbitrary start, for durations. It is real time, also while the clock is frozen. */
  monotonic(): number;
  /** Microseconds of the monotonic clock of the system, which all processes of a machine share. Whole numbers. */
  systemMonotonic(): number;
  /** Resolves after so many milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Resolves in the next event loop iteration, so that long work does not block others. */
  nextIteration(): Promise<void>;
  /** Resolves after so many milliseconds of real time, whatever the clock shows. */
  wait(milliseconds: number): Promise<void>;
  /**
   * Runs the action once, later, in real time, without keeping the process alive. Returns a function that cancels it. For
   * an action that settles a promise, use `timeout`: a process without other work would end in silence before.
   */
  after(milliseconds: number, action: () => void): () => void;
  /** Runs an action as `after`, and keeps the process alive until then, or until it is cancelled. */
  timeout(milliseconds: number, action: () => void): () => void;
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
  /** Takes a snapshot of the random source. The returned function restores it. */
  snapshotRandom(): () => void;
}

/** The clock that `now` and `sleep` use. */
export interface Clock {
  /** Whether it stands still. */
  isFrozen(): boolean;
  /** Whether it differs from the clock of the machine. */
  isMoved(): boolean;
  /** Stops the clock at this time, or at the current time. While it is frozen, a sleep advances it and ends at once. */
  freeze(at?: number): void;
  /** Sets the clock to this time; it keeps running. */
  set(at: number): void;
  advance(milliseconds: number): void;
  /** Restores the time of the machine. */
  release(): void;
  state(): ClockState;
  restore(state: ClockState): void;
}

export interface ClockState {
  /** Null while the clock runs. */
  readonly frozenAt: number | null;
  /** Difference to the clock of the machine, in milliseconds. */
  readonly offset: number;
}

export interface RuntimeOptions {
  /** Freezes the clock at this time: milliseconds since the epoch. */
  now?: number;
  /** Makes all random values repeatable. Insecure. */
  seed?: number | undefined;
}

export function createRuntime(options: RuntimeOptions = {}): Runtime {
  const clock = createClock();
  const random = options.seed === undefined ? machineRandom : createSeededRandom(options.seed);
  const { bytes } = random;
  if (options.now !== undefined) clock.freeze(options.now);

  return {
    clock,
    now: clock.now,
    machineNow,
    monotonic,
    systemMonotonic() {
      const [seconds, nanoseconds] = hrtime();
      return seconds * 1e6 + Math.floor(nanoseconds / 1000);
    },
    bytes,
    snapshotRandom: random.snapshot,
    integer: (below) => Math.floor(fraction(bytes) * below),
    fraction: () => fraction(bytes),
    // Node buffers random bits for its own function, which makes it ten times as fast.
    uuid: options.seed === undefined ? randomUUID : () => formatUuid(bytes(16)),
    uniqueId: () => randomUUID(),
    nextIteration: () => nextIteration(),
    wait: (milliseconds) => sleep(milliseconds, undefined),
    after(milliseconds, action) {
      const timer = setTimeout(action, milliseconds);
      timer.unref();
      return () => clearTimeout(timer);
    },
    timeout(milliseconds, action) {
      const timer = setTimeout(action, milliseconds);
      return () => clearTimeout(timer);
    },
    sleep(milliseconds, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (!clock.isFrozen()) return sleep(milliseconds, signal);
      clock.advance(milliseconds);
      return Promise.resolve();
    },
  };
}

/** The function of Node creates four promises for each call; thousands of requests may sleep at the same time. */
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

/** @param state the state of another clock; by default, that of the machine. */
export function createClock({ frozenAt, offset }: ClockState = MACHINE): Clock & Pick<Runtime, 'now'> {
  const now = () => frozenAt ?? machineNow() + offset;
  return {
    now,
    isFrozen: () => frozenAt !== null,
    isMoved: () => frozenAt !== null || offset !== 0,
    state: () => ({ frozenAt, offset }),
    restore(state) {
      ({ frozenAt, offset } = state);
    },
    freeze(at = now()) {
      frozenAt = at;
    },
    set(at) {
      frozenAt = null;
      offset = at - machineNow();
    },
    advance(milliseconds) {
      if (frozenAt === null) offset += milliseconds;
      else frozenAt += milliseconds;
    },
    release() {
      frozenAt = null;
      offset = 0;
    },
  };
}

const MACHINE: ClockState = { frozenAt: null, offset: 0 };

function fraction(bytes: (count: number) => Buffer): number {
  return bytes(6).readUIntBE(0, 6) / 2 ** 48;
}

function formatUuid(bytes: Buffer): string {
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

interface RandomSource {
  bytes(count: number): Buffer;
  snapshot(): () => void;
}

const machineRandom: RandomSource = { bytes: randomBytes, snapshot: () => () => {} };

/** A counter hashed with the seed: the same bytes in the same order for the same seed. */
function createSeededRandom(seed: number): RandomSource {
  let counter = 0;
  return {
    bytes(count) {
      const blocks: Buffer[] = [];
      for (let length = 0; length < count; length += 32) {
        blocks.push(createHash('sha256').update(`${seed}:${counter++}`).digest());
      }
      return Buffer.concat(blocks).subarray(0, count);
    },
    snapshot() {
      const taken = counter;
      return () => {
        counter = taken;
      };
    },
  };
}

/** The time of `withDeadline` has passed. */
export class DeadlineError extends Error {
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
  { timeout }: Pick<Runtime, 'timeout'>,
  milliseconds: number,
  promise: Promise<Result>,
): Promise<Result> {
  const { promise: deadline, reject } = Promise.withResolvers<never>();
  const cancel = timeout(milliseconds, () => reject(new DeadlineError(milliseconds)));
  try {
    return await Promise.race([promise, deadline]);
  } finally {
    cancel();
  }
}
