import { deflateSync } from 'node:zlib';

/** A response in the script: bytes, seconds, and repetitions of both, then what becomes of the connection. */
export interface ScriptResponse {
  readonly steps: readonly (
    | Buffer
    | number
    | { readonly bytes: Buffer; readonly wait: number; readonly count: number }
  )[];
  readonly end: 'keep' | 'fin' | 'reset' | 'stall';
}

/** Responses to a path, by whether a field is in the request. Each list is in order, and its last one serves all others. */
export interface ScriptRule {
  readonly path: string;
  readonly field: string;
  readonly present: readonly ScriptResponse[];
  readonly absent: readonly ScriptResponse[];
}

export interface ScriptInput {
  /** Lines of the comment above. */
  readonly about: readonly string[];
  /** What the client is asked, with the names of ports. */
  readonly asks: readonly string[];
  readonly ports: Readonly<Record<string, readonly ScriptRule[]>>;
}

/** Above this length, bytes are compressed. */
const MAX_LITERAL = 1500;

/** A program of Python's standard library that serves the raw bytes, and prints the URLs for the client. */
export function formatPythonScript({ about, asks, ports }: ScriptInput): string {
  const tables = Object.entries(ports).map(
    ([name, rules]) => `  "${name}": [${rules.map(formatRule).join(',\n    ')}],`,
  );
  return [
    '#!/usr/bin/env python3',
    ...about.map((line) => `# ${line}`),
    'import base64, re, socket, struct, threading, time, zlib',
    '# By port: path, field, responses with the field, responses without. A response is bytes and seconds, and the end.',
    'SERVE = {',
    ...tables,
    '}',
    `ASK = [${asks.map((ask) => formatBytes(Buffer.from(ask, 'utf8'))).join(', ')}]`,
    PROGRAM,
  ].join('\n');
}

const PROGRAM = String.raw`LISTENERS = {name: socket.create_server(("127.0.0.1", 0)) for name in SERVE}
def fill(data):
    authority = lambda m: (m[2] or b"127.0.0.1") + b":%d" % LISTENERS[m[1].decode()].getsockname()[1]
    return re.sub(rb"\{(" + "|".join(SERVE).encode() + rb")(?:\.([a-z.]+))?\}", authority, data)
def serve(connection, rules):
    file = connection.makefile("rb")
    while line := file.readline():
        head = line
        while (field := file.readline()).strip(): head += field
        print(head.decode("latin-1"))
        if b"100-continue" in head.lower(): connection.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        if length := re.search(rb"(?i)\ncontent-length: *(\d+)", head): file.read(int(length[1]))
        if b"\ntransfer-encoding: chunked" in head.lower():
            while size := int(file.readline().split(b";")[0], 16): file.read(size + 2)
            while file.readline().strip(): pass
        _, field, present, absent = next(r for r in rules if r[0] in (line.split(b" ")[1], b"*"))
        responses = present if b"\n" + field in head.lower() else absent
        steps, end = responses.pop(0) if len(responses) > 1 else responses[0]
        for step in steps: time.sleep(step) if isinstance(step, (int, float)) else connection.sendall(fill(step))
        if end == "reset": connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if end == "fin": connection.shutdown(socket.SHUT_WR)
        if end in ("fin", "stall"): file.read()
        if end != "keep": return file.close(), connection.close()
threading.excepthook = lambda ended: None  # The client has closed the connection.
def listen(name):
    while True: threading.Thread(target=serve, args=(LISTENERS[name].accept()[0], SERVE[name]), daemon=True).start()
for name in SERVE: threading.Thread(target=listen, args=(name,), daemon=True).start()
for ask in ASK: print(fill(ask).decode(), flush=True)
threading.Event().wait()
`;

function formatRule({ path, field, present, absent }: ScriptRule): string {
  const name = field === '' ? '' : `${field}:`;
  return `[${formatBytes(Buffer.from(path))}, ${formatBytes(Buffer.from(name))}, ${formatResponses(present)}, ${formatResponses(absent)}]`;
}

function formatResponses(responses: readonly ScriptResponse[]): string {
  return `[${responses.map(({ steps, end }) => `([${steps.map(formatStep).join(', ')}], "${end}")`).join(', ')}]`;
}

function formatStep(step: ScriptResponse['steps'][number]): string {
  if (typeof step === 'number') return String(step);
  if ('count' in step) return `*([${formatBytes(step.bytes)}, ${step.wait}] * ${step.count})`;
  return formatBytes(step);
}

/** A literal of Python's bytes. */
function formatBytes(bytes: Buffer): string {
  if (bytes.length > MAX_LITERAL)
    return `zlib.decompress(base64.b64decode("${deflateSync(bytes, { level: 9 }).toString('base64')}"))`;
  const text = bytes.toString('latin1').replace(/[^ !#-[\]-~]/g, (character) => {
    const known = ESCAPES[character];
    return known ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `b"${text}"`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '\r': '\\r',
  '\n': '\\n',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};
