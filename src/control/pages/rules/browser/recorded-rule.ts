import type { Api } from '../../browser/api.ts';
import type { Exchange } from '../../inspector/entry.ts';

interface RecordedRequest extends Pick<Exchange, 'bin' | 'endpoint' | 'unmatched'> {
  readonly service: string;
  /** The rules that were applied. */
  readonly rules: readonly unknown[];
}

interface ImportedRule extends Readonly<Record<string, unknown>> {
  readonly respond: object;
}

/**
 * The rule for such requests as a recorded one, in its bin. It sends the recorded response again; an empty one if nothing
 * responds to the request, because then the recorded response is the 404 that a rule is to replace.
 */
export async function fetchRecordedRule(api: Api, id: number): Promise<Readonly<Record<string, unknown>>> {
  const recorded = await api.json<RecordedRequest>(`/_sparring/requests/${id}`);
  const { bin, service, endpoint, rules: applied, unmatched } = recorded;
  const body = { requests: [id], ...(bin !== null && { bin }) };
  const { rules, left_out: leftOut } = await api.json<{
    rules: ImportedRule[];
    left_out: { reason: string }[];
  }>('/_sparring/rules/import?dry=true&secrets=show', { method: 'POST', body });
  const [rule] = rules;
  if (!rule) throw new Error(`The request ${id} ${leftOut[0]?.reason ?? 'has no response'}.`);
  const isUnserved = service === 'testing' && endpoint === null && applied.length === 0;
  return unmatched || isUnserved ? { ...rule, respond: { status: 200 } } : rule;
}
