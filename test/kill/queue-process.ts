import { stat } from 'node:fs/promises';
import { removeLeftovers } from '../../src-main/folders/export-folder.ts';
import { createTaskFollower } from '../../src-main/pipeline/steps/follow-tasks.ts';
import type { FileReader } from '../../src-main/readers/file-reader.ts';
import { openFileReader } from '../../src-main/readers/open-file-reader.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { openQueueStore } from '../../src-main/queue/store/queue-store.ts';
import { createNodeNetwork } from '../../src-main/service-client/http/node-network.ts';
import { createServiceClient } from '../../src-main/service-client/service-client.ts';
import {
  LOCAL_RESEND,
  localServiceId,
  type ServiceProfile,
} from '../../src-main/service-client/services/service-profile.ts';
import { SYSTEM, type System } from '../../src-main/base/system.ts';
import type { OnKillPoint } from './kill-points.ts';
import { stopAtKillPoint, say, type KillRunOptions } from './kill-run.ts';
import { instrumentDisk } from './instrumented-disk.ts';
import { instrumentNetwork } from './instrumented-network.ts';
import { instrumentStore } from './instrumented-store.ts';

/** Longest pause at once: a run that looks for a lost order would wait most of its time. What has to settle still does. */
const LONGEST_PAUSE_MS = 500;

// Process entry: one run of the queue on a real home, put together as the program does it, with eyes on its seams: it
// goes until everything is settled, until it stands still at a moment, or until it is killed.
await live(JSON.parse(process.argv[2] ?? '{}') as KillRunOptions);

async function live(life: KillRunOptions): Promise<void> {
  const reach = stopAtKillPoint(life);
  const system = watchSystem(life, reach);
  const store = instrumentStore(openQueueStore(life.home, system), reach);
  say({ kind: 'opened' });
  reach('start: the store was opened');
  const network = instrumentNetwork(createNodeNetwork(), reach, life.isThreaded);
  const client = createServiceClient(profileOf(life), network, system);
  const follower = createTaskFollower(() => Promise.resolve(client), system);
  const queue = createQueue({
    home: life.home,
    connect: () => Promise.resolve({ client, follower }),
    serviceInUse: () => Promise.resolve(client),
    exportFolder: () => life.out,
    system,
    store,
    reader: watchReader(openFileReader(life.home), reach),
  });
  await removeLeftovers(life.out, system);
  reach('start: leftovers were removed');
  const sources = await Promise.all(
    life.add.map(async (path) => ({ path, kind: 'picture' as const, bytes: (await stat(path)).size })),
  );
  if (sources.length > 0) {
    const order = { formats: ['glb', 'obj'], serviceKind: 'local', free: false, outFolder: null } as const;
    say({ kind: 'added', ids: queue.add(sources, order).map(({ id }) => id) });
  }
  queue.start();
  await queue.whenSettled(queue.records().map(({ id }) => id));
  follower.close();
  await queue.close();
  await client.close();
  say({ kind: 'settled' });
}

/** The service on this computer, with money, as in a rehearsal. */
function profileOf({ baseUrl, apiKey }: KillRunOptions): ServiceProfile {
  return {
    id: localServiceId(apiKey),
    kind: 'local',
    baseUrl,
    apiKey,
    deployment: 'international',
    free: false,
    pollMs: 150,
    resend: LOCAL_RESEND,
  };
}

function watchSystem({ home, out }: KillRunOptions, reach: OnKillPoint): System {
  const { clock, random, disk } = SYSTEM;
  return {
    clock: {
      ...clock,
      pause: (ms, signal) => {
        reach('settle: between two looks');
        return clock.pause(Math.min(ms, LONGEST_PAUSE_MS), signal);
      },
    },
    random: {
      ...random,
      integer: (below) => {
        const drawn = random.integer(below);
        reach('add: seeds drawn, nothing kept');
        return drawn;
      },
    },
    disk: instrumentDisk(disk, { home, out }, reach),
  };
}

function watchReader(reader: FileReader, reach: OnKillPoint): FileReader {
  return {
    ...reader,
    read: (name, request) =>
      reader.read(name, request).then((response) => {
        if (name === 'inspect-source') reach('prepare: source read, nothing kept');
        return response;
      }),
  };
}
