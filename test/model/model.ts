/** A token as the model knows it. */
export interface ModelToken {
  readonly id: number;
  readonly login: string;
  /** Null for a personal one. */
  readonly clientId: string | null;
  readonly isImpersonation: boolean;
  note: string | null;
  fingerprint: string | null;
  scopes: readonly string[];
  /** In clear: who has it can ask whether it still is worth something. */
  secret: string;
}

/** What the server should hold: plain lists, and rules as short as they can be said. */
export class Model {
  readonly suspended = new Set<string>();
  readonly logins: string[];
  tokens: ModelToken[] = [];
  /** `login clientId`: outlives its tokens, until it is revoked. */
  readonly grants = new Set<string>();
  /** Secrets that were worth something once. */
  readonly dead = new Set<string>();

  constructor(logins: readonly string[]) {
    this.logins = [...logins];
  }

  /** Who holds the place that such a token would take. */
  holder(wanted: Pick<ModelToken, 'login' | 'clientId' | 'note' | 'fingerprint'>): ModelToken | undefined {
    return this.tokens.find(
      (held) =>
        !held.isImpersonation &&
        held.login === wanted.login &&
        held.clientId === wanted.clientId &&
        held.fingerprint === wanted.fingerprint &&
        (wanted.clientId !== null || (wanted.note !== null && held.note === wanted.note)),
    );
  }

  add(token: ModelToken): void {
    this.tokens.push(token);
    if (token.clientId !== null) this.grants.add(`${token.login} ${token.clientId}`);
  }

  remove(doomed: (token: ModelToken) => boolean): void {
    for (const token of this.tokens) if (doomed(token)) this.dead.add(token.secret);
    this.tokens = this.tokens.filter((token) => !doomed(token));
  }

  revokeGrant(login: string, clientId: string): void {
    this.grants.delete(`${login} ${clientId}`);
    this.remove((token) => token.login === login && token.clientId === clientId);
  }

  replaceSecret(token: ModelToken, secret: string): void {
    this.dead.add(token.secret);
    token.secret = secret;
  }

  removeUser(login: string): void {
    this.remove((token) => token.login === login);
    for (const grant of this.grants) if (grant.startsWith(`${login} `)) this.grants.delete(grant);
    this.suspended.delete(login);
    this.logins.splice(this.logins.indexOf(login), 1);
  }

  tokensOf(login: string): ModelToken[] {
    return this.tokens.filter((token) => token.login === login).toSorted((a, b) => a.id - b.id);
  }

  /** Client ids with the union of the scopes of their tokens. */
  grantsOf(login: string): [clientId: string, scopes: string[]][] {
    return [...this.grants]
      .filter((grant) => grant.startsWith(`${login} `))
      .map((grant) => grant.slice(login.length + 1))
      .map((clientId): [string, string[]] => {
        const held = this.tokensOf(login).filter((token) => token.clientId === clientId);
        return [clientId, [...new Set(held.flatMap(({ scopes }) => scopes))].sort()];
      })
      .sort();
  }
}
