import { DatabaseSync } from 'node:sqlite';

/** Gives a user many tokens of one application, by SQL: the API would take minutes. Updates the counters. */
export function fill(file: string, login: string, clientId: string, count: number): void {
  const db = new DatabaseSync(file);
  db.exec('BEGIN');
  db.prepare(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :count)
    INSERT INTO authorizations
      (user_id, application_id, hashed_token, token_last_eight, note, scopes, fingerprint, slot, created_at, updated_at)
    SELECT u.id, a.id, printf('%s-%064d', u.login, n), '01234567', NULL, '["repo"]', printf('machine-%08d', n),
      printf('slot-%d', n), 1767225600000, 1767225600000
    FROM numbers, users u, applications a WHERE u.login = :login AND a.client_id = :clientId`).run({
    count,
    login,
    clientId,
  });
  db.prepare('UPDATE users SET authorization_count = authorization_count + :count WHERE login = :login').run({
    count,
    login,
  });
  db.prepare(`
    UPDATE grants SET authorization_count = authorization_count + :count
    WHERE user_id = (SELECT id FROM users WHERE login = :login)
      AND application_id = (SELECT id FROM applications WHERE client_id = :clientId)`).run({
    count,
    login,
    clientId,
  });
  db.exec('COMMIT');
  db.close();
}
