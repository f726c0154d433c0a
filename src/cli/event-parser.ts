export interface ServerSentEvent {
  readonly name: string;
  readonly id: string | undefined;
  readonly data: string;
}

/** Parses a stream of server-sent events (WHATWG HTML, 9.2). */
export class EventParser {
  #rest = '';
  #name = 'message';
  #id: string | undefined;
  #data: string[] = [];

  /** The events that the text completes. */
  add(text: string): ServerSentEvent[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#addLine(line.replace(/\r$/, '')));
  }

  #addLine(line: string): ServerSentEvent[] {
    if (line === '') return this.#complete();
    const colon = line.includes(':') ? line.indexOf(':') : line.length;
    const name = line.slice(0, colon);
    const value = line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (name === 'event') this.#name = value;
    if (name === 'id') this.#id = value;
    if (name === 'data') this.#data.push(value);
    return [];
  }

  #complete(): ServerSentEvent[] {
    const event = { name: this.#name, id: this.#id, data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#name = 'message';
    this.#data = [];
    return isEmpty ? [] : [event];
  }
}
