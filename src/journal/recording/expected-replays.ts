import type { SharedState, SharedValue } from '#shared/shared-state.ts';
import type { ConnectionInfo } from '#wire/connection-info.ts';
import type { JournalEntry } from './record.ts';

/** Requests to the target are not recorded. The request is not processed. */
export const UNRECORDED = 'unrecorded';

/** The entry of a repeated exchange, or why there is none. */
export type ReplayEnd = JournalEntry | typeof UNRECORDED;

interface ExpectedReplay {
  /** The id of the repeated exchange. */
  readonly id: number;
  /** Whether a process has found that requests to the target are not recorded. */
  readonly isUnrecorded: boolean;
}

/** By the address and port of the client. */
type Replays = Readonly<Record<string, ExpectedReplay>>;

/** The repetitions of exchanges that clients of this server are about to send, to whichever of its processes. */
export class ExpectedReplays {
  #replays: ReadonlyMap<string, ExpectedReplay> = new Map();
  readonly #shared: SharedValue<Replays>;
  /** Called when requests to the target are not recorded. */
  readonly #listeners = new Map<string, () => void>();
  /** Those whose request this process has received. */
  readonly #taken = new Set<string>();

  constructor(shared: Pick<SharedState, 'attach'>) {
    this.#shared = shared.attach<Replays>('replays', {
      read: () => Object.fromEntries(this.#replays),
      apply: (replays) => this.#apply(replays),
    });
  }

  /**
   * The next request from this address and port repeats an exchange. Resolves when all processes of this machine know it.
   * @param onUnrecorded called if requests to the target are not recorded, in place of the repetition.
   * @returns the function that ends the expectation, because a later client can have the same address and port.
   */
  async expect(remote: string, id: number, onUnrecorded: () => void): Promise<() => void> {
    await this.#shared.update((replays) => ({ ...replays, [remote]: { id, isUnrecorded: false } }));
    this.#listeners.set(remote, onUnrecorded);
    return () => {
      this.#listeners.delete(remote);
      this.#change(({ [remote]: _, ...others }) => others);
    };
  }

  /** The id of the exchange that a request of this connection repeats, once; otherwise null. */
  take(connection: Pick<ConnectionInfo, 'remote'>): number | null {
    return this.#take(connection)?.id ?? null;
  }

  /** Whether a request repeats an exchange, once. Reports that requests to its target are not recorded. */
  refuse(connection: Pick<ConnectionInfo, 'remote'>): boolean {
    const replay = this.#take(connection);
    if (!replay) return false;
    const { remote } = connection;
    this.#change((replays) => ({ ...replays, [remote]: { ...replay, isUnrecorded: true } }));
    return true;
  }

  #take({ remote }: Pick<ConnectionInfo, 'remote'>): ExpectedReplay | undefined {
    const replay = this.#replays.get(remote);
    if (replay === undefined || this.#taken.has(remote)) return undefined;
    this.#taken.add(remote);
    return replay;
  }

  #apply(replays: Replays): void {
    this.#replays = new Map(Object.entries(replays));
    for (const remote of this.#taken) if (!this.#replays.has(remote)) this.#taken.delete(remote);
    for (const [remote, { isUnrecorded }] of this.#replays) if (isUnrecorded) this.#listeners.get(remote)?.();
  }

  /** The replay fails after its time if the change does. */
  #change(change: (replays: Replays) => Replays): void {
    this.#shared.update(change).catch(() => {});
  }
}
