import type { Exchange } from '#http/message/exchange.ts';
import type { Log } from '#http/routing/service.ts';
import { BoundedMap } from '#http/syntax/bounded-map.ts';
import type { Runtime } from '#runtime.ts';
import type { SharedState } from '#shared/shared-state.ts';
import { formatApiTime } from '../../store/api-time.ts';
import { StoreUnavailableError, type User } from '../../store/index.ts';
import { announcements, familyOf } from '../lifecycle/deprecation.ts';
import type { Lifecycle } from '../lifecycle/lifecycle.ts';
import { sanitizeUserAgent } from '../request/user-agent.ts';
import type { Outbox } from './outbox.ts';

/** Sends e-mails to users whose programs call the deprecated API, at most one per day and program. */
export interface DeprecationNotices {
  /** The number of notices that are not in the outbox. */
  readonly pending: number;
  /** Sends a notice for a call with a correct password, in the background. */
  notify(exchange: Exchange, user: User): void;
  /** Resolves when all notices of all processes are in the outbox. */
  flush(): Promise<unknown>;
  /** Flushes, and clears the record of sent notices in all processes. */
  reset(): Promise<unknown>;
  /** Flushes the notices of this process. */
  close(): Promise<void>;
}

export interface DeprecationNoticeOptions {
  readonly runtime: Runtime;
  readonly shared: Pick<SharedState, 'counters' | 'event'>;
  readonly log: Log;
  readonly lifecycle: Lifecycle;
  readonly outbox: Outbox;
}

export function createDeprecationNotices(options: DeprecationNoticeOptions): DeprecationNotices {
  const { runtime, shared, log, lifecycle, outbox } = options;
  const inProgress = new Set<Promise<unknown>>();
  // The notices that this process knows of, so that most calls do not need the shared counters.
  const written = new BoundedMap<string, true>({ capacity: MAX_NOTICES_A_DAY, whenFull: 'reject' });
  const counters = shared.counters('deprecation notices', MAX_NOTICES_A_DAY);
  let writtenDay = 0;

  function isNewToday(key: string): boolean {
    const day = Math.floor(runtime.now() / DAY);
    if (writtenDay !== day) written.clear();
    writtenDay = day;
    return !written.has(key) && written.set(key, true);
  }

  /** Sends the notice, unless another process has sent it. */
  async function send(key: string, user: User, text: string): Promise<void> {
    const interval = { now: writtenDay * DAY, length: DAY };
    const { isAdded } = await counters.add(key, { by: 1, limit: 1, interval });
    if (isAdded) await outbox.sendMail(user, text);
  }

  const close = async () => void (await Promise.all(inProgress));

  return {
    get pending() {
      return inProgress.size;
    },
    flush: shared.event('flush notices', close),
    close,
    notify(exchange, user) {
      const { endsAt } = lifecycle;
      if (endsAt === undefined || exchange.route.template === '') return;
      const program = sanitizeUserAgent(exchange.field('User-Agent') ?? '');
      const subject = familyOf(exchange) === 'authorizations' ? 'authorizations' : 'passwords';
      const key = `${user.id} ${subject} ${program}`;
      if (!isNewToday(key)) return;
      const text = formatNotice({ exchange, user, program, subject, at: runtime.now(), endsAt });
      const writing = send(key, user, text)
        .catch((error: unknown) => {
          if (!(error instanceof StoreUnavailableError))
            log.error('A deprecation notice could not be sent', { error });
        })
        .finally(() => inProgress.delete(writing));
      inProgress.add(writing);
    },
    reset: shared.event('reset notices', async () => {
      await close();
      written.clear();
      await counters.clear();
    }),
  };
}

const DAY = 24 * 60 * 60 * 1000;

/** Limits the memory. */
const MAX_NOTICES_A_DAY = 10_000;

interface Notice {
  readonly exchange: Exchange;
  readonly user: User;
  readonly program: string;
  readonly subject: 'authorizations' | 'passwords';
  readonly at: number;
  readonly endsAt: number;
}

function formatNotice({ exchange, user, program, subject, at, endsAt }: Notice): string {
  const [what, gone] =
    subject === 'authorizations'
      ? ['called an endpoint of the OAuth Authorizations API', 'That API']
      : ['used a password to call an endpoint of the API', 'Signing in to the API with a password'];
  return [
    `Hi @${user.login},`,
    `At ${formatApiTime(at)}, ${program} ${what} with your account: ${exchange.method} ${exchange.route.template}`,
    `${gone} is deprecated, and ends at ${formatApiTime(endsAt)}. ${announcements[subject]} describes the alternative.`,
  ].join('\n\n');
}
