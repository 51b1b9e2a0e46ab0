import type { LiveTarget } from '../../../src-shared/delivery/delivery-view.ts';
import type { DeliveryChanges, JobDelivery } from '../../../src-shared/ipc/views/target-view.ts';
import { callOrNotify } from '../../app/notices.svelte.ts';
import type { MessageOrText } from '../../../src-shared/api/messages/message.ts';

const NONE: readonly JobDelivery[] = [];

/** Deliveries of finished models to other programs, as reported by main. */
class Deliveries {
  /** Targets that are or were connected to the output folder. */
  targets = $state.raw<readonly LiveTarget[]>([]);
  /** Messages about the output folder and protocol files. */
  problems = $state.raw<readonly MessageOrText[]>([]);
  readonly #all = new Map<string, JobDelivery>();
  /** Changes pushed since the last `read` began; null: it has ended. */
  #pushed: DeliveryChanges[] | null = null;
  /** By job id; replaced on every change, at most a few times per second. */
  #byJob = $state.raw<ReadonlyMap<string, readonly JobDelivery[]>>(new Map());

  /** Returns the deliveries of a job's models. */
  ofJob(id: string): readonly JobDelivery[] {
    return this.#byJob.get(id) ?? NONE;
  }

  /** Returns the deliveries of models that no job of this queue created. */
  strangers(): readonly JobDelivery[] {
    void this.#byJob;
    return [...this.#all.values()].filter(({ jobId }) => jobId === null);
  }

  /** Returns the last delivery to a target; null: none. */
  last(target: string): JobDelivery | null {
    void this.#byJob;
    let last: JobDelivery | null = null;
    for (const each of this.#all.values()) {
      if (each.target === target && each.at !== null && each.at >= (last?.at ?? '')) last = each;
    }
    return last;
  }

  /** Returns the number of assets that wait for a target. */
  waiting(target: string): number {
    void this.#byJob;
    return [...this.#all.values()].filter((each) => each.target === target && each.status === 'waiting').length;
  }

  /** Loads all deliveries. Changes pushed meanwhile are newer than the reply. */
  async read(): Promise<void> {
    const pushed: DeliveryChanges[] = [];
    this.#pushed = pushed;
    const news = await callOrNotify('deliveries:list', null);
    if (this.#pushed !== pushed) return;
    this.#pushed = null;
    if (news && !pushed.some(({ isAll }) => isAll)) for (const each of [news, ...pushed]) this.#apply(each);
  }

  /** Applies a change pushed by main. */
  apply(news: DeliveryChanges): void {
    this.#pushed?.push(news);
    this.#apply(news);
  }

  #apply({ isAll, changed, removed, targets, problems }: DeliveryChanges): void {
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

export const deliveries = new Deliveries();
