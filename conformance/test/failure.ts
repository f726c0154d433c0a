/** An error that the synthetic client reports to its user, with the class of the protocol. */
export class Failure extends Error {
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.kind = kind;
  }
}
