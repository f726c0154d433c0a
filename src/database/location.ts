/** Whether the database of the setting is on a PostgreSQL server. */
export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//i.test(database);
}

/** The path of a SQLite file in the setting, as it is written there; undefined for another database. */
export function sqliteFileOf(database: string): string | undefined {
  return /^sqlite:(?!:memory:$)(.+)$/is.exec(database)?.[1];
}
