import type { Database } from './tables.ts';

/** Whose codes: of a user, of an application, or of both together. */
interface Granted {
  readonly userId?: number;
  readonly applicationId?: number;
}

/** Forgets what users agreed to and applications have not fetched yet: an access that is revoked must not come back. */
export async function forgetGrantedCodes(db: Database, { userId, applicationId }: Granted): Promise<void> {
  let codes = db.deleteFrom('authorization_codes');
  let devices = db.deleteFrom('device_codes').where('decision', '=', 'granted');
  if (userId !== undefined) {
    codes = codes.where('user_id', '=', userId);
    devices = devices.where('user_id', '=', userId);
  }
  if (applicationId !== undefined) {
    codes = codes.where('application_id', '=', applicationId);
    devices = devices.where('application_id', '=', applicationId);
  }
  await codes.execute();
  await devices.execute();
}
