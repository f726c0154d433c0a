/** An event of a stream of server-sent events (HTML §9.2). */
export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

/**
 * Reads the events of a response. The page uses `fetch` and this parser, because an `EventSource` cannot send
 * `Authorization`.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Undefined for a comment. */
function parseEvent(block: string): StreamEvent | undefined {
  const lines = block.split('\n').map((line) => /^([^:]*): ?(.*)$/.exec(line) ?? []);
  const fieldOf = (name: string) => lines.find(([, field]) => field === name)?.[2];
  const data = fieldOf('data');
  return data === undefined ? undefined : { name: fieldOf('event') ?? 'message', data };
}
