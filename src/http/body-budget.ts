/** Bounds the bytes of content that clients have sent and the server holds, over all requests and connections. */
export interface BodyBudget {
  /** Most bytes that are held at a time. */
  readonly limit: number;
  /** Bytes that are held now. */
  readonly held: number;
  /** An account for one request or connection. It holds nothing yet. */
  open(): Reservation;
}

/** What one request or connection holds of the budget. */
export interface Reservation {
  /** Whether so many more bytes could be held now. Counts nothing. */
  fits(bytes: number): boolean;
  /** Counts so many bytes; false, and none of them counted, when they do not fit or the account is closed. */
  acquire(bytes: number): boolean;
  /** Gives back some of the bytes. */
  release(bytes: number): void;
  /** Gives back everything, and counts nothing from now on. Idempotent. */
  close(): void;
}

export function createBodyBudget(limit: number): BodyBudget {
  let total = 0;

  function open(): Reservation {
    let own = 0;
    let isClosed = false;
    const release = (bytes: number) => {
      const given = Math.min(bytes, own);
      own -= given;
      total -= given;
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
    get held() {
      return total;
    },
    open,
  };
}
