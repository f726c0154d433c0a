import { parseCount } from '#control/operations/requests/requests-verify.ts';
import { verifyCount, verifySequence } from '#journal/match/verification.ts';
import { waitForExchanges } from '#journal/match/wait.ts';
import type { RecordedExchange } from '#journal/recording/record.ts';
import type * as library from '#types/index.ts';
import { asUsageErrors } from '../checks/caller.ts';
import { checkArgument } from '../checks/check-argument.ts';
import { VerificationError } from '../checks/verification-error.ts';
import { AbortError } from './abort-error.ts';
import type { JournalReader } from './journal-reader.ts';
import { Count, Matches, parseQuietWait } from './options.ts';

/** Checks the number of exchanges that have arrived. @throws VerificationError */
export function verify(reader: JournalReader, input: library.Match, count: library.ExpectedCount): void {
  const match = reader.toMatch(input);
  const range = asUsageErrors(() => parseCount(checkArgument(Count, count, 'The count')));
  const { matched, failed } = verifyCount(match, range, reader.exchanges(), reader.context);
  reader.throwError();
  if (!failed) return;
  const surplus = matched.length > range.max ? matched.slice(-MAX_LINES) : [];
  throw new VerificationError([failed.text, ...describeReceived(reader, surplus)].join('\n'));
}

/** Checks that exchanges have arrived that match one after the other. @throws VerificationError */
export function verifyOrder(reader: JournalReader, input: readonly library.Match[]): void {
  const matches = checkArgument(Matches, input, 'The matches');
  const sequence = matches.map((match, index) => reader.toMatch(match, `matches[${index}]`));
  const { failed } = verifySequence(sequence, reader.exchanges(), reader.context);
  reader.throwError();
  if (failed) throw new VerificationError(failed.text);
}

/** Waits, and checks that no matching exchange has arrived by then. @throws VerificationError; AbortError for the signal of the options. */
export async function expectNone(
  reader: JournalReader,
  input: library.Match,
  options: library.ExpectNoneOptions,
): Promise<void> {
  const quiet = parseQuietWait(options);
  const { signal } = quiet;
  const wait = { ...quiet, match: reader.toMatch(input), signal: reader.until(signal) };
  const { found } = await waitForExchanges(reader.requireJournal(), wait, reader.context.runtime);
  reader.throwError();
  if (found.length === 0 && signal?.aborted) throw new AbortError(signal);
  if (found.length === 0) return;
  throw new VerificationError(
    ['Expected no request that matches; 1 came.', ...describeReceived(reader, found)].join('\n'),
  );
}

function describeReceived({ context }: JournalReader, exchanges: readonly RecordedExchange[]): string[] {
  return exchanges.map((exchange) => {
    const { id, request } = context.redaction.exchange(exchange);
    return `Came, #${id}: ${request.method} ${request.target.slice(0, MAX_TARGET)}`;
  });
}

const MAX_LINES = 10;
const MAX_TARGET = 200;
