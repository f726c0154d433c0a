import { clip } from '#journal/matching/condition.ts';
import type { RecordedExchange } from '#journal/recording/record.ts';
import type { Redaction } from '#journal/views/redaction.ts';
import { fieldOf, pathAndQueryOf } from '#journal/views/request-url.ts';
import type { OperationContext } from '../declaration/context.ts';

const MAX_REQUESTS = 20;

/** The latest requests of a bin, or of all, with what happened to each, in lines. Credentials are masked. */
export function describeRequests(
  { localJournal, redaction }: Pick<OperationContext, 'localJournal' | 'redaction'>,
  bin?: string,
  inspector?: string,
): string {
  if (!localJournal) return 'The journal is off, so the requests of this test are not known.';
  const latest: RecordedExchange[] = [];
  let count = 0;
  for (const entry of localJournal.latest()) {
    if (entry.kind !== 'exchange' || (bin !== undefined && entry.bin !== bin)) continue;
    if (count++ < MAX_REQUESTS) latest.unshift(entry);
  }
  const link = inspector === undefined ? '' : ` · ${inspector}`;
  if (count === 0) return `Sparring received no requests of this test.${link}`;
  const latestOnly = count > latest.length ? `; the last ${latest.length}` : '';
  return [
    `Requests of this test (${count}${latestOnly}):${link}`,
    ...latest.map((exchange) => `  ${describeExchange(exchange, redaction)}`),
  ].join('\n');
}

function describeExchange(exchange: RecordedExchange, redaction: Redaction): string {
  const masked = redaction.exchange(exchange);
  const { id, request, response, ended, rules, unmatched } = masked;
  const { length } = request.body;
  const type = fieldOf(request.headers, 'Content-Type');
  const status = response === null || response.status === 0 ? 'no response' : String(response.status);
  const applied = rules.map(
    ({ id: rule, step, failed }) =>
      `rule ${rule}${step === null ? '' : ` step ${step}`}${failed ? ' failed' : ''}`,
  );
  const details = [
    ...(length > 0 ? [`${length} bytes${type === undefined ? '' : ` of ${clip(type)}`}`] : []),
    ...applied,
    ...(response?.fault ? [`fault ${response.fault}`] : []),
    ...(unmatched ? ['matched no rule'] : []),
    ...(ended === null ? ['in progress'] : ended === 'answered' ? [] : [ended]),
  ];
  return [`#${id} ${clip(request.method)} ${clip(pathAndQueryOf(masked))} ${status}`, ...details].join(' · ');
}
