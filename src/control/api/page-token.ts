import type { Runtime } from '#runtime.ts';
import type { SharedState } from '#shared/shared-state.ts';

/** The token by which the pages of the control API call it: one for all processes, new with each start of the server. */
export interface PageToken {
  /** Undefined before the first page. */
  current(): string | undefined;
  /** Creates the token if there is none. */
  read(): Promise<string>;
}

export function createPageToken(
  shared: Pick<SharedState, 'attach'>,
  runtime: Pick<Runtime, 'uniqueId'>,
): PageToken {
  let token: string | null = null;
  const value = shared.attach<string | null>('page-token', {
    read: () => token,
    apply(input) {
      token = input;
    },
  });
  return {
    current: () => token ?? undefined,
    async read() {
      // Not from the random source of the server, which a seed can determine.
      return token ?? (await value.update((input) => input ?? runtime.uniqueId())) ?? '';
    },
  };
}
