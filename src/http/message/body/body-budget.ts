/** Limits the total size of the bodies in memory, over all requests and connections. */
export interface BodyBudget {
  /** Maximum number of bytes in use. */
  readonly limit: number;
  /** Bytes in use. */
  readonly used: number;
  /** Opens a reservation of 0 bytes for one request or connection. */
  open(): Reservation;
}

/** The share of the budget that one request or connection uses. */
export interface Reservation {
  /** Whether the number of bytes is available. Reserves nothing. */
  fits(bytes: number): boolean;
  /** Reserves bytes. False, without any effect, when they are not available or the reservation is closed. */
  acquire(bytes: number): boolean;
  /** Releases some of the bytes. */
  release(bytes: number): void;
  /** Releases all bytes and rejects further ones. Idempotent. */
  close(): void;
}

export function createBodyBudget(limit: number): BodyBudget {
  return new Budget(limit);
}

class Budget implements BodyBudget {
  readonly limit: number;
  used = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  open(): Reservation {
    return new Share(this);
  }
}

/** A class, because each request with a body has one: functions would be five objects. */
class Share implements Reservation {
  readonly #budget: Budget;
  #own = 0;
  #isClosed = false;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  fits(bytes: number): boolean {
    return this.#budget.used + bytes <= this.#budget.limit;
  }

  acquire(bytes: number): boolean {
    if (this.#isClosed || !this.fits(bytes)) return false;
    this.#own += bytes;
    this.#budget.used += bytes;
    return true;
  }

  release(bytes: number): void {
    const released = Math.min(bytes, this.#own);
    this.#own -= released;
    this.#budget.used -= released;
  }

  close(): void {
    this.#isClosed = true;
    this.release(this.#own);
  }
}
