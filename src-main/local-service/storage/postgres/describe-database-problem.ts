import { StartupError } from '../../../base/startup-error.ts';

/** Codes of PostgreSQL (appendix A) and of connections that fail. */
const PROBLEMS: Readonly<Record<string, (where: string) => string>> = {
  '28P01': (where) => `The database ${where} rejected the password. Correct studio.database or PGPASSWORD.`,
  '28000': (where) => `The database ${where} rejected the user. Correct studio.database, or allow the user to connect.`,
  '3D000': (where) => `The database ${where} does not exist. Create it, or correct studio.database.`,
  '42501': (where) => `The user of the database ${where} may not use its tables. Make it their owner.`,
  '42P01': (where) => `The database ${where} is not prepared. Run: dropforge service migrate --config FILE`,
  '42703': (where) => `The database ${where} is not prepared. Run: dropforge service migrate --config FILE`,
  '53300': (where) =>
    `The database ${where} has no connections left. Lower studio.connections, or raise max_connections.`,
};

/** Codes of Node for servers that cannot be reached. */
const UNREACHABLE: readonly string[] = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
];

/** The reason why a database cannot be used, for the person who wrote the configuration; null for other errors. */
export function describeDatabaseProblem(error: unknown, database: string): StartupError | null {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  const where = withoutPassword(database);
  const describe = PROBLEMS[code];
  if (describe) return new StartupError(describe(where));
  const isSilent = /timeout exceeded when trying to connect|Connection terminated/.test(message);
  if (!isSilent && !UNREACHABLE.includes(code)) return null;
  const cause = isSilent ? 'no answer' : code;
  return new StartupError(`The database ${where} cannot be reached (${cause}). Check studio.database and the network.`);
}

function withoutPassword(database: string): string {
  if (!URL.canParse(database)) return database;
  const url = new URL(database);
  return `${url.host}${url.pathname}`;
}
