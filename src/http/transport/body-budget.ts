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
  let total = 0;

  function open(): Reservation {
    let own = 0;
    let isClosed = false;
    const release = (bytes: number) => {
      const released = Math.min(bytes, own);
      own -= released;
      total -= released;
    };
    const fits = (bytes: number) => total + bytes <= limit;
    return {
      fits,
      acquire(bytes) {
        if (isClosed || !fits(bytes)) return false;
        own += bytes;
        total += bytes;
        return true;
      },
      release,
      close() {
        isClosed = true;
        release(own);
      },
    };
  }

  return {
    limit,
    get used() {
      return total;
    },
    open,
  };
}
