import type { Ending } from '#journal/recording/ending-kinds.ts';

/** What a raw client records of `/compose?body=hello&fault=…`, without the fields of every response. */
export interface ExpectedTranscript {
  readonly sent: string | RegExp;
  readonly end: 'fin' | 'rst' | 'open';
  /** If it differs. */
  readonly endOverTls?: 'rude';
  /** What the journal records. */
  readonly ended: Ending;
}

export const transcripts: Readonly<Record<string, ExpectedTranscript | undefined>> = {
  'reset@start': { sent: '', end: 'rst', ended: 'server-rst' },
  'reset@request': { sent: '', end: 'rst', ended: 'server-rst' },
  'reset@request:1000': { sent: '', end: 'rst', ended: 'server-rst' },
  'reset@headers': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\n',
    end: 'rst',
    ended: 'server-rst',
  },
  'reset@3': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhel',
    end: 'rst',
    ended: 'server-rst',
  },
  'reset@end': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'rst',
    ended: 'server-rst',
  },
  'close@start': { sent: '', end: 'fin', ended: 'server-fin' },
  'close@request': { sent: '', end: 'fin', ended: 'server-fin' },
  'close@request:1000': { sent: '', end: 'fin', ended: 'server-fin' },
  'close@headers': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'close@3': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhel',
    end: 'fin',
    ended: 'server-fin',
  },
  'close@end': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'rude@start': { sent: '', end: 'fin', endOverTls: 'rude', ended: 'server-fin' },
  'rude@request': { sent: '', end: 'fin', endOverTls: 'rude', ended: 'server-fin' },
  'rude@request:1000': { sent: '', end: 'fin', endOverTls: 'rude', ended: 'server-fin' },
  'rude@headers': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\n',
    end: 'fin',
    endOverTls: 'rude',
    ended: 'server-fin',
  },
  'rude@3': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhel',
    end: 'fin',
    endOverTls: 'rude',
    ended: 'server-fin',
  },
  'rude@end': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    endOverTls: 'rude',
    ended: 'server-fin',
  },
  'truncate@3': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhel',
    end: 'fin',
    ended: 'server-fin',
  },
  'stall@start': { sent: '', end: 'fin', ended: 'timeout' },
  'stall@request': { sent: '', end: 'fin', ended: 'timeout' },
  'stall@request:1000': { sent: '', end: 'fin', ended: 'timeout' },
  'stall@headers': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\n',
    end: 'fin',
    ended: 'timeout',
  },
  'stall@3': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhel',
    end: 'fin',
    ended: 'timeout',
  },
  'stall@end': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'timeout',
  },
  'half-close': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'idle-close': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello',
    end: 'fin',
    ended: 'answered',
  },
  'idle-reset': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello',
    end: 'rst',
    ended: 'answered',
  },
  'says-close': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello',
    end: 'fin',
    ended: 'timeout',
  },
  'says-keep': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'garbage@start': { sent: /^[^Hh\da-fA-F\r\n][^\r\n]{63}$/, end: 'fin', ended: 'server-fin' },
  'garbage@headers': {
    sent: /^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*Transfer-Encoding: chunked\r\n\r\n[^Hh\da-fA-F\r\n][^\r\n]{63}$/,
    end: 'fin',
    ended: 'server-fin',
  },
  'status-line:empty': {
    sent: '\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'status-line:lf': {
    sent: 'HTTP/1.1 200 OK\nContent-Type: text/plain; charset=utf-8\nX-Content-Type-Options: nosniff\nContent-Length: 5\n\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'status-line:version': {
    sent: 'HTTP/9.9 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'status-line:code': {
    sent: 'HTTP/1.1 abc\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'status-line:low': {
    sent: 'HTTP/1.1 099 Low\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'status-line:high': {
    sent: 'HTTP/1.1 1000 High\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'status-line:no-reason': {
    sent: 'HTTP/1.1 200 \r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'status-line:no-space': {
    sent: 'HTTP/1.1 200\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'status-line:http09': { sent: 'hello', end: 'fin', ended: 'server-fin' },
  'status-line:late': {
    sent: '\r\n\r\n\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'field:no-colon': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nX-Fault\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'field:space-colon': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nX-Fault : 1\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'field:no-name': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n: 1\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'field:fold': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nX-Fault: 1\r\n 2\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'field:nul': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nX-Fault: a\0b\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'field:bare-cr': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nX-Fault: a\rb\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'field:latin1': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nX-Fault: \xe9\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'field:long:3': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nX-Fault: aaa\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'field:many:3': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nX-Fault-1: 1\r\nX-Fault-2: 1\r\nX-Fault-3: 1\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'field:endless': {
    sent: /^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+X-Fault: a+(?:\r\nX-Fault: a+)*.*$/,
    end: 'fin',
    ended: 'server-fin',
  },
  'location:utf8': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nLocation: /caf\xc3\xa9\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'location:latin1': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nLocation: /caf\xe9\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'length:more-3': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 8\r\n\r\nhello',
    end: 'fin',
    ended: 'timeout',
  },
  'length:less-3': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 2\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:two-lengths': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:length-and-chunked': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:negative': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: -5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:plus': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: +5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:hex': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 0x5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:list': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5, 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:te-gzip': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: gzip\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:te-twice': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:content-on-204': {
    sent: 'HTTP/1.1 204 NO CONTENT\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:content-on-304': {
    sent: 'HTTP/1.1 304 NOT MODIFIED\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'framing:content-on-head': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'chunk:size': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'chunk:negative': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'chunk:overflow': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'chunk:lf': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'chunk:no-crlf': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello0\r\n\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'chunk:extension:3': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\n5;aaa\r\nhello\r\n0\r\n\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'chunk:short': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\n15\r\nhello',
    end: 'fin',
    ended: 'server-fin',
  },
  'chunk:no-last': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'chunk:bad-trailer': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Fault\r\n\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'chunk:split': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
    end: 'fin',
    ended: 'server-fin',
  },
  'extra:answer': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhelloHTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 5\r\n\r\nextra',
    end: 'open',
    ended: 'answered',
  },
  'extra:bytes': {
    sent: 'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\nConnection: keep-alive\r\n\r\nhello!!!!!!!!!!!!!!!!',
    end: 'open',
    ended: 'answered',
  },
};
