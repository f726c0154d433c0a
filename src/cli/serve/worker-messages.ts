import type { Schedule } from '#accounts/domain/lifecycle/schedule.ts';
import type { Settings } from '#config/settings/settings.ts';
import type { TlsIdentity } from '#config/tls.ts';
import type { SeedData } from '#control/seed/schema.ts';
import type { Starter } from '#control/seed/starter.ts';
import type { Navigation } from '#pages/navigation.ts';
import type { ReadAgainMessage, ReadAgainRequest } from '#shared/database/read-again.ts';
import type { StatePlace } from './open-state.ts';
import type { ServerAddress } from './serving.ts';

/** What a worker starts with. */
export interface WorkerPlan {
  /** From 1. A worker that replaces another one has the same number. */
  readonly number: number;
  /** ID of the server, among the servers on the same database. */
  readonly server: string;
  /** With the numbers of the ports in place of 0. */
  readonly settings: Settings;
  readonly seed: SeedData | undefined;
  readonly lifecycle: Schedule;
  readonly tls: Pick<TlsIdentity, 'identity' | 'caPath' | 'folder'> | undefined;
  readonly state: StatePlace;
  /** Removed by a worker whose primary process was killed. */
  readonly temporaryFolder: string | undefined;
  readonly starter: Starter | undefined;
  /** One token for all workers. */
  readonly commandToken: string;
  /** The salt of the masks of credentials. */
  readonly maskSalt: string;
}

/** The address of a server without the classes of objects, which messages do not keep. */
export interface SentAddress extends Omit<ServerAddress, 'services'> {
  readonly services: readonly {
    readonly name: string;
    readonly prefix: string;
    readonly navigation: Pick<Navigation, 'pages' | 'entryPath'> | undefined;
  }[];
}

/** An error without its class. Its name decides on the exit code of the command. */
export interface SentError {
  readonly name: string;
  readonly message: string;
  /** Where the worker cannot listen. */
  readonly code?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
}

/** Messages of the primary process to a worker. */
export type PrimaryMessage =
  | ReadAgainMessage
  | { readonly type: 'plan'; readonly plan: WorkerPlan }
  | { readonly type: 'starter'; readonly starter: Starter | undefined }
  | { readonly type: 'close'; readonly signal: NodeJS.Signals | undefined }
  /** After all workers have closed. */
  | { readonly type: 'exit' };

/** Messages of a worker to the primary process. */
export type WorkerMessage =
  | ReadAgainRequest
  | { readonly type: 'loaded' }
  | { readonly type: 'ready'; readonly address: SentAddress }
  /** The worker has no connections any more. It still answers queries of the others. */
  | { readonly type: 'drained' }
  | { readonly type: 'failed'; readonly error: SentError };

/** The argument that makes the command a worker. */
export const WORKER_ARGUMENT = '--sparring-worker';
