import { ignoreOutage } from '#database/errors.ts';
import { HttpError } from '#http/errors/errors.ts';
import type { Exchange } from '#http/message/exchange.ts';
import { toReceivedExchange } from '#journal/views/received-exchange.ts';
import type { OperationContext } from '../declaration/context.ts';
import { reportRules } from './rule-report.ts';

/**
 * The 404 for a request of the testing service that no rule took.
 * @param isShown whether the client may read the rules; another one gets their number only.
 */
export async function createUnmatchedError(
  exchange: Exchange,
  { rules, redaction, binHeader }: Pick<OperationContext, 'rules' | 'redaction' | 'binHeader'>,
  isShown: boolean,
): Promise<HttpError> {
  // Another process may have used up a rule. Without the database, the counts are those that this one knows.
  await rules.refresh().catch(ignoreOutage);
  const received = toReceivedExchange(exchange, binHeader);
  const { sentence, text, nearest } = reportRules(received, 'testing', rules, redaction);
  if (!isShown) return new HttpError(404, sentence);
  return new HttpError(404, text, { members: { rules: nearest.map(({ rule }) => rule.stored.id) } });
}
