import type { JobDelivery } from '../../../src-shared/ipc/views/target-view.ts';
import { FORMAT_ROWS, type Format } from '../../../src-shared/formats/formats.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';

/** Models of the output folder that are listed; the gallery has them all. */
const MAX_LISTED = 200;

/** Something that lies in the output folder: what a job exported, or a model a person put there. */
export interface ExportedAsset {
  readonly key: string;
  readonly name: string;
  /** Null: no job of this queue made it. */
  readonly job: Job | null;
  /** As people write them, such as `GLB, FBX`; empty where nobody knows. */
  readonly formats: string;
  /** Epoch ms; null where nobody knows. */
  readonly at: number | null;
  readonly deliveries: readonly JobDelivery[];
}

/** What lies in the output folder, the newest first, and how many more there are. */
export function listExportedAssets(
  jobs: readonly Job[],
  ofJob: (id: string) => readonly JobDelivery[],
  strangers: readonly JobDelivery[],
): { readonly assets: readonly ExportedAsset[]; readonly more: number } {
  const made = jobs
    .filter(({ artifacts }) => artifacts.some(({ exported }) => exported))
    .sort((one, other) => endOf(other) - endOf(one));
  const ours = made.slice(0, MAX_LISTED).map((job) => ({
    key: job.id,
    name: job.name,
    job,
    formats: formatsOf(job),
    at: endOf(job),
    deliveries: ofJob(job.id),
  }));
  const theirs = [...Map.groupBy(strangers, ({ assetId }) => assetId)]
    .slice(0, MAX_LISTED)
    .map(([key, deliveries]) => ({
      key,
      name: deliveries[0]?.name ?? key,
      job: null,
      formats: '',
      at: deliveries.reduce<number | null>(
        (last, { at }) => (at === null ? last : Math.max(last ?? 0, Date.parse(at))),
        null,
      ),
      deliveries,
    }));
  const assets = [...ours, ...theirs].sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  return { assets, more: made.length - ours.length };
}

function endOf({ finishedAt, createdAt }: Job): number {
  return finishedAt ?? createdAt;
}

function formatsOf({ artifacts }: Job): string {
  const formats = artifacts.flatMap(({ exported, format }): Format[] => (exported && format !== null ? [format] : []));
  return [...new Set(formats)].map((format) => FORMAT_ROWS[format].title).join(', ');
}
