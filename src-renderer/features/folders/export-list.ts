import type { JobDelivery } from '../../../src-shared/ipc/views/target-view.ts';
import { FORMAT_ROWS, type Format } from '../../../src-shared/formats/formats.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';

/** Maximum number of listed models; the gallery shows all of them. */
const MAX_LISTED = 200;

/** Model in the output folder, exported by a job or added by the user. */
export interface ExportedAsset {
  readonly key: string;
  readonly name: string;
  /** Null if no job in the queue created it. */
  readonly job: Job | null;
  /** Display names, such as `GLB, FBX`; empty if unknown. */
  readonly formats: string;
  /** Epoch ms; null if unknown. */
  readonly at: number | null;
  /** At most one for each target. */
  readonly deliveries: readonly JobDelivery[];
}

/** Lists the models in the output folder, newest first, and counts those beyond the limit. */
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
    deliveries: onePerTarget(ofJob(job.id)),
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
      deliveries: onePerTarget(deliveries),
    }));
  const assets = [...ours, ...theirs].sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
  return { assets, more: made.length - ours.length };
}

/** A job has several deliveries to a target once it has later results; one that is not imported counts first. */
function onePerTarget(deliveries: readonly JobDelivery[]): readonly JobDelivery[] {
  const [imported = [], others = []] = [true, false].map((is) =>
    deliveries.filter(({ status }) => (status === 'imported') === is),
  );
  return [...new Map([...imported, ...others].map((each) => [each.target, each])).values()];
}

function endOf({ finishedAt, createdAt }: Job): number {
  return finishedAt ?? createdAt;
}

function formatsOf({ artifacts }: Job): string {
  const formats = artifacts.flatMap(({ exported, format }): Format[] => (exported && format !== null ? [format] : []));
  return [...new Set(formats)].map((format) => FORMAT_ROWS[format].title).join(', ');
}
