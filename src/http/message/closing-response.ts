import type { Runtime } from '#runtime.ts';
import { formatHead } from '#wire/http1/writer.ts';
import type { ErrorResponse } from '../errors/errors.ts';
import { type Fields, withDate, withoutField } from '../syntax/fields.ts';

/** A response without an exchange, which announces the end of its connection. */
export interface ClosingResponse {
  /** One unit per byte. */
  readonly head: string;
  readonly content: Buffer;
}

/** @param common further fields, behind `Content-Length` */
export function formatClosing(
  status: number,
  reason: string,
  { fields, content }: ErrorResponse,
  common: Fields,
  runtime: Pick<Runtime, 'machineNow'>,
): ClosingResponse {
  const bytes = Buffer.from(content);
  const length = ['Content-Length', String(bytes.length)] as const;
  const sent = withDate([...withoutField(fields, 'Connection'), length, ...common], runtime);
  return { head: formatHead(status, reason, [...sent, ['Connection', 'close']]), content: bytes };
}
