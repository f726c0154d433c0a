/** A browser that is signed in, or is signing in. Times are milliseconds since the epoch. */
export interface Session {
  userId: number;
  /** `second-factor`: the password was right, and the code is still required. */
  stage: 'second-factor' | 'signed-in';
  createdAt: number;
  expiresAt: number;
  address: string;
  userAgent: string | null;
}
