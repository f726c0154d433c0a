import type { NewSecurityEvent } from './audit.ts';

export interface Application {
  id: number;
  name: string;
  url: string;
  description: string | null;
  /** Where users are redirected after they have authorized the application; null where it has no web flow. */
  callbackUrl: string | null;
  /** Twenty characters. */
  clientId: string;
  /** Lower-case hexadecimal SHA-256 of the client secret. */
  secretDigest: string;
  /** Users cannot authorize a suspended application. */
  isSuspended: boolean;
  ownerId: number | null;
  createdAt: string;
  updatedAt: string;
}

export type NewApplication = Omit<Application, 'id' | 'description' | 'callbackUrl' | 'isSuspended'> &
  Partial<Pick<Application, 'description' | 'callbackUrl' | 'isSuspended'>>;

/** A method with an event stores the change and the event in one transaction. */
export interface ApplicationStore {
  /** Undefined when the client id is taken. */
  add(application: NewApplication, event?: NewSecurityEvent): Promise<Application | undefined>;
  byId(id: number): Promise<Application | undefined>;
  byClientId(clientId: string): Promise<Application | undefined>;
  /** False when there is no such application, or when another one has the new client id. */
  update(
    id: number,
    change: Partial<Omit<Application, 'id' | 'createdAt'>>,
    event?: NewSecurityEvent,
  ): Promise<boolean>;
  /** Deletes the application with its grants and tokens. False when there is none. */
  delete(id: number, event?: NewSecurityEvent): Promise<boolean>;
  /**
   * Deletes all grants and tokens of the application, and its codes that were not exchanged yet. Returns the number of
   * users who had authorized it.
   */
  revokeAll(id: number, event?: NewSecurityEvent): Promise<number>;
  list(): Promise<Application[]>;
  byOwner(ownerId: number): Promise<Application[]>;
}

/** The part of an application that responses show. */
export type ApplicationSummary = Pick<Application, 'id' | 'name' | 'url' | 'clientId'>;
