/**
 * The address of a database with the password of PGPASSWORD, if it has none itself. The variable is removed from
 * `environment`, because engine processes inherit it.
 */
export function takePassword(database: string, environment: NodeJS.ProcessEnv): string {
  const { PGPASSWORD: password } = environment;
  delete environment['PGPASSWORD'];
  if (password === undefined || !URL.canParse(database)) return database;
  const url = new URL(database);
  if (url.password === '') url.password = encodeURIComponent(password);
  return url.href;
}
