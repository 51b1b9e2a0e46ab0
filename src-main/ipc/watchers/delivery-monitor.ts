import type { DeliveryView } from '../../../src-shared/delivery/delivery-view.ts';
import type { DeliveryChanges, JobDelivery } from '../../../src-shared/ipc/views/target-view.ts';
import { createDeliveryWatcher } from '../../dcc/receipts/delivery-watcher.ts';
import type { DeliveryChange } from '../../dcc/receipts/receipt-watcher.ts';
import { toAssetId } from '../../pipeline/steps/describe-asset.ts';
import { folderOf } from '../../pipeline/steps/find-asset-folder.ts';
import type { JobRecord } from '../../pipeline/job-record.ts';
import type { KnownJobs } from '../../queue/job-list/job-memory.ts';
import type { Queue } from '../../queue/queue.ts';
import { jobKey } from '../../queue/store/job-keys.ts';

/** Deliveries from every output folder, each with the job of its asset. */
export interface DeliveryMonitor {
  /** All current deliveries, read from disk. */
  list(): Promise<DeliveryChanges>;
  /** While visible, reports everything once and then changes. */
  setVisible(visible: boolean): void;
  /** Call after a settings change: follows the current output folders. */
  settingsChanged(): void;
  close(): void;
}

interface KnownAssets extends Pick<Queue, 'records'> {
  readonly known: Pick<KnownJobs, 'older'>;
}

/** Follows deliveries while a page is visible; watches nothing before. */
export function createDeliveryMonitor(
  exportFolders: () => readonly string[],
  queue: Pick<Queue, 'onChange'> & KnownAssets,
  tell: (news: DeliveryChanges) => void,
): DeliveryMonitor {
  const watch = createDeliveryWatcher(exportFolders());
  let stopListening: (() => void) | null = null;
  /** Deliveries without a known job: a bridge may finish before the export is recorded. */
  const unclaimed = new Map<string, DeliveryView>();
  let last: Pick<DeliveryChanges, 'targets' | 'problems'> = { targets: [], problems: [] };
  const findJobs = createJobFinder(queue);

  const withJobs = (views: readonly DeliveryView[]): JobDelivery[] => {
    const find = findJobs();
    return views.map((view) => ({ ...view, jobId: find(view.assetId) }));
  };
  const hear = (change: DeliveryChange, isAll: boolean): void => {
    const changed = withJobs(change.changed);
    last = { targets: [...change.targets], problems: [...change.problems] };
    for (const { assetId, target } of change.removed) unclaimed.delete(`${assetId} ${target}`);
    for (const view of changed) {
      const key = `${view.assetId} ${view.target}`;
      if (view.jobId === null) unclaimed.set(key, view);
      else unclaimed.delete(key);
    }
    tell({ isAll, changed, removed: [...change.removed], ...last });
  };
  const listen = (): void => {
    let isFirst = true;
    unclaimed.clear();
    stopListening = watch.subscribe((change) => {
      hear(change, isFirst);
      isFirst = false;
    });
  };
  const stop = (): void => {
    stopListening?.();
    stopListening = null;
  };
  const stopQueue = queue.onChange(({ jobs }) => {
    if (stopListening === null || unclaimed.size === 0 || !jobs.some(({ artifacts }) => artifacts.some(isOut))) return;
    const claimed = withJobs([...unclaimed.values()]).filter(({ jobId }) => jobId !== null);
    for (const { assetId, target } of claimed) unclaimed.delete(`${assetId} ${target}`);
    if (claimed.length > 0) tell({ isAll: false, changed: claimed, removed: [], ...last });
  });

  return {
    list: async () => {
      const { deliveries, targets, problems } = await watch.list();
      return {
        isAll: true,
        changed: withJobs(deliveries),
        removed: [],
        targets: [...targets],
        problems: [...problems],
      };
    },
    setVisible: (visible) => {
      if (!visible) stop();
      else if (stopListening === null) listen();
    },
    settingsChanged: () => watch.setFolders(exportFolders()),
    close: () => {
      stopQueue();
      stop();
      watch.close();
    },
  };
}

const isOut = ({ exported }: { readonly exported: boolean }): boolean => exported;

/** Finds the ids of jobs by those of their assets; caches unchanged jobs. */
function createJobFinder(queue: KnownAssets): () => (assetId: string) => string | null {
  const known = new WeakMap<JobRecord, readonly string[]>();
  return () => {
    const jobs = new Map<string, string>();
    for (const record of queue.records()) {
      const ids = known.get(record) ?? toAssetIds(record);
      known.set(record, ids);
      for (const id of ids) jobs.set(id, record.id);
    }
    return (assetId) => {
      const inMemory = jobs.get(assetId);
      if (inMemory !== undefined) return inMemory;
      for (const { id } of queue.known.older(jobKey.asset(assetId))) return id;
      return null;
    };
  };
}

/** Files that a job exported together form one asset; earlier versions put each asset into a folder of its own. */
function toAssetIds({ id, artifacts }: Pick<JobRecord, 'id' | 'artifacts'>): string[] {
  const exported = artifacts.filter(({ exportedPath }) => exportedPath !== null);
  const known = exported.flatMap(({ exportedAs }) => exportedAs ?? []);
  const assets = Map.groupBy(
    exported.filter(({ exportedAs }) => exportedAs === undefined),
    folderOf,
  );
  return [...[...assets.values()].map((together) => toAssetId(id, together)), ...new Set(known)];
}
