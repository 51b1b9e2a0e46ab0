import { readFile, stat } from 'node:fs/promises';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { LOCAL_SERVICE } from '../../../src-shared/ipc/views/account-view.ts';
import { MAX_AUTHORITIES_LENGTH, type Settings } from '../../../src-shared/settings/settings.ts';
import { UsageError } from '../lib/usage-error.ts';
import {
  addService,
  changeService,
  listServices,
  readServiceName,
  removeService,
  useService,
  type ServiceChange,
} from '../../service-client/services/known-services.ts';
import { REHEARSAL_CREDITS, setRehearsal } from '../../service-client/local-service/local-service-setup.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { withAccount } from '../lib/open/open-account.ts';
import type { CommandContext } from '../lib/command/define-command.ts';

/** Options for adding a service. */
export interface ServiceInput {
  readonly url: string;
  readonly region: 'international' | 'china';
  readonly resend: ResendPolicy;
  readonly storage: string | undefined;
  readonly caFile: string | undefined;
}

/** Options for changing a service; what is absent stays. */
export interface ServiceChangeInput {
  readonly resend: ResendPolicy | undefined;
  readonly storage: string | undefined;
  readonly caFile: string | undefined;
}

/** Policy for an order whose response was lost. */
export type ResendPolicy = 'strict' | 'auto';

/** Lists the services by name. */
export async function listKnownServices({ home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, ({ settings }) => list(settings.get()));
}

/** Adds a cloud service. */
export async function addCloudService(
  name: string,
  { url, region, resend, storage, caFile }: ServiceInput,
  { home }: CommandContext,
): Promise<CommandResult> {
  const change = await readChange({ resend, storage, caFile });
  return withAccount(home, (account) => {
    const service = { baseUrl: url, deployment: region, ...change };
    const { cloud } = addService(account, readServiceName(name), service);
    const next = `Next: dropforge key set --service ${name}, then dropforge services use ${name}.`;
    return { data: { name, ...cloud }, text: `Added ${name}: ${cloud.baseUrl} (${region}). ${next}\n` };
  });
}

/** Makes a service the one in use; `local` is this computer. */
export async function useNamedService(name: string, { home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, (account) => {
    useService(account, readServiceName(name));
    return { data: { name, inUse: true }, text: `Using ${name}.\n` };
  });
}

/** Changes what is given: the handling of orders whose response was lost, the storage, the certificates. */
export async function changeNamedService(
  name: string,
  input: ServiceChangeInput,
  { home }: CommandContext,
): Promise<CommandResult> {
  const change = await readChange(input);
  if (Object.keys(change).length === 0) throw new UsageError('Enter --resend, --storage or --ca-file.');
  return withAccount(home, (account) => {
    changeService(account, readServiceName(name), change);
    const { resend, storage, authorities } = change;
    const sentences = [
      ...(resend === undefined ? [] : [RESEND_SENTENCES[resend]]),
      ...(storage === undefined ? [] : ['results may come from its storage.']),
      ...(authorities === undefined ? [] : ['its certificates are trusted for it and its storage.']),
    ];
    return { data: { name, ...change }, text: sentences.map((sentence) => `${name}: ${sentence}\n`).join('') };
  });
}

const RESEND_SENTENCES: Readonly<Record<ResendPolicy, string>> = {
  auto: 'a task whose response was lost is sent again where that is proven to be safe.',
  strict: 'a task whose response was lost waits for your decision.',
};

async function readChange({ resend, storage, caFile }: ServiceChangeInput): Promise<ServiceChange> {
  return {
    ...(resend !== undefined && { resend }),
    ...(storage !== undefined && { storage }),
    ...(caFile !== undefined && { authorities: await readAuthorities(caFile) }),
  };
}

async function readAuthorities(file: string): Promise<string> {
  try {
    if ((await stat(file)).size > MAX_AUTHORITIES_LENGTH) throw new UsageError(`${file} is larger than 100 KB.`);
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Removes a service with its key. */
export async function removeNamedService(name: string, { home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, async (account) => {
    const known = readServiceName(name);
    account.assertIdle();
    const wasInUse = await removeService(account, known);
    const now = wasInUse ? ' Now using this computer.' : '';
    return { data: { name, removed: true }, text: `Removed ${name} and its key.${now}\n` };
  });
}

/** Turns rehearsal mode on or off: the local service with the cloud's limits and with credits, from its next start on. */
export async function switchRehearsal(isOn: boolean, { home }: CommandContext): Promise<CommandResult> {
  return withAccount(home, ({ settings }) => {
    const { rehearsal } = settings.set(setRehearsal(settings.get(), isOn));
    const text = rehearsal
      ? `Rehearsal mode is on: this computer applies the cloud’s limits and spends from ${groupThousands(String(REHEARSAL_CREDITS))} test credits.\n`
      : 'Rehearsal mode is off: this computer works for free, without the cloud’s limits.\n';
    return { data: { rehearsal }, text };
  });
}

function list(settings: Settings): CommandResult {
  const { service, rehearsal } = settings;
  const clouds = listServices(settings).map(({ name, cloud: { baseUrl, deployment, resend = 'strict' }, inUse }) => {
    return { name, baseUrl, deployment, resend, inUse };
  });
  const local = { name: LOCAL_SERVICE, baseUrl: null, deployment: null, inUse: service === 'local', rehearsal };
  const rows = [local, ...clouds];
  const text = rows.map(({ name, baseUrl, deployment, inUse }) => {
    const mode = rehearsal ? 'rehearsal mode' : 'free';
    const place = baseUrl === null ? `this computer, ${mode}` : `${baseUrl} (${deployment})`;
    return `${inUse ? '*' : ' '} ${name ?? '(added in the window)'}  ${place}\n`;
  });
  return { data: { services: rows }, text: text.join('') };
}
