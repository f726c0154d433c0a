import { CODE } from './error.ts';
import { FRAME, formatFrame, formatUint32, MAX_31_BITS, MAX_FRAME_SIZE } from './frames.ts';
import type { Http2Limits } from './limits.ts';

/** Identifiers of settings (RFC 9113 §6.5.2, RFC 8441 §3, RFC 9218 §2.1). */
export const SETTING = {
  HEADER_TABLE_SIZE: 1,
  ENABLE_PUSH: 2,
  MAX_CONCURRENT_STREAMS: 3,
  INITIAL_WINDOW_SIZE: 4,
  MAX_FRAME_SIZE: 5,
  MAX_HEADER_LIST_SIZE: 6,
  ENABLE_CONNECT_PROTOCOL: 8,
  NO_RFC7540_PRIORITIES: 9,
} as const;

/** The sizes of every connection before SETTINGS and WINDOW_UPDATE (RFC 9113 §6.5.2 and §6.9.2). */
export const INITIAL_TABLE_SIZE = 4096;
export const INITIAL_WINDOW = 65_535;

/** One setting is six bytes. */
export const SETTING_SIZE = 6;

/** Settings whose values are recorded: a client can send any number of unknown ones. */
const MAX_RECORDED = 32;

/** The first bytes of the server: SETTINGS, and the window of the connection. */
export function formatFirstFrames(limits: Http2Limits): string {
  const settings: readonly (readonly [id: number, value: number])[] = [
    [SETTING.NO_RFC7540_PRIORITIES, 1],
    [SETTING.MAX_CONCURRENT_STREAMS, limits.maxStreams],
    [SETTING.INITIAL_WINDOW_SIZE, limits.streamWindow],
    [SETTING.MAX_HEADER_LIST_SIZE, limits.storedHead],
  ];
  const payload = settings.map(([id, value]) => `\0${String.fromCharCode(id)}${formatUint32(value)}`);
  const frame = formatFrame(FRAME.SETTINGS, 0, 0, payload.join(''));
  const increment = limits.connectionWindow - INITIAL_WINDOW;
  return increment > 0 ? frame + formatFrame(FRAME.WINDOW_UPDATE, 0, 0, formatUint32(increment)) : frame;
}

/** The settings of the client that concern a server. */
export class PeerSettings {
  initialWindow = INITIAL_WINDOW;
  /** Identifiers and latest values, alternating, in the order in which the client has first sent them. */
  readonly received: number[] = [];

  /**
   * Applies one setting. Unknown ones are ignored (RFC 9113 §6.5.2).
   * @returns NO_ERROR, or the code of the connection error
   */
  apply(id: number, value: number): number {
    this.#record(id, value);
    switch (id) {
      case SETTING.ENABLE_PUSH:
      case SETTING.NO_RFC7540_PRIORITIES:
        return value > 1 ? CODE.PROTOCOL_ERROR : CODE.NO_ERROR;
      case SETTING.INITIAL_WINDOW_SIZE:
        if (value > MAX_31_BITS) return CODE.FLOW_CONTROL_ERROR;
        this.initialWindow = value;
        return CODE.NO_ERROR;
      case SETTING.MAX_FRAME_SIZE:
        // The smallest value permits all frames that this server sends.
        return value < MAX_FRAME_SIZE || value > 0xffffff ? CODE.PROTOCOL_ERROR : CODE.NO_ERROR;
      default:
        return CODE.NO_ERROR;
    }
  }

  #record(id: number, value: number): void {
    const { received } = this;
    let index = 0;
    while (index < received.length && received[index] !== id) index += 2;
    if (index < received.length) received[index + 1] = value;
    else if (received.length < 2 * MAX_RECORDED) received.push(id, value);
  }
}
