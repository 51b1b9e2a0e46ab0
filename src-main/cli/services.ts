import { parseArgs } from 'node:util';
import { AppError } from '../../src-shared/errors.ts';
import type { Settings } from '../../src-shared/settings.ts';
import { REHEARSAL_CREDITS, turnRehearsal } from '../service-client/local-service-setup.ts';
import { normaliseBaseUrl, secretName } from '../service-client/services.ts';
import { resolveHome } from '../settings/home.ts';
import { answer, type Answer } from './answer.ts';
import { openAccount, type Account } from './open-account.ts';

type Cloud = NonNullable<Settings['cloud']>;

const LOCAL = 'local';
const NAME = /^[a-z0-9][a-z0-9._-]{0,31}$/i;

/** `dropforge services list|add|use|remove|rehearsal`: the services by name, which one is in use, and how the local one works. */
export async function services(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      url: { type: 'string' },
      region: { type: 'string', default: 'international' },
      resend: { type: 'string', default: 'strict' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [action = 'list', name, ...more] = positionals;
  const account = openAccount(resolveHome(values.home, process.env));
  return answer(values.json, async () => {
    if (more.length > 0) throw misuse('Name one service at a time.');
    switch (action) {
      case 'list':
        return list(account.settings.get());
      case 'add':
        return add(account, readName(name), values);
      case 'use':
        return use(account, readName(name));
      case 'remove':
        return remove(account, readName(name));
      case 'rehearsal':
        return rehearse(account, name);
      default:
        throw misuse('There are list, add, use, remove and rehearsal.');
    }
  }).finally(() => account.close());
}

/** The service of a name; throws `config_invalid` naming those there are. */
export function findService({ services: known }: Settings, name: string): Cloud {
  const found = Object.hasOwn(known, name) ? known[name] : undefined;
  if (found) return found;
  const names = Object.keys(known).join(', ') || 'none';
  throw misuse(`There is no service “${name}”. Known: ${names}.`);
}

function list(settings: Settings): Answer {
  const { service, cloud, services: known, rehearsal } = settings;
  const named = Object.entries(known).map(([name, { baseUrl, deployment, resend = 'strict' }]) => ({
    name,
    baseUrl,
    deployment,
    resend,
    inUse: service === 'cloud' && isSame(cloud, { baseUrl, deployment }),
  }));
  // The page knows one cloud service without a name.
  const unnamed =
    cloud && !named.some((other) => isSame(other, cloud)) ? [{ name: null, ...cloud, inUse: service === 'cloud' }] : [];
  const local = { name: LOCAL, baseUrl: null, deployment: null, inUse: service === 'local', rehearsal };
  const rows = [local, ...named, ...unnamed];
  const text = rows.map(({ name, baseUrl, deployment, inUse }) => {
    const mode = rehearsal ? 'rehearsing the cloud' : 'free';
    const place = baseUrl === null ? `this computer, ${mode}` : `${baseUrl} (${deployment})`;
    return `${inUse ? '*' : ' '} ${name ?? '(set up in the window)'}  ${place}\n`;
  });
  return { data: { services: rows }, text: text.join('') };
}

interface NewService {
  readonly url?: string | undefined;
  readonly region: string;
  readonly resend: string;
}

function add({ settings }: Account, name: string, { url, region, resend }: NewService): Answer {
  if (region !== 'international' && region !== 'china') throw misuse('--region is international or china.');
  if (resend !== 'strict' && resend !== 'auto') throw misuse('--resend is strict or auto.');
  if (url === undefined) throw misuse('Give its --url.');
  const { services: known } = settings.get();
  if (name === LOCAL || Object.hasOwn(known, name)) throw misuse(`“${name}” is there already; remove it first.`);
  const cloud: Cloud = { baseUrl: normaliseBaseUrl(url), deployment: region, resend };
  settings.set({ services: { ...known, [name]: cloud } });
  return {
    data: { name, ...cloud },
    text: `${name} is ${cloud.baseUrl} (${region}). Next: dropforge key set --service ${name}, then dropforge services use ${name}.\n`,
  };
}

function use({ settings }: Account, name: string): Answer {
  if (name === LOCAL) settings.set({ service: 'local' });
  else settings.set({ service: 'cloud', cloud: findService(settings.get(), name) });
  return { data: { name, inUse: true }, text: `${name} is in use.\n` };
}

/** Rehearsal mode: the local service with the cloud's limits and with credits, from its next start on. */
function rehearse({ settings }: Account, wish: string | undefined): Answer {
  if (wish !== 'on' && wish !== 'off') throw misuse('Say rehearsal on, or rehearsal off.');
  const { rehearsal } = settings.set(turnRehearsal(settings.get(), wish === 'on'));
  const text = rehearsal
    ? `This computer behaves like the cloud: its limits hold, and credits are spent of the ${REHEARSAL_CREDITS} it grants.\n`
    : 'This computer works free, without narrow limits.\n';
  return { data: { rehearsal }, text };
}

/** Takes the name away, and its key with it unless another name shares the address; from the one in use back to this computer. */
async function remove({ settings, secrets }: Account, name: string): Promise<Answer> {
  const cloud = findService(settings.get(), name);
  const { services: known, cloud: current, service } = settings.get();
  const others = Object.fromEntries(Object.entries(known).filter(([other]) => other !== name));
  const wasCurrent = isSame(current, cloud) && !Object.values(others).some((other) => isSame(other, cloud));
  const shared = Object.values(others).some(({ baseUrl }) => baseUrl === cloud.baseUrl);
  if (!shared) await secrets.delete(secretName(cloud.baseUrl));
  settings.set({ services: others, ...(wasCurrent ? { service: 'local' as const, cloud: null } : {}) });
  const now = wasCurrent && service === 'cloud' ? ' This computer is in use now.' : '';
  return { data: { name, removed: true }, text: `${name} is removed, with its key.${now}\n` };
}

function readName(name: string | undefined): string {
  if (name === undefined || !NAME.test(name)) throw misuse('A name has up to 32 letters, digits, dots and dashes.');
  return name;
}

function isSame(one: Pick<Cloud, 'baseUrl' | 'deployment'> | null, other: Cloud): boolean {
  return one?.baseUrl === other.baseUrl && one.deployment === other.deployment;
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'services' });
}
