import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { describeError } from '../../src-shared/error-messages.ts';
import { toErrorInfo } from '../../src-shared/errors.ts';
import { isWritable } from '../folders/export-folder.ts';
import { findElectron } from '../loopback/find-electron.ts';
import { checkNetwork } from './check-network.ts';
import { findProgram } from '../dcc/find-program.ts';
import { createLocalService } from '../service-client/local-service-process.ts';
import { createServiceClient } from '../service-client/service-client.ts';
import { spawnNodeService } from '../service-client/spawn-service.ts';
import { resolveHome, type Home } from '../settings/home.ts';
import { createKeychainSecrets } from '../settings/keychain-secrets.ts';

/** One line of the report: the state, the fact, and what to do when it is not well. */
export interface Finding {
  readonly name: string;
  readonly state: 'ok' | 'note' | 'bad';
  readonly fact: string;
  readonly advice: string | null;
}

const SIGNS = { ok: '✓', note: '·', bad: '✗' } as const;

/** `dropforge doctor`: looks at everything Dropforge leans on and says what to do; 1 when something is bad. */
export async function doctor(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { home: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const home = resolveHome(values.home, process.env);
  const findings = [
    checkRuntime(),
    checkElectron(),
    checkBrowser(),
    checkBlender(),
    await checkKeychain(home),
    ...checkNetwork(process.env),
    await checkFolder('Home folder', home.path),
    await checkFolder('Export folder', home.defaultExportFolder),
    await checkService(home),
  ];
  if (values.json) process.stdout.write(`${JSON.stringify({ findings })}\n`);
  else {
    for (const { name, state, fact, advice } of findings) {
      process.stdout.write(`${SIGNS[state]} ${name}: ${fact}${advice ? ` ${advice}` : ''}\n`);
    }
  }
  return findings.some(({ state }) => state === 'bad') ? 1 : 0;
}

function checkRuntime(): Finding {
  const name = 'Node.js';
  const fact = `${process.versions.node}, SQLite ${process.versions['sqlite'] ?? '?'}.`;
  return Number(process.versions.node.split('.')[0]) >= 24
    ? { name, state: 'ok', fact, advice: null }
    : { name, state: 'bad', fact, advice: 'Start it with “npm run dropforge --”, which brings its own Node.js.' };
}

function checkElectron(): Finding {
  const name = 'Electron';
  const binary = findElectron();
  return binary
    ? { name, state: 'ok', fact: 'installed.', advice: null }
    : {
        name,
        state: 'note',
        fact: 'not installed.',
        advice: 'The window opens in a browser until it is: “npm start” tries to fetch it.',
      };
}

function checkBrowser(): Finding {
  const name = 'Browser';
  const found = findProgram('chromium');
  return found
    ? { name, state: 'ok', fact: `${path.basename(found)} found.`, advice: null }
    : {
        name,
        state: 'note',
        fact: 'no Chromium, Chrome or Edge found.',
        advice: 'Only needed where the Electron window is not.',
      };
}

function checkBlender(): Finding {
  const name = 'Blender';
  const found = findProgram('blender');
  return found
    ? { name, state: 'ok', fact: 'found.', advice: null }
    : { name, state: 'note', fact: 'not found.', advice: 'Not needed; exported files open in any program.' };
}

async function checkKeychain(home: Home): Promise<Finding> {
  const name = 'Keychain';
  const { kind, durable } = await createKeychainSecrets(home.path);
  return durable
    ? { name, state: 'ok', fact: `${kind} works.`, advice: null }
    : {
        name,
        state: 'note',
        fact: 'none that works.',
        advice: 'A key would be kept for one session only; unlock or install a keyring.',
      };
}

async function checkFolder(name: string, folder: string): Promise<Finding> {
  const fact = `${folder}${existsSync(folder) ? '' : ' (not made yet)'}.`;
  return (await isWritable(folder))
    ? { name, state: 'ok', fact, advice: null }
    : { name, state: 'bad', fact: `${fact} It cannot be written to.`, advice: 'Allow writing, or choose another.' };
}

/** Starts the local service and asks it something, as a job would. */
async function checkService(home: Home): Promise<Finding> {
  const name = 'Local service';
  const local = createLocalService(spawnNodeService, path.join(home.path, 'service'), () => ({}));
  try {
    const { baseUrl, apiKey } = await local.endpoint();
    const client = createServiceClient({
      id: 'doctor',
      kind: 'local',
      baseUrl,
      apiKey,
      deployment: 'international',
      free: true,
      pollMs: 1_000,
      resend: { mode: 'strict', settleMs: 0 },
    });
    await client.getBalance().finally(() => client.close());
    return { name, state: 'ok', fact: 'starts and answers.', advice: null };
  } catch (error) {
    const { happened, next } = describeError(toErrorInfo(error));
    return { name, state: 'bad', fact: happened, advice: next };
  } finally {
    await local.close();
  }
}
