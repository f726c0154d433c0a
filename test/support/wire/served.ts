import type { TestContext } from 'node:test';
import type { WireExchange } from '#wire/port.ts';
import { driveWire, type WireDriver, type WireDriverOptions } from './driver.ts';
import { type Steps, type Transcript, transcript } from './transcript.ts';

/** A port whose exchanges a handler gets, and what happened on it. */
export interface Served extends WireDriver {
  /** The exchanges in their order. */
  readonly exchanges: readonly WireExchange[];
  /** Method and target of each request, and the reason of its end, as they happened. */
  readonly events: readonly string[];
  send(steps: Steps, patience?: number): Promise<Transcript>;
}

/** Opens a port until the end of the test. */
export async function serveWire(
  t: TestContext,
  handle: (exchange: WireExchange) => void,
  options: WireDriverOptions = {},
): Promise<Served> {
  const exchanges: WireExchange[] = [];
  const events: string[] = [];
  const serve = (exchange: WireExchange) => {
    const { method, target } = exchange.head;
    exchanges.push(exchange);
    events.push(`${method} ${target}`);
    exchange.onEnd(() => events.push(`${target} ${exchange.ended}`));
    handle(exchange);
  };
  const driver = await driveWire(t, serve, options);
  const { port, ca } = driver;
  const send = (steps: Steps, patience?: number) =>
    transcript(port, steps, {
      ...(ca === undefined ? {} : { ca }),
      ...(patience === undefined ? {} : { patience }),
    });
  return { ...driver, exchanges, events, send };
}
