import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { StartupError } from '../../base/startup-error.ts';
import type { PostgresApiKeys } from '../account/postgres-api-keys.ts';
import { readUsage, type UsageQuery } from '../account/postgres-usage.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { createOidcSignIn } from '../console/sign-in/oidc-sign-in.ts';
import { createConsoleSessions } from '../console/sign-in/postgres-console-sessions.ts';
import { readQueueState } from '../tasks/studio/postgres-queue-state.ts';
import { createTaskRetries } from '../tasks/studio/postgres-task-retries.ts';
import type { Studio } from './open-studio.ts';
import { listWorkers } from './postgres-workers.ts';
import type { StudioConfig } from './studio-config.ts';

/** The parts of a studio's console that its database provides, and the ways to open it. */
type StudioConsole = Omit<ConsoleContext, 'webhooks' | 'queue' | 'account' | 'limits' | 'baseUrl'>;

/** The secrets of a console. */
export interface ConsoleSecrets {
  readonly token: string;
  /** Of the OIDC provider; null: there is none. */
  readonly clientSecret: string | null;
}

/** Reads the secrets of a console. Throws a StartupError that names the key of one that cannot be used. */
export async function readConsoleSecrets({
  consoleTokenFile,
  oidc,
}: Pick<StudioConfig, 'consoleTokenFile' | 'oidc'>): Promise<ConsoleSecrets> {
  return {
    token: await readConsoleToken(consoleTokenFile),
    clientSecret: oidc ? await readClientSecret(oidc.clientSecretFile) : null,
  };
}

/** Opens the console of a studio. */
export function openStudioConsole(
  { studio, postgres, tasks, lifecycle }: Studio,
  keys: PostgresApiKeys,
  { token, clientSecret }: ConsoleSecrets,
): StudioConsole {
  const { oidc } = studio;
  return {
    token,
    findAdmin: (key) => keys.findAdmin(key),
    sessions: createConsoleSessions(postgres),
    ...(oidc && { oidc: createOidcSignIn(oidc, clientSecret ?? '') }),
    ...{ keys, tasks, studioKeys: keys },
    usage: (query: UsageQuery) => readUsage(postgres, query),
    workers: () => listWorkers(postgres),
    queueState: () => readQueueState(postgres),
    retries: createTaskRetries(postgres, tasks, lifecycle),
  };
}

/** The token of the console; without a file it is random, and opens nothing. */
async function readConsoleToken(file: string | undefined): Promise<string> {
  if (file === undefined) return randomBytes(32).toString('base64url');
  const token = await readSecret(file);
  if (token.length >= 32) return token;
  throw new StartupError(
    `studio.consoleTokenFile: the token in ${file} is missing or shorter than 32 characters. Write one: openssl rand -hex 32`,
  );
}

async function readClientSecret(file: string): Promise<string> {
  const secret = await readSecret(file);
  if (secret !== '') return secret;
  throw new StartupError(
    `studio.oidc.clientSecretFile: the secret in ${file} is missing. Write the one of the provider into it.`,
  );
}

async function readSecret(file: string): Promise<string> {
  return (await readFile(file, 'utf8').catch(() => '')).trim();
}
