import type { Log } from '#http/routing/service.ts';
import type { Runtime } from '#runtime.ts';

/** A worker reads values again from now on; it has changed one; it has read again. */
export type ReadAgainRequest =
  | { readonly type: 'reading' }
  | { readonly type: 'changed'; readonly id: number }
  | { readonly type: 'has read'; readonly id: number };

/** A worker reads again, as another one has changed a value; the others have read what this one has changed. */
export type ReadAgainMessage =
  | { readonly type: 'read again'; readonly id: number }
  | { readonly type: 'all have read'; readonly id: number; readonly isComplete: boolean };

interface ReadAgainOptions {
  readonly runtime: Pick<Runtime, 'timeout'>;
  readonly log: Log;
  /** Reads the values again in this process. A poll repeats it while the database is lost. */
  readonly readAgain: () => Promise<void>;
}

/** Tasks of other processes that this one waits for, for a limited time. */
class Acknowledgements {
  readonly #pending = new Map<number, (isDone: boolean) => void>();
  #latestId = 0;

  /** Resolves with whether the task was done, at the latest when its time is over. */
  wait(
    { timeout }: Pick<Runtime, 'timeout'>,
    limit: number,
    send: (id: number) => void,
    late: () => void,
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const id = ++this.#latestId;
      const cancel = timeout(limit, () => {
        late();
        this.acknowledge(id, false);
      });
      this.#pending.set(id, (isDone) => {
        cancel();
        resolve(isDone);
      });
      send(id);
    });
  }

  acknowledge(id: number, isDone = true): void {
    this.#pending.get(id)?.(isDone);
    this.#pending.delete(id);
  }

  end(): void {
    for (const id of this.#pending.keys()) this.acknowledge(id);
  }
}

/** Milliseconds for which a worker that does not respond is waited for. */
const WORKER_TIMEOUT_MS = 2000;

/** The primary process waits for workers meanwhile. */
const PRIMARY_TIMEOUT_MS = WORKER_TIMEOUT_MS + 1000;

/** The end of the primary process: passes "read again" on to all workers but the one that has changed a value. */
export class ReadAgainRelay {
  readonly #options: ReadAgainOptions;
  /** Asks each worker that reads. */
  readonly #workers = new Map<object, () => Promise<boolean>>();

  constructor(options: ReadAgainOptions) {
    this.#options = options;
  }

  /** Adds a worker. */
  add(worker: number, send: (message: ReadAgainMessage) => void) {
    const { runtime, log } = this.#options;
    const key = {};
    let hasEnded = false;
    const tasks = new Acknowledgements();
    const ask = () =>
      tasks.wait(
        runtime,
        WORKER_TIMEOUT_MS,
        (id) => send({ type: 'read again', id }),
        () => log.warn(`Worker ${worker} does not read a change`),
      );
    return {
      receive: async (message: ReadAgainRequest): Promise<void> => {
        // What a worker has sent can arrive after its end.
        if (hasEnded) return;
        if (message.type === 'reading') this.#workers.set(key, ask);
        else if (message.type === 'has read') tasks.acknowledge(message.id);
        else {
          const isComplete = await this.announce(key);
          send({ type: 'all have read', id: message.id, isComplete });
        }
      },
      /** The worker has ended: nothing waits for it. */
      end: (): void => {
        hasEnded = true;
        this.#workers.delete(key);
        tasks.end();
      },
    };
  }

  /** Resolves with whether all processes but one have read again, at the latest after some time. */
  async announce(origin?: object): Promise<boolean> {
    const others = [...this.#workers].filter(([key]) => key !== origin).map(([, ask]) => ask());
    const [all] = await Promise.all([Promise.all(others), this.#options.readAgain().catch(ignore)]);
    return all.every(Boolean);
  }
}

/** The end of a worker. */
export class ReadAgainClient {
  readonly #options: ReadAgainOptions;
  readonly #send: (message: ReadAgainRequest) => void;
  readonly #tasks = new Acknowledgements();

  constructor(options: ReadAgainOptions, send: (message: ReadAgainRequest) => void) {
    this.#options = options;
    this.#send = send;
    send({ type: 'reading' });
  }

  /**
   * Resolves with whether the other workers have read what this one has changed, at the latest after some time: then they find it
   * themselves.
   */
  announce(): Promise<boolean> {
    const { runtime, log } = this.#options;
    return this.#tasks.wait(
      runtime,
      PRIMARY_TIMEOUT_MS,
      (id) => this.#send({ type: 'changed', id }),
      () => log.warn('The primary process does not pass on a change'),
    );
  }

  async receive(message: ReadAgainMessage): Promise<void> {
    if (message.type === 'all have read') return this.#tasks.acknowledge(message.id, message.isComplete);
    await this.#options.readAgain().catch(ignore);
    this.#send({ type: 'has read', id: message.id });
  }
}

function ignore(): void {}
