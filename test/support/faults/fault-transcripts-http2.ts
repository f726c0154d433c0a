import type { Ending } from '#journal/recording/ending-kinds.ts';

/** What a raw client of HTTP/2 records of `/compose?body=hello&fault=…`. */
export interface ExpectedFrames {
  readonly frames: readonly string[];
  readonly end: 'fin' | 'rst' | 'open';
  /** What the journal records. */
  readonly ended: Ending;
}

export const frameTranscripts: Readonly<Record<string, ExpectedFrames | undefined>> = {
  'reset@start': { frames: ['PING', 'RST_STREAM 1 code=2'], end: 'open', ended: 'server-rst' },
  'reset@request': { frames: ['PING', 'RST_STREAM 1 code=2'], end: 'open', ended: 'server-rst' },
  'reset@request:1000': { frames: ['PING', 'RST_STREAM 1 code=2'], end: 'open', ended: 'server-rst' },
  'reset@headers': { frames: ['PING', 'HEADERS 1', 'RST_STREAM 1 code=2'], end: 'open', ended: 'server-rst' },
  'reset@3': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hel', 'RST_STREAM 1 code=2'],
    end: 'open',
    ended: 'server-rst',
  },
  'reset@end': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'RST_STREAM 1 code=2'],
    end: 'open',
    ended: 'server-rst',
  },
  'close@start': { frames: ['PING', 'GOAWAY last=1 code=0'], end: 'fin', ended: 'server-fin' },
  'close@request': { frames: ['PING', 'GOAWAY last=1 code=0'], end: 'fin', ended: 'server-fin' },
  'close@request:1000': { frames: ['PING', 'GOAWAY last=1 code=0'], end: 'fin', ended: 'server-fin' },
  'close@headers': { frames: ['PING', 'HEADERS 1', 'GOAWAY last=1 code=0'], end: 'fin', ended: 'server-fin' },
  'close@3': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hel', 'GOAWAY last=1 code=0'],
    end: 'fin',
    ended: 'server-fin',
  },
  'close@end': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'GOAWAY last=1 code=0'],
    end: 'fin',
    ended: 'server-fin',
  },
  'rude@start': { frames: ['PING', 'GOAWAY last=1 code=0'], end: 'fin', ended: 'server-fin' },
  'rude@request': { frames: ['PING', 'GOAWAY last=1 code=0'], end: 'fin', ended: 'server-fin' },
  'rude@request:1000': { frames: ['PING', 'GOAWAY last=1 code=0'], end: 'fin', ended: 'server-fin' },
  'rude@headers': { frames: ['PING', 'HEADERS 1', 'GOAWAY last=1 code=0'], end: 'fin', ended: 'server-fin' },
  'rude@3': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hel', 'GOAWAY last=1 code=0'],
    end: 'fin',
    ended: 'server-fin',
  },
  'rude@end': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'GOAWAY last=1 code=0'],
    end: 'fin',
    ended: 'server-fin',
  },
  'truncate@3': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hel', 'RST_STREAM 1 code=2'],
    end: 'open',
    ended: 'server-rst',
  },
  'stall@start': { frames: ['PING', 'RST_STREAM 1 code=8'], end: 'open', ended: 'timeout' },
  'stall@request': { frames: ['PING', 'RST_STREAM 1 code=8'], end: 'open', ended: 'timeout' },
  'stall@request:1000': { frames: ['PING', 'RST_STREAM 1 code=8'], end: 'open', ended: 'timeout' },
  'stall@headers': { frames: ['PING', 'HEADERS 1', 'RST_STREAM 1 code=8'], end: 'open', ended: 'timeout' },
  'stall@3': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hel', 'RST_STREAM 1 code=8'],
    end: 'open',
    ended: 'timeout',
  },
  'stall@end': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'RST_STREAM 1 code=8'],
    end: 'open',
    ended: 'timeout',
  },
  'idle-close': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello END_STREAM', 'GOAWAY last=1 code=0'],
    end: 'fin',
    ended: 'answered',
  },
  'idle-reset': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello END_STREAM', 'GOAWAY last=1 code=0'],
    end: 'rst',
    ended: 'answered',
  },
  'field:long:3': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'DATA 1 END_STREAM'],
    end: 'open',
    ended: 'answered',
  },
  'field:many:3': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'DATA 1 END_STREAM'],
    end: 'open',
    ended: 'answered',
  },
  'location:utf8': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'DATA 1 END_STREAM'],
    end: 'open',
    ended: 'answered',
  },
  'location:latin1': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'DATA 1 END_STREAM'],
    end: 'open',
    ended: 'answered',
  },
  'length:more-3': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'DATA 1 END_STREAM'],
    end: 'open',
    ended: 'answered',
  },
  'length:less-3': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'DATA 1 END_STREAM'],
    end: 'open',
    ended: 'answered',
  },
  'framing:content-on-204': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'DATA 1 END_STREAM'],
    end: 'open',
    ended: 'answered',
  },
  'framing:content-on-304': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'DATA 1 END_STREAM'],
    end: 'open',
    ended: 'answered',
  },
  'framing:content-on-head': {
    frames: ['PING', 'HEADERS 1', 'DATA 1 hello', 'DATA 1 END_STREAM'],
    end: 'open',
    ended: 'answered',
  },
};
