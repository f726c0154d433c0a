import type { Log } from '#http/routing/service.ts';
import { type Runtime, withDeadline } from '#runtime.ts';
import type { Audit } from '../audit/audit.ts';
import type { DeprecationNotices } from '../messages/deprecation-notices.ts';
import type { TokenUses } from '../tokens/token-uses.ts';

export interface BackgroundWriteOptions {
  readonly runtime: Pick<Runtime, 'timeout'>;
  readonly log: Log;
  readonly tokenUses: Pick<TokenUses, 'close' | 'pending'>;
  readonly audit: Pick<Audit, 'close' | 'pending'>;
  readonly notices: Pick<DeprecationNotices, 'close' | 'pending'>;
}

/** Maximum time of the last writes, in milliseconds. */
const MAX_TIME = 2000;

/** Completes the writes that follow responses. When the database does not respond, it logs what was not written. */
export async function closeBackgroundWrites(options: BackgroundWriteOptions): Promise<void> {
  const { runtime, log, tokenUses, audit, notices } = options;
  const writing = Promise.all([tokenUses.close(), audit.close(), notices.close()]);
  await withDeadline(runtime, MAX_TIME, writing).catch(() => {});
  const lost = [
    [tokenUses.pending, 'use of a token', 'uses of tokens'],
    [audit.pending, 'audited call', 'audited calls'],
    [notices.pending, 'deprecation notice', 'deprecation notices'],
  ] as const;
  const counts = lost.flatMap(([count, one, several]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : several}`],
  );
  if (counts.length > 0) log.error(`Not written to the database before the end: ${counts.join(', ')}.`);
}
