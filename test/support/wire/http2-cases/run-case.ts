import type { Duplex } from 'node:stream';
import { FRAME, formatFrame, PREFACE } from '#wire/http2/frames.ts';
import { settings, settingsAck } from '../http2-recorder.ts';
import type { Http2Case, Http2Event } from './case.ts';
import { Http2Peer } from './peer.ts';

/** Opens a connection to the server under test. It is destroyed after the case. */
export type OpenConnection = () => Duplex | Promise<Duplex>;

const LAST_PING = formatFrame(FRAME.PING, 0, 0, 'lastping');

/** Runs one case. @throws AssertionError for an event that is not permitted, and if nothing happens for 10 s */
export async function runHttp2Case(
  open: OpenConnection,
  { steps, permitted, isBare }: Http2Case,
): Promise<void> {
  const peer = new Http2Peer(await open());
  try {
    if (isBare !== true) {
      peer.send(PREFACE + settings());
      await peer.until((event) => event === 'SETTINGS', 'SETTINGS');
      peer.send(settingsAck());
      await peer.until((event) => event === 'SETTINGS ACK', 'SETTINGS ACK');
    }
    for (const step of steps) {
      if (typeof step === 'string') peer.send(step);
      else if (typeof step === 'function') peer.send(step(peer.settings));
      else await peer.until((event) => event === step.until || isError(event), step.until, [step.until]);
    }
    const outcome = await peer.until(
      (event) => permitted.includes(event) || isError(event),
      permitted.join(' or '),
      permitted,
    );
    if (outcome === 'closed' || isBare === true) return;
    const isConnectionError = outcome.startsWith('C ');
    if (!isConnectionError) peer.send(LAST_PING);
    const last = isConnectionError ? 'closed' : 'PING ACK lastping';
    await peer.until((event) => event === last || event === 'closed', last, [last, ...permitted]);
  } finally {
    peer.destroy();
  }
}

/** A stream that is reset after its response has no error (RFC 9113 §8.1). */
function isError(event: Http2Event): boolean {
  return event.startsWith('closed') || event.startsWith('C ') || /^S (?!.* NO_ERROR$)/.test(event);
}
