import type { Job } from '../../src-shared/jobs/job.ts';
import { queueGroupOf } from '../../src-shared/jobs/queue-groups.ts';
import { TEXTS } from './language/texts.ts';
import { joinSentences } from './language/labels.ts';

const BATCH_MS = 5000;
const NAMES_SAID = 3;

/** Announces finished and failed jobs, and jobs that need attention, to screen readers; batched over five seconds. */
class Announcer {
  words = $state('');
  #kinds = { done: [] as string[], failed: [] as string[], needsYou: [] as string[] };
  #waiting = false;

  /** Records a job that entered its present state. */
  announce(job: Pick<Job, 'name' | 'status'>): void {
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
    // Screen readers read out changes only, so a repeated sentence gets an extra space.
    this.words = words === this.words ? `${words}\u00a0` : words;
  }
}

function few(names: readonly string[]): readonly string[] {
  return names.length <= NAMES_SAID ? names : [TEXTS.live.many(names.length)];
}

export const announcer = new Announcer();
