import { faultKinds } from '#testing/responses/faults/declarations.ts';
import type { FaultKind } from '#testing/responses/faults/fault-kind.ts';
import { transcripts } from '../../test/support/faults/fault-transcripts.ts';
import { frameTranscripts } from '../../test/support/faults/fault-transcripts-http2.ts';
import { FAULT_PEERS } from './fault-peers.ts';
import { type FaultRow, faultRows } from './fault-rows.ts';
import { frontMatter } from './front-matter.ts';

const TEST = 'src/testing/responses/send/transcripts.test.ts';

/** The reference of the directive `fault`, with the bytes that the tests expect. */
export function faultsPage(): string {
  return [
    `${frontMatter('Make it fail', 70, 'Look up every fault, with the bytes that it sends.', { Kind: 'fault', Argument: 'fault' })}# Fault reference`,
    'The directive `fault` ends a connection at a chosen place, or sends a malformed message:',
    '```sh\ncurl -s \'http://127.0.0.1:8080/compose?body=hello&fault=truncate@3\' 2>/dev/null || echo "[exit $?]"\n```',
    '```text\nhel[exit 18]\n```',
    'The values of `fault=` of `/compose`, in the query and in the path: `KIND[:ARGUMENT][@PLACE][,OPTION…]`.',
    'A request with a fault that the protocol cannot carry gets 400. Nothing of a fault is sent before all directives are checked. [The guide](../guide/labs/faults.md) has recipes.',
    '## Kinds',
    table(['Kind', 'Effect', 'Places', 'Options', 'Client', 'Examples'], faultKinds.map(formatKindRow)),
    '## Arguments',
    table(
      ['Argument', 'Effect', 'Client'],
      faultKinds.flatMap((kind) =>
        Object.entries(kind.variants ?? {}).map(([name, { summary, number, client }]) => [
          code(`${kind.name}:${name}${number ? `${kind.numberSeparator ?? ':'}N` : ''}`),
          number ? `${summary} N is from ${number.minimum} to ${number.maximum}.` : summary,
          client ?? kind.client,
        ]),
      ),
    ),
    '## Places',
    table(['Place', 'When the fault is applied'], PLACES),
    '## What is sent',
    `Each row is a test: \`fault=… over HTTP/1.1\`, \`over TLS\`, \`over HTTP/2\` and \`over HTTP/2 over TLS\` in [${TEST}](../../${TEST}). The tests compare the bytes, the journal and the attempt of a sequence, also for HEAD, POST and the statuses 204 and 304. The content is \`hello\`; \`Date\`, the CORS fields and \`Keep-Alive\` are left out. Without its fault, a response of \`location\` has \`Location: /caf%C3%A9\`. \`…\` stands for the head of an ordinary response with \`Content-Length: 5\`.`,
    'A response without content, to HEAD or with the status 204 or 304, is the same without its content: over HTTP/2, its HEADERS frame has END_STREAM only if the response is complete. Such a status cannot have a place in the content, or a fault that needs content: the request gets 400, except for `framing:content-on-204` and `framing:content-on-304` with their own status.',
    table(['Fault', 'HTTP/1.1', 'Ends', 'Over TLS', 'HTTP/2', 'Ends'], faultRows().map(formatTranscriptRow)),
    '## Beside other tools',
    table(
      ['Feature', 'MockWebServer', 'WireMock', 'Toxiproxy', 'curl test servers', 'Sparring'],
      FAULT_PEERS,
    ),
    '',
  ].join('\n\n');
}

const PLACES = [
  ['`start`', 'Before the first byte of the response. The default of most kinds.'],
  ['`request`', 'After the head of the request; its content is not read.'],
  ['`request:N`', 'After N bytes of the content of the request.'],
  ['`headers`', 'After the blank line of the head of the response.'],
  ['`N`', 'After N bytes of content, after content codings and without the framing of chunks.'],
  ['`end`', 'After the content, before the end of the message: the last chunk, or END_STREAM.'],
];

function formatKindRow({
  name,
  summary,
  places,
  options = [],
  client,
  examples,
  ...kind
}: FaultKind): string[] {
  return [
    code(name),
    `${summary} HTTP/1.1: ${kind.http1}. TLS: ${kind.tls}. HTTP/2: ${kind.http2 ?? 'rejected with 400'}.`,
    places.map(code).join(', ') || '–',
    options.map(code).join(', ') || '–',
    client,
    examples.map(code).join(', '),
  ];
}

function formatTranscriptRow({ fault, isOverHttp2 }: FaultRow): string[] {
  const http1 = transcripts[fault];
  const http2 = isOverHttp2 ? frameTranscripts[fault] : undefined;
  if (!http1 || (isOverHttp2 && !http2)) throw new Error(`There is no transcript of the fault ${fault}`);
  return [
    code(fault),
    typeof http1.sent === 'string' ? formatBytes(http1.sent) : (DESCRIBED[fault] ?? fault),
    ENDS[http1.end],
    http1.endOverTls === 'rude'
      ? 'FIN without `close_notify`'
      : http1.end === 'fin'
        ? '`close_notify`, FIN'
        : ENDS[http1.end],
    http2 ? code(http2.frames.filter((frame) => frame !== 'PING').join(', ') || 'nothing') : '400',
    http2 ? ENDS[http2.end] : '–',
  ];
}

const ENDS = { fin: 'FIN', rst: 'RST', open: 'stays open' } as const;

const DESCRIBED: Readonly<Record<string, string>> = {
  'garbage@start': '64 random bytes',
  'garbage@headers': 'head with `Transfer-Encoding: chunked`, 64 random bytes',
  'field:endless': 'head without end, 1 MiB',
};

const HEAD =
  'HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 5\r\n';
const FIELDS = 'Content-Type: text/plain; charset=utf-8\r\nX-Content-Type-Options: nosniff\r\n';

function formatBytes(sent: string): string {
  if (sent === '') return 'nothing';
  const short = sent.replace(`${HEAD}\r\n`, '…␍␊').replace(HEAD, '…').replace(FIELDS, '');
  return code(
    short
      .replaceAll('\r', '␍')
      .replaceAll('\n', '␊')
      .replaceAll('\0', '␀')
      .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase()}`),
  );
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
