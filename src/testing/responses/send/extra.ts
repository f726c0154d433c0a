import type { Exchange } from '#http/message/exchange.ts';
import type { Runtime } from '#runtime.ts';
import { formatHead } from '#wire/http1/writer.ts';
import { createAlphabet } from '../content/alphabet.ts';
import type { TransportFault } from '../faults/fault.ts';
import { isWithoutContent, maxBytes, type ResponsePlan } from '../plan/response-plan.ts';
import { chooseStatus } from '../syntax/status-choice.ts';

const BYTES = '!'.repeat(16);

/** Sends the response and, in the same write, bytes that no request asked for. The connection stays open. */
export function sendExtra(
  { statuses, fields, contentFields, content, reason }: ResponsePlan,
  { variantName }: TransportFault,
  exchange: Exchange,
  runtime: Runtime,
): void {
  const status = chooseStatus(statuses, runtime.fraction);
  const bytes =
    content.kind === 'bytes' ? content.bytes : createAlphabet(maxBytes(content))(0, maxBytes(content));
  if (isWithoutContent(status)) exchange.send(status, fields, '', reason);
  else exchange.send(status, [...contentFields, ...fields], bytes, reason);
  exchange.connection.writeRaw(variantName === 'answer' ? formatAnswer() : BYTES);
}

function formatAnswer(): string {
  const content = 'extra';
  const fields = [
    ['Content-Type', 'text/plain; charset=utf-8'],
    ['Content-Length', String(content.length)],
  ] as const;
  return formatHead(200, 'OK', fields) + content;
}
