import type { LiveTarget } from '../../../src-shared/delivery/delivery-view.ts';
import type { DeliveryChanges, JobDelivery } from '../../../src-shared/ipc/views/target-view.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';
import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';

const NONE: readonly JobDelivery[] = [];

/** What became of finished models in other programs, as main tells of it. */
class Deliveries {
  /** Targets that show signs of life in the output folder, or once did. */
  targets = $state.raw<readonly LiveTarget[]>([]);
  /** Sentences on the output folder and on files of the protocol. */
  problems = $state.raw<readonly MessageOrText[]>([]);
  readonly #all = new Map<string, JobDelivery>();
  /** By job; made anew with every change, which come a few a second at most. */
  #byJob = $state.raw<ReadonlyMap<string, readonly JobDelivery[]>>(new Map());

  /** Deliveries of a job's models. */
  ofJob(id: string): readonly JobDelivery[] {
    return this.#byJob.get(id) ?? NONE;
  }

  /** Deliveries of models that no job of this queue made. */
  strangers(): readonly JobDelivery[] {
    void this.#byJob;
    return [...this.#all.values()].filter(({ jobId }) => jobId === null);
  }

  /** The answer a target gave last; null: none. */
  last(target: string): JobDelivery | null {
    void this.#byJob;
    let last: JobDelivery | null = null;
    for (const each of this.#all.values()) {
      if (each.target === target && each.at !== null && each.at >= (last?.at ?? '')) last = each;
    }
    return last;
  }

  /** Assets that wait for a target. */
  waiting(target: string): number {
    void this.#byJob;
    return [...this.#all.values()].filter((each) => each.target === target && each.status === 'waiting').length;
  }

  /** Reads everything. */
  async read(): Promise<void> {
    const news = await callOrNotify('deliveries:list', null);
    if (news) this.apply(news);
  }

  /** Takes over what main tells. */
  apply({ isAll, changed, removed, targets, problems }: DeliveryChanges): void {
    if (isAll) this.#all.clear();
    for (const { assetId, target } of removed) this.#all.delete(`${assetId} ${target}`);
    for (const each of changed) this.#all.set(`${each.assetId} ${each.target}`, each);
    this.#byJob = groupByJob(this.#all.values());
    this.targets = targets;
    this.problems = problems;
  }
}

function groupByJob(all: Iterable<JobDelivery>): Map<string, JobDelivery[]> {
  return Map.groupBy(
    [...all].filter(({ jobId }) => jobId !== null),
    ({ jobId }) => jobId ?? '',
  );
}

/** What the page knows of deliveries. */
export const deliveries = new Deliveries();
