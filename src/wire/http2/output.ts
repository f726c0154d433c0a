/**
 * The bytes that wait for the socket. Text has one unit per byte. The driver takes them, and reports what the socket has sent, so that
 * the machine knows how much waits.
 */
export class Output {
  #text = '';
  #parts: (string | Uint8Array)[] = [];
  #appended = 0;
  #sent = 0;
  /** Bytes of control frames that may wait: those before the mark, and those behind it. */
  #oldControl = 0;
  #newControl = 0;
  #mark = 0;

  /** All bytes that were appended, from the start. */
  get appended(): number {
    return this.#appended;
  }

  /** The bytes that were appended and not reported as sent. */
  get waiting(): number {
    return this.#appended - this.#sent;
  }

  /** The bytes of control frames among them: an upper bound, which counts sent ones of at most one backlog. */
  get waitingControl(): number {
    return this.#oldControl + this.#newControl;
  }

  /** Whether `take` returns bytes. */
  get hasBytes(): boolean {
    return this.#text !== '' || this.#parts.length > 0;
  }

  text(text: string): void {
    this.#text += text;
    this.#appended += text.length;
  }

  /** A frame that answers a frame of the client, such as an ACK. */
  control(text: string): void {
    this.text(text);
    this.#newControl += text.length;
  }

  /** @param bytes are not copied */
  bytes(bytes: Uint8Array): void {
    if (this.#text !== '') this.#parts.push(this.#text);
    this.#text = '';
    this.#parts.push(bytes);
    this.#appended += bytes.length;
  }

  /** All bytes in their order, for one write. */
  take(): readonly (string | Uint8Array)[] {
    const parts = this.#parts;
    if (this.#text !== '') parts.push(this.#text);
    this.#text = '';
    this.#parts = [];
    return parts;
  }

  /** @param bytes that the socket has sent since the last call */
  sent(bytes: number): void {
    this.#sent += bytes;
    if (this.#sent < this.#mark) return;
    this.#oldControl = this.#newControl;
    this.#newControl = 0;
    this.#mark = this.#appended;
    if (this.waiting === 0) this.#oldControl = 0;
  }
}
