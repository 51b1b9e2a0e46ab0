import type { Job } from '../../src-shared/jobs/job.ts';
import { queueGroupOf } from '../../src-shared/jobs/queue-groups.ts';
import { TEXTS } from './language/texts.ts';
import { joinSentences } from './language/labels.ts';

const BATCH_MS = 5000;
const NAMES_SAID = 3;

/** What a screen reader hears by itself: finished, failed and needing the person, gathered for five seconds. */
class Announcer {
  words = $state('');
  #kinds = { done: [] as string[], failed: [] as string[], needsYou: [] as string[] };
  #waiting = false;

  /** Takes note of a job that came into its present state. */
  heard(job: Pick<Job, 'name' | 'status'>): void {
    if (job.status === 'done') this.#kinds.done.push(job.name);
    else if (job.status === 'failed') this.#kinds.failed.push(job.name);
    else if (queueGroupOf(job.status) === 'needs_you') this.#kinds.needsYou.push(job.name);
    else return;
    if (this.#waiting) return;
    this.#waiting = true;
    setTimeout(() => {
      this.#say();
    }, BATCH_MS);
  }

  #say(): void {
    const { done, failed, needsYou } = this.#kinds;
    this.#kinds = { done: [], failed: [], needsYou: [] };
    this.#waiting = false;
    const words = joinSentences([
      needsYou.length > 0 ? TEXTS.live.needsYou(few(needsYou)) : '',
      failed.length > 0 ? TEXTS.live.failed(few(failed)) : '',
      done.length > 0 ? TEXTS.live.done(few(done)) : '',
    ]);
    // Only what changes is read out: the same sentence once more differs by a space.
    this.words = words === this.words ? `${words}\u00a0` : words;
  }
}

function few(names: readonly string[]): readonly string[] {
  return names.length <= NAMES_SAID ? names : [TEXTS.live.many(names.length)];
}

/** The page's announcer. */
export const announcer = new Announcer();
