import path from 'node:path';
import type { DeliveryView } from '../../../src-shared/delivery/delivery-view.ts';
import type { DeliveryChanges, JobDelivery } from '../../../src-shared/ipc/views/target-view.ts';
import { createDeliveryWatcher } from '../../dcc/receipts/delivery-watcher.ts';
import type { DeliveryChange } from '../../dcc/receipts/receipt-watcher.ts';
import { toAssetId } from '../../pipeline/steps/describe-asset.ts';
import type { ArtifactRecord, JobRecord } from '../../pipeline/job-record.ts';
import type { Queue } from '../../queue/queue.ts';

/** Deliveries from every folder that assets are exported to, each with the job that made its asset. */
export interface DeliveryMonitor {
  /** Everything as it is now; looks at the disk. */
  list(): Promise<DeliveryChanges>;
  /** Changes are told while a page is visible, first everything there is. */
  setVisible(visible: boolean): void;
  /** To be called when settings changed: other output folders are followed from then on. */
  settingsChanged(): void;
  close(): void;
}

/** Follows deliveries as long as somebody looks; nothing is watched before. */
export function createDeliveryMonitor(
  exportFolders: () => readonly string[],
  queue: Pick<Queue, 'records' | 'onChange'>,
  tell: (news: DeliveryChanges) => void,
): DeliveryMonitor {
  const watch = createDeliveryWatcher(exportFolders());
  let stopListening: (() => void) | null = null;
  /** Deliveries of assets without a known job: a bridge may be faster than the note of what was exported. */
  const unclaimed = new Map<string, DeliveryView>();
  let last: Pick<DeliveryChanges, 'targets' | 'problems'> = { targets: [], problems: [] };
  const findJobs = createJobFinder(queue);

  const withJobs = (views: readonly DeliveryView[]): JobDelivery[] => {
    const jobs = findJobs();
    return views.map((view) => ({ ...view, jobId: jobs.get(view.assetId) ?? null }));
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

/** Jobs by the ids of the assets they made; a job that is as it was is not looked at again. */
function createJobFinder(queue: Pick<Queue, 'records'>): () => ReadonlyMap<string, string> {
  const known = new WeakMap<JobRecord, readonly string[]>();
  return () => {
    const jobs = new Map<string, string>();
    for (const record of queue.records()) {
      const ids = known.get(record) ?? toAssetIds(record);
      known.set(record, ids);
      for (const id of ids) jobs.set(id, record.id);
    }
    return jobs;
  };
}

/** What a job exported at once lies in one folder, and is one asset. */
function toAssetIds({ id, artifacts }: Pick<JobRecord, 'id' | 'artifacts'>): string[] {
  const assets = new Map<string, ArtifactRecord[]>();
  for (const artifact of artifacts) {
    if (artifact.exportedPath === null) continue;
    const inner = path.dirname(artifact.exportedPath);
    const folder = artifact.bundle === null ? inner : path.dirname(inner);
    assets.set(folder, [...(assets.get(folder) ?? []), artifact]);
  }
  return [...assets.values()].map((together) => toAssetId(id, together));
}
