import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
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

/** Text to write, milliseconds to wait, patterns to wait for, or `end`. */
export type Steps = readonly (string | number | RegExp)[];

/**
 * Writes each text as one packet, waits each number of milliseconds or until a pattern was received, and half-closes at
 * `end`, over its own connection, and reads until the server ends the connection or the time is over.
 */
export async function transcript(
  port: number,
  steps: Steps,
  { ca, patience }: TranscriptOptions = {},
): Promise<Transcript> {
  return transcriptOf(await openConnection(port, ca), steps, patience);
}

/** An HTTP/1.1 connection, over TLS if there is a certificate authority to trust. */
export async function openConnection(port: number, ca?: string): Promise<Socket> {
  const target = { port, host: '127.0.0.1' };
  if (ca === undefined) {
    const socket = connect(target);
    await once(socket, 'connect');
    return socket;
  }
  const socket = connectTls({ ...target, ca, ALPNProtocols: ['http/1.1'] });
  await once(socket, 'secureConnect');
  return socket;
}

/** Milliseconds to wait for a pattern, which ends the wait of a test that fails. */
const MAX_WAIT = 30_000;

/** As `transcript`, over a connection that is open. */
export async function transcriptOf(socket: Socket, steps: Steps, patience = 10_000): Promise<Transcript> {
  socket.setNoDelay(true);
  let text = '';
  const ended = new Promise<'end' | 'reset'>((resolve) => {
    socket.on('end', () => resolve('end')).on('error', () => resolve('reset'));
    socket.on('close', () => resolve('reset'));
  });
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  for (const step of steps) {
    if (typeof step === 'number') await sleep(step);
    else if (step instanceof RegExp) {
      const deadline = Date.now() + MAX_WAIT;
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

/** The statuses and the contents of responses, whose content follows its head to the next one. */
export function responses(text: string): string[] {
  return text
    .split(/(?!^)(?=HTTP\/1\.1 \d{3} )/)
    .map((each) => `${each.slice(9, 12)} ${each.slice(each.indexOf('\r\n\r\n') + 4)}`);
}
