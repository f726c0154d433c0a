import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';

export interface Transcript {
  /** The bytes that the server sent, as Latin-1. */
  readonly text: string;
  /** How the connection ended: closed by the server (`end`), reset (`reset`), or still open (`open`). */
  readonly end: 'end' | 'reset' | 'open';
}

export interface TranscriptOptions {
  readonly ca?: string;
  /** Milliseconds to wait for the end of the connection after the last step. */
  readonly patience?: number;
}

/**
 * Writes each text as one packet, waits each number of milliseconds or until a pattern was received, and half-closes at
 * `end`, over its own connection, and reads until the server ends the connection or the time is over.
 */
export async function transcript(
  port: number,
  steps: readonly (string | number | RegExp)[],
  { ca, patience = 5000 }: TranscriptOptions = {},
): Promise<Transcript> {
  const socket =
    ca === undefined ? connect({ port, host: '127.0.0.1' }) : connectTls({ port, host: '127.0.0.1', ca });
  socket.setNoDelay(true);
  let text = '';
  const ended = new Promise<'end' | 'reset'>((resolve) => {
    socket.on('end', () => resolve('end')).on('error', () => resolve('reset'));
    socket.on('close', () => resolve('reset'));
  });
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  await new Promise<void>((resolve) => socket.once(ca === undefined ? 'connect' : 'secureConnect', resolve));
  for (const step of steps) {
    if (typeof step === 'number') await sleep(step);
    else if (step instanceof RegExp) {
      const deadline = Date.now() + patience;
      while (!step.test(text) && Date.now() < deadline) await sleep(2);
      if (!step.test(text)) throw new Error(`${step} was not received: ${text}`);
    } else if (step === 'end') socket.end();
    else await new Promise<void>((resolve) => socket.write(step, 'latin1', () => resolve()));
  }
  const end = await Promise.race([ended, sleep(patience, 'open' as const, { ref: false })]);
  socket.destroy();
  return { text, end };
}

/**
 * The status of each message in a transcript, in order. Text in a body counts too, so bodies must not contain a status
 * line.
 */
export function statuses({ text }: Transcript): number[] {
  return [...text.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
}
