import path from 'node:path';
import { createApp, type AppParts } from '../../src-main/app.ts';
import type { App, AppDeps, Desktop } from '../../src-main/app-deps.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { addService, useService } from '../../src-main/service-client/services/known-services.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import { secretName } from '../../src-main/service-client/services/services.ts';
import { startNodeReader } from '../../src-main/readers/node-reader-process.ts';
import { spawnNodeService } from '../../src-main/service-client/local-service/spawn-service.ts';
import { createMemorySecrets, type SecretStore } from '../../src-main/settings/secret-store.ts';
import { openSettingsFile } from '../../src-main/settings/settings-file.ts';
import { formatCredits, addCredits, ZERO_CREDITS, type Credits } from '../../src-shared/api/pricing/credits.ts';
import type { UsageRow } from '../../src-shared/api/protocol/endpoints.ts';
import { serviceForNewJobs } from '../../src-shared/settings/settings.ts';
import type { RecipeSet } from '../../src-shared/recipes/recipe.ts';
import { createDesktop } from '../helpers/desktop.ts';
import { profileOf } from '../helpers/service/raw-service.ts';

/** A service with a ledger of its own, as the person set it up. */
export interface Side {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Its object storage. */
  readonly storage?: string;
}

/** One quick step that costs something. */
const QUICK: RecipeSet = {
  prompt: {
    id: 'quick',
    version: 1,
    name: 'Quick',
    help: '',
    takes: 'prompt',
    basedOn: null,
    steps: [
      {
        operation: 'text_to_model',
        params: { model: 'v3.1-20260211', texture: false, pbr: false },
        from: null,
        exports: 'glb',
      },
    ],
  },
};

/** The whole app on a home, with these services set up and the keys of some of them. */
export async function openSides(
  home: string,
  sides: readonly Side[],
  keys: readonly string[] = sides.map(({ name }) => name),
  desktop: Desktop = createDesktop(),
  given: Partial<Pick<AppDeps, 'settingsStore' | 'updateInstaller' | 'releaseKey' | 'isOnNetwork'>> = {},
): Promise<App & AppParts & { readonly secrets: SecretStore }> {
  const secrets = createMemorySecrets();
  for (const side of sides) if (keys.includes(side.name)) await secrets.set(secretName(side.baseUrl), side.apiKey);
  const app = await createApp({
    home,
    secrets,
    defaultExportFolder: path.join(home, 'export'),
    version: '0.0.0',
    settingsStore: openSettingsFile(home),
    spawnService: spawnNodeService,
    startReader: startNodeReader,
    desktop,
    pageFolders: [],
    resolveProxy: null,
    ...given,
  });
  const stores = { settings: app.settings, secrets };
  for (const { name, baseUrl, storage } of sides) {
    if (Object.hasOwn(app.settings.get().services, name)) continue;
    addService(stores, name, { baseUrl, deployment: 'international', ...(storage !== undefined && { storage }) });
  }
  return { ...app, secrets };
}

/** Works with a service from now on, as a person who chooses it. */
export function use({ settings, secrets }: Awaited<ReturnType<typeof openSides>>, name: string): void {
  useService({ settings, secrets }, name);
}

/** Adds jobs at the service in use, alike but for their seeds. */
export function addJobs({ queue, settings }: Pick<AppParts, 'queue' | 'settings'>, count: number): string[] {
  const order = {
    ...serviceForNewJobs(settings.get()),
    formats: ['glb'],
    recipe: QUICK,
    variants: Math.min(count, 16),
  } as const;
  const source = { kind: 'prompt', name: 'box', prompt: 'a box' } as const;
  return queue.add([source], { ...order, outFolder: null }).map(({ id }) => id);
}

/** What a service has written down, and what it charged. */
export async function readLedger({ baseUrl, apiKey }: Side, granted: number) {
  const client = createServiceClient(profileOf(baseUrl, { apiKey }));
  try {
    const [rows, { balance, frozen }] = await Promise.all([client.getUsage(0), client.getBalance()]);
    const charged = addCredits(
      ...rows.map(({ credits_consumed: credits }: UsageRow): Credits => credits ?? ZERO_CREDITS),
    );
    return {
      tasks: rows.map(({ task_id: id }) => id).sort(),
      statuses: [...new Set(rows.map(({ status }) => status))],
      charged: formatCredits(charged),
      spent: (granted - balance / 100).toFixed(2),
      frozen: formatCredits(frozen),
    };
  } finally {
    await client.close();
  }
}

/** Ids of the tasks of jobs, sorted. */
export function tasksOf(records: readonly JobRecord[]): string[] {
  return records.flatMap(({ steps }) => steps.flatMap(({ taskId }) => taskId ?? [])).sort();
}
