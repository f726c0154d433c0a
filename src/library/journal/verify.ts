import { AssertionError } from 'node:assert';
import type * as library from '../../../types/index.ts';
import { verifyCount } from '../../journal/match/verification.ts';
import { waitForExchanges } from '../../journal/match/wait.ts';
import type { RecordedExchange } from '../../journal/recording/record.ts';
import { toRange } from '../../operations/requests-verify.ts';
import { asUsageErrors } from '../caller.ts';
import { checkArgument } from '../check-argument.ts';
import type { JournalReader } from './journal-reader.ts';
import { Count, toQuietWait } from './options.ts';

/** Where the stack of an assertion begins: at the caller of this function. */
type Caller = (...parameters: never[]) => unknown;

/** Checks the number of exchanges that have arrived. @throws AssertionError */
export function verify(
  reader: JournalReader,
  given: library.Match,
  count: library.ExpectedCount,
  caller: Caller,
): void {
  const match = reader.toMatch(given);
  const range = asUsageErrors(() => toRange(checkArgument(Count, count, 'The count')));
  const { matched, failed } = verifyCount(match, range, reader.exchanges(), reader.context);
  reader.throwError();
  if (!failed) return;
  const surplus = matched.length > range.max ? matched.slice(-MAX_LINES) : [];
  throw new AssertionError({
    message: [failed.text, ...describeReceived(reader, surplus)].join('\n'),
    actual: matched.length,
    expected: count,
    operator: 'verify',
    stackStartFn: caller,
  });
}

/** Waits, and checks that no matching exchange has arrived by then. @throws AssertionError */
export async function expectNone(
  reader: JournalReader,
  given: library.Match,
  options: library.ExpectNoneOptions,
  caller: Caller,
): Promise<void> {
  const { context, closed } = reader;
  const wait = { ...toQuietWait(options), match: reader.toMatch(given), signal: closed };
  const { found } = await waitForExchanges(reader.requireJournal(), wait, context.runtime);
  reader.throwError();
  if (found.length === 0) return;
  throw new AssertionError({
    message: [`Expected no request that matches; 1 came.`, ...describeReceived(reader, found)].join('\n'),
    actual: found.length,
    expected: 0,
    operator: 'expectNone',
    stackStartFn: caller,
  });
}

function describeReceived({ context }: JournalReader, exchanges: readonly RecordedExchange[]): string[] {
  return exchanges.map((exchange) => {
    const { id, request } = context.redaction.exchange(exchange);
    return `Came, #${id}: ${request.method} ${request.target.slice(0, MAX_TARGET)}`;
  });
}

const MAX_LINES = 10;
const MAX_TARGET = 200;
