import type { EndReason, WireExchange } from '#wire/port.ts';

/** Reads the complete content of a request. Rejects if the rest cannot be received. */
export function readContent({ body }: Pick<WireExchange, 'body'>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.read({
      data: (chunk) => void chunks.push(Buffer.from(chunk)),
      end: () => resolve(Buffer.concat(chunks)),
      fail: (error) => reject(new Error(error?.message ?? 'The exchange has ended')),
    });
  });
}

/** Resolves with the end of an exchange. */
export function endOf(exchange: WireExchange): Promise<EndReason | undefined> {
  return new Promise((resolve) => exchange.onEnd(() => resolve(exchange.ended)));
}
