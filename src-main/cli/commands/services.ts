import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/base/errors.ts';
import { LOCAL_SERVICE } from '../../../src-shared/ipc/views/account-view.ts';
import type { Settings } from '../../../src-shared/settings/settings.ts';
import {
  addService,
  changeService,
  listServices,
  readServiceName,
  removeService,
  useService,
} from '../../service-client/services/known-services.ts';
import { REHEARSAL_CREDITS, setRehearsal } from '../../service-client/local-service/local-service-setup.ts';
import { resolveHome } from '../../settings/home.ts';
import { printResult, type CommandResult } from '../lib/output/command-result.ts';
import { openAccount, type Account } from '../lib/open/open-account.ts';

/** `dropforge services list|add|use|change|remove|rehearsal`: the services by name, which one is in use, and how the local one works. */
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
  return printResult(values.json, async () => {
    if (more.length > 0) throw misuse('Name one service at a time.');
    switch (action) {
      case 'list':
        return list(account.settings.get());
      case 'add':
        return add(account, readServiceName(name), values);
      case 'use':
        return use(account, readServiceName(name));
      case 'change':
        return change(account, readServiceName(name), values.resend);
      case 'remove':
        return remove(account, readServiceName(name));
      case 'rehearsal':
        return rehearse(account, name);
      default:
        throw misuse('There are list, add, use, change, remove and rehearsal.');
    }
  }).finally(() => account.close());
}

function list(settings: Settings): CommandResult {
  const { service, rehearsal } = settings;
  const clouds = listServices(settings).map(({ name, cloud: { baseUrl, deployment, resend = 'strict' }, inUse }) => {
    return { name, baseUrl, deployment, resend, inUse };
  });
  const local = { name: LOCAL_SERVICE, baseUrl: null, deployment: null, inUse: service === 'local', rehearsal };
  const rows = [local, ...clouds];
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

function add(account: Account, name: string, { url, region, resend }: NewService): CommandResult {
  if (region !== 'international' && region !== 'china') throw misuse('--region is international or china.');
  if (url === undefined) throw misuse('Give its --url.');
  const { cloud } = addService(account, name, { baseUrl: url, deployment: region, resend: readResend(resend) });
  return {
    data: { name, ...cloud },
    text: `${name} is ${cloud.baseUrl} (${region}). Next: dropforge key set --service ${name}, then dropforge services use ${name}.\n`,
  };
}

function use(account: Account, name: string): CommandResult {
  useService(account, name);
  return { data: { name, inUse: true }, text: `${name} is in use.\n` };
}

function change(account: Account, name: string, resend: string): CommandResult {
  const policy = readResend(resend);
  changeService(account, name, policy);
  const text =
    policy === 'auto'
      ? `${name}: an order whose answer was lost is sent again where that is proven to be safe.\n`
      : `${name}: an order whose answer was lost waits for a person.\n`;
  return { data: { name, resend: policy }, text };
}

function readResend(word: string): 'strict' | 'auto' {
  if (word === 'strict' || word === 'auto') return word;
  throw misuse('--resend is strict or auto.');
}

/** Rehearsal mode: the local service with the cloud's limits and with credits, from its next start on. */
function rehearse({ settings }: Account, wish: string | undefined): CommandResult {
  if (wish !== 'on' && wish !== 'off') throw misuse('Say rehearsal on, or rehearsal off.');
  const { rehearsal } = settings.set(setRehearsal(settings.get(), wish === 'on'));
  const text = rehearsal
    ? `This computer behaves like the cloud: its limits hold, and credits are spent of the ${REHEARSAL_CREDITS} it grants.\n`
    : 'This computer works free, without narrow limits.\n';
  return { data: { rehearsal }, text };
}

async function remove(account: Account, name: string): Promise<CommandResult> {
  account.assertIdle();
  const wasInUse = await removeService(account, name);
  const now = wasInUse ? ' This computer is in use now.' : '';
  return { data: { name, removed: true }, text: `${name} is removed, with its key.${now}\n` };
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'services' });
}
