export interface Application {
  id: number;
  name: string;
  url: string;
  description: string | null;
  /** Where users are sent back to after they have let the application in; null where there is no such flow. */
  callbackUrl: string | null;
  /** Twenty characters. */
  clientId: string;
  /** Lower-case hexadecimal SHA-256 of the client secret. */
  secretDigest: string;
  /** Nobody can let in a suspended application. */
  isSuspended: boolean;
  ownerId: number | null;
  createdAt: string;
  updatedAt: string;
}

export type NewApplication = Omit<Application, 'id' | 'description' | 'callbackUrl' | 'isSuspended'> &
  Partial<Pick<Application, 'description' | 'callbackUrl' | 'isSuspended'>>;

export interface ApplicationStore {
  /** Undefined when the client id is taken. */
  add(application: NewApplication): Promise<Application | undefined>;
  byId(id: number): Promise<Application | undefined>;
  byClientId(clientId: string): Promise<Application | undefined>;
  /** False when there is no such application, or when the new client id is another's. */
  update(id: number, change: Partial<Omit<Application, 'id' | 'createdAt'>>): Promise<boolean>;
  /** Deletes the application with every grant and token of it. False when there is none. */
  delete(id: number): Promise<boolean>;
  /**
   * Deletes every grant and token of the application, and the codes that it has not fetched one for, of all users;
   * answers how many users had let it in.
   */
  revokeAll(id: number): Promise<number>;
  list(): Promise<Application[]>;
  byOwner(ownerId: number): Promise<Application[]>;
}

/** What an answer shows of an application. */
export type ApplicationSummary = Pick<Application, 'id' | 'name' | 'url' | 'clientId'>;
