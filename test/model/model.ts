/** A token of the model. */
export interface ModelToken {
  readonly id: number;
  readonly login: string;
  /** Null for a personal token. */
  readonly clientId: string | null;
  readonly isImpersonation: boolean;
  note: string | null;
  fingerprint: string | null;
  scopes: readonly string[];
  /** In plain text: an application can check former tokens too. */
  secret: string;
}

/** The state that the server should have, as plain lists with short rules. */
export class Model {
  readonly suspended = new Set<string>();
  readonly logins: string[];
  tokens: ModelToken[] = [];
  /** `login clientId`: a grant stays without tokens until it is revoked. */
  readonly grants = new Set<string>();
  /** Former tokens. */
  readonly former = new Set<string>();

  constructor(logins: readonly string[]) {
    this.logins = [...logins];
  }

  /** The token that has the same uniqueness key. */
  holder(wanted: Pick<ModelToken, 'login' | 'clientId' | 'note' | 'fingerprint'>): ModelToken | undefined {
    return this.tokens.find(
      (token) =>
        !token.isImpersonation &&
        token.login === wanted.login &&
        token.clientId === wanted.clientId &&
        token.fingerprint === wanted.fingerprint &&
        (wanted.clientId !== null || (wanted.note !== null && token.note === wanted.note)),
    );
  }

  add(token: ModelToken): void {
    this.tokens.push(token);
    if (token.clientId !== null) this.grants.add(`${token.login} ${token.clientId}`);
  }

  remove(isMatch: (token: ModelToken) => boolean): void {
    for (const token of this.tokens) if (isMatch(token)) this.former.add(token.secret);
    this.tokens = this.tokens.filter((token) => !isMatch(token));
  }

  revokeGrant(login: string, clientId: string): void {
    this.grants.delete(`${login} ${clientId}`);
    this.remove((token) => token.login === login && token.clientId === clientId);
  }

  replaceSecret(token: ModelToken, secret: string): void {
    this.former.add(token.secret);
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

  /** Client IDs with the union of the scopes of their tokens. */
  grantsOf(login: string): [clientId: string, scopes: string[]][] {
    return [...this.grants]
      .filter((grant) => grant.startsWith(`${login} `))
      .map((grant) => grant.slice(login.length + 1))
      .map((clientId): [string, string[]] => {
        const tokens = this.tokensOf(login).filter((token) => token.clientId === clientId);
        return [clientId, [...new Set(tokens.flatMap(({ scopes }) => scopes))].sort()];
      })
      .sort();
  }
}
