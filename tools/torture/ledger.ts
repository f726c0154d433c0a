/** What the ledger expects of a token. */
type State =
  /** The server has acknowledged its creation. */
  | 'present'
  /** The server has acknowledged its revocation, or answered its creation 5xx without a doubt. */
  | 'absent'
  /** No answer, or an answer that says that the change may have been made. */
  | 'unknown';

interface Entry {
  readonly login: string;
  readonly note: string;
  /** Undefined when the creation was not acknowledged. */
  token: string | undefined;
  id: number | undefined;
  state: State;
  /** The last operation whose answer set the state. */
  cause: 'created' | 'revoked' | 'create failed' | 'revoke failed' | 'no answer';
}

export interface Violations {
  /** Acknowledged writes that are not in the database. */
  lost: number;
  /** Revoked tokens that are in the database again. */
  returned: number;
  /** Operations that were answered 5xx without a doubt, and were committed. */
  phantoms: number;
}

/** Records the answers to writes, and compares them with what the server has after a failure. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  readonly violations: Violations = { lost: 0, returned: 0, phantoms: 0 };
  readonly examples: string[] = [];
  readonly counts = { created: 0, revoked: 0, uncertain: 0 };
  #next = 1;

  newNote(): string {
    return `n${this.#next++}`;
  }

  created(login: string, note: string, token: string, id: number): void {
    this.counts.created++;
    this.#entries.set(note, { login, note, token, id, state: 'present', cause: 'created' });
  }

  createFailed(login: string, note: string, isUncertain: boolean): void {
    if (isUncertain) this.counts.uncertain++;
    const state = isUncertain ? 'unknown' : 'absent';
    const cause = isUncertain ? 'no answer' : 'create failed';
    this.#entries.set(note, { login, note, token: undefined, id: undefined, state, cause });
  }

  revoked(note: string): void {
    this.counts.revoked++;
    this.#set(note, 'absent', 'revoked');
  }

  revokeFailed(note: string, isUncertain: boolean): void {
    if (isUncertain) this.counts.uncertain++;
    this.#set(note, isUncertain ? 'unknown' : 'present', isUncertain ? 'no answer' : 'revoke failed');
  }

  /** Compares the tokens of a user with the entries. What was unknown is known then. */
  compare(login: string, tokens: ReadonlyMap<string, number>): void {
    for (const entry of this.#entries.values()) {
      if (entry.login !== login) continue;
      const id = tokens.get(entry.note);
      if (entry.state !== 'unknown' && (entry.state === 'present') !== (id !== undefined))
        this.#report(entry);
      entry.state = id === undefined ? 'absent' : 'present';
      entry.id ??= id;
      if (entry.state === 'absent' && entry.token === undefined) this.#entries.delete(entry.note);
    }
  }

  /** An answer to a call with the token: whether the server accepts it. */
  used(note: string, isAccepted: boolean, since: number): void {
    const entry = this.#entries.get(note);
    if (entry === undefined || entry.state === 'unknown' || since !== this.version(note)) return;
    if ((entry.state === 'present') !== isAccepted) this.#report(entry);
  }

  /** Changes with each change of the state, so that an answer to an older request is not compared. */
  version(note: string): number {
    return this.#versions.get(note) ?? 0;
  }

  readonly #versions = new Map<string, number>();

  /** The notes of usable tokens of a user, with the oldest first. */
  live(login: string): { note: string; id: number; token: string | undefined }[] {
    return [...this.#entries.values()].flatMap(({ login: owner, state, note, id, token }) =>
      owner === login && state === 'present' && id !== undefined ? [{ note, id, token }] : [],
    );
  }

  revokedTokens(login: string): { note: string; token: string }[] {
    return [...this.#entries.values()].flatMap(({ login: owner, state, note, token }) =>
      owner === login && state === 'absent' && token !== undefined ? [{ note, token }] : [],
    );
  }

  #set(note: string, state: State, cause: Entry['cause']): void {
    const entry = this.#entries.get(note);
    if (entry === undefined) throw new Error(`no entry ${note}`);
    Object.assign(entry, { state, cause });
    this.#versions.set(note, this.version(note) + 1);
  }

  #report({ note, state, cause }: Entry): void {
    const kind = cause === 'created' ? 'lost' : cause === 'revoked' ? 'returned' : 'phantoms';
    this.violations[kind]++;
    this.examples.push(`${note}: expected ${state} because ${cause}`);
  }
}
