/** A response of a case. Texts are Latin-1; `{a}` is the authority of the port `a`, and `{a.localhost}` the same with this name. */
export type ScriptedResponse = ComposedScript | RawScript;

/** A response of the directives of `/compose`. */
export interface ComposedScript {
  /** Query of `/compose`, such as `status=503&fault=reset@3`. */
  readonly compose: string;
  /** Bytes on the idle connection behind the response, which no request asked for. */
  readonly behind?: BytesBehind;
}

export interface BytesBehind {
  /** Milliseconds after the response; 0 is the same write. */
  readonly after: number;
  readonly bytes: string;
  readonly ends?: boolean;
}

/** Bytes that no composition has. The connection serves no further request. */
export interface RawScript {
  /** The steps, or a function that makes their bytes when they are sent. */
  readonly raw: readonly RawStep[] | (() => readonly RawStep[]);
  readonly end: 'fin' | 'reset' | 'rude' | 'stall';
  /** Content of the request that is read before the response; all of it by default. */
  readonly readFirst?: number;
}

export type RawStep =
  | string
  | Uint8Array
  /** Milliseconds. */
  | { readonly wait: number }
  /** The same bytes again and again, until the client ends the connection or the number is reached. */
  | { readonly repeat: string; readonly count: number; readonly wait: number };

/** The responses of one port: in order, the last one to all further requests; or by path, where `*` is any other. */
export type PortScript =
  | readonly ScriptedResponse[]
  | Readonly<Record<string, ScriptedResponse | readonly ScriptedResponse[]>>;

export function compose(query: string, behind?: BytesBehind): ComposedScript {
  return behind ? { compose: query, behind } : { compose: query };
}

export function raw(end: RawScript['end'], ...steps: readonly RawStep[]): RawScript {
  return { raw: steps, end };
}

export function stepsOf({ raw: steps }: RawScript): readonly RawStep[] {
  return typeof steps === 'function' ? steps() : steps;
}

/** A complete head of HTTP/1.1 with status 200 and these field lines. */
export function head(...lines: readonly string[]): string {
  return ['HTTP/1.1 200 OK', ...lines, '', ''].join('\r\n');
}

/** The fault that a response must have. */
export function faultOf(response: ScriptedResponse): string | undefined {
  return 'compose' in response
    ? (new URLSearchParams(response.compose.replaceAll('+', '%2B')).get('fault') ?? undefined)
    : undefined;
}

/** Replaces the names of ports. */
export function fillIn(text: string, authorityOf: (port: string, host: string) => string): string {
  return text.replace(/\{([a-z]+)(?:\.([a-z.]+))?\}/g, (_, port: string, host: string | undefined) =>
    authorityOf(port, host ?? '127.0.0.1'),
  );
}
