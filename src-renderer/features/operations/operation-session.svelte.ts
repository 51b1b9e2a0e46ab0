import { untrack } from 'svelte';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import { isRecipeComplete } from '../../../src-shared/jobs/recipe-completion.ts';
import type { Artifact, Job } from '../../../src-shared/jobs/job.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { compareWhenShown } from '../viewer/state/compare-when-shown.svelte.ts';
import { readLastParams, saveLastParams } from './last-params.ts';
import { notices } from '../../app/notices.svelte.ts';
import { operationForms } from './operation-forms.svelte.ts';
import { operationHeading, OPERATION_VIEW } from './texts/operation-labels.ts';
import { queue } from '../queue/queue.svelte.ts';
import { readPreference, savePreference } from '../../app/local-preferences.ts';
import { selectOnly } from '../../ui/selection.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import { viewerState } from '../viewer/state/viewer.svelte.ts';
import { modelLabel } from './texts/step-result-labels.ts';

type Params = Readonly<Record<string, unknown>>;

/** Pause after the last change before main is asked to judge. */
const JUDGE_AFTER_MS = 150;

/** An operation that was ordered. */
interface Ordered {
  readonly name: OperationName;
  /** Index of the step it became. */
  readonly step: number;
  /** Ids of the files that were there before. */
  readonly known: readonly string[];
  /** The file it works on; null: the step left none. */
  readonly before: Artifact | null;
}

/** What the view is opened for: an operation on the result of a step. */
interface OperationDraft {
  readonly name: OperationName;
  readonly step: number;
}

/** Whether what came is compared with what was there before; the first where nobody chose. */
const COMPARES = ['off', 'on'] as const;

/** What is being made of the result of a job: the choice, what is set, and what main says about it. */
class Operating {
  /** The job it is about; null: none yet. */
  jobId = $state<string | null>(null);
  choices = $state.raw<Output<'operations:of'> | null>(null);
  name = $state<OperationName | null>(null);
  params = $state.raw<Params>({});
  /** Of what is set now; null while main has not answered yet. */
  verdict = $state.raw<Output<'operations:check'> | null>(null);
  error = $state.raw<ErrorInfo | null>(null);
  busy = $state(false);
  /** What was ordered here and is not over yet. */
  ordered = $state.raw<Ordered | null>(null);
  #compares = $state(readPreference('compare-after-run', COMPARES));
  #wish: OperationDraft | null = null;
  #unwatch: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  /** What the verdict is about. */
  #judged: Params | null = null;

  /** The job itself, as it is now: the one that the queue shows. */
  readonly job = $derived(queue.lead?.job ?? null);
  /** Whether anything can be ordered of it now. */
  readonly ready = $derived(this.job !== null && isRecipeComplete(this.job));

  /** Whether what an operation brings is compared with what it worked on; remembered. */
  get compares(): boolean {
    return this.#compares === 'on';
  }

  set compares(compares: boolean) {
    this.#compares = compares ? 'on' : 'off';
    savePreference('compare-after-run', this.#compares);
  }

  /** Opens the view for a job, with an operation chosen if one is wished for. */
  open(job: Job, wish: OperationDraft | null = null): void {
    if (queue.lead?.job.id !== job.id) queue.select(selectOnly(job.id));
    this.#wish = wish;
    if (wish && this.jobId === job.id) {
      this.choices = null;
      void this.read(wish.step);
    }
    navigation.show('operations');
  }

  /** Follows the job that is shown: another begins anew, and what was ordered of it may be over. */
  async follow(job: Job): Promise<void> {
    if (job.id === this.jobId) {
      this.#heed(job);
      return;
    }
    this.#forget();
    this.jobId = job.id;
    await Promise.all([operationForms.read(), isRecipeComplete(job) ? this.read(this.#wish?.step) : null]);
  }

  /** Reads what can be made of the result of a step; absent: of the last one. */
  async read(step?: number): Promise<void> {
    const { jobId } = this;
    if (jobId === null) return;
    const reply = await ask('operations:of', { id: jobId, ...(step === undefined ? {} : { step }) });
    if (jobId !== this.jobId) return;
    this.error = reply.ok ? null : reply.error;
    if (!reply.ok) return;
    this.choices = reply.value;
    // What is shown is what is worked on.
    if (reply.value.file !== null) viewerState.wanted = reply.value.file;
    const wished = this.#wish?.name ?? null;
    this.#wish = null;
    if (wished !== null && !this.#misfitOf(wished)) this.choose(wished);
    else if (this.name === null || this.#misfitOf(this.name)) this.choose(this.#firstReady());
    else this.#judgeSoon(0);
  }

  /** Chooses an operation, with its defaults. */
  choose(name: OperationName | null): void {
    this.name = name;
    this.params = {};
    this.verdict = null;
    this.#judgeSoon(0);
  }

  /** Sets its parameters; main judges them when the person pauses. */
  set(params: Params): void {
    this.params = params;
    this.#judgeSoon(JUDGE_AFTER_MS);
  }

  /** Sets one parameter; `undefined` is the default. */
  setOne(name: string, value: unknown): void {
    const { [name]: _, ...others } = this.params;
    this.set(value === undefined ? others : { ...others, [name]: value });
  }

  /** Puts in what the operation was ordered with last. */
  useLast(): void {
    const last = this.name && readLastParams(this.name);
    if (last) this.set(last);
  }

  /** Orders it; what costs is asked for first. `agreed`: the total the person said yes to. */
  async order(agreed?: string): Promise<void> {
    const { jobId, name, params, choices } = this;
    if (jobId === null || name === null || !choices || this.busy || !this.ready) return;
    if (this.#judged !== params) await this.#judge();
    const { verdict } = this;
    if (!verdict || verdict.issues.length > 0 || this.params !== params) return;
    if (agreed === undefined && verdict.plan.needsYes) {
      navigation.open('operation');
      return;
    }
    this.busy = true;
    const { step } = choices;
    const { steps = [], artifacts = [] } = this.job ?? {};
    const count = steps.filter(({ status }) => status === 'done').length;
    const yes = agreed === undefined ? {} : { agreed };
    const reply = await ask('operations:order', { id: jobId, step, operation: name, params, ...yes });
    this.busy = false;
    if (!reply.ok) {
      this.error = reply.error;
      return;
    }
    this.error = null;
    saveLastParams(name, params);
    const before = artifacts.find(({ id }) => id === choices.file) ?? null;
    this.ordered = { name, step: count, known: artifacts.map(({ id }) => id), before };
    this.#watch(jobId);
    notices.toast(OPERATION_VIEW.ordered(operationHeading(name)));
  }

  /** Follows what was ordered until it is over, wherever the person goes meanwhile. */
  #watch(id: string): void {
    this.#unwatch();
    this.#unwatch = $effect.root(() => {
      $effect(() => {
        const job = queue.row(id)?.job;
        if (job) untrack(() => this.#heed(job));
      });
    });
  }

  /** What was ordered may be over, and a job that was not may be by now. */
  #heed(job: Job): void {
    const { ordered } = this;
    if (!isRecipeComplete(job)) return;
    if (!ordered) {
      if (!this.choices && !this.error) void this.read();
      return;
    }
    const step = job.steps[ordered.step];
    // Main tells the change before it has begun.
    if (!step || step.operation !== ordered.name || step.status === 'waiting') return;
    this.ordered = null;
    void this.#goOn(job, ordered, step.status === 'done');
  }

  /** Leaves the view. */
  close(): void {
    navigation.show('queue');
  }

  /** Shows the file that came, and goes on from it; what brought none leaves the choice where it was. */
  async #goOn(job: Job, { name, known, before }: Ordered, isDone: boolean): Promise<void> {
    const file = job.artifacts.find(({ id, role }) => role === 'model' && !known.includes(id));
    await this.read(file ? undefined : this.choices?.step);
    this.#unwatch();
    if (!isDone) return;
    if (file) viewerState.wanted = file.id;
    notices.toast(OPERATION_VIEW[file ? 'came' : 'made'](operationHeading(name)));
    if (!file || !before || !this.compares) return;
    await compareWhenShown(job, file, { kind: 'model', artifact: before, name: modelLabel(job, before) });
  }

  #firstReady(): OperationName | null {
    return this.choices?.operations.find(({ misfit }) => misfit === null)?.name ?? null;
  }

  #misfitOf(name: OperationName): boolean {
    return this.choices?.operations.find((each) => each.name === name)?.misfit != null;
  }

  #judgeSoon(pauseMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#judge(), pauseMs);
  }

  async #judge(): Promise<void> {
    const { jobId, name, params, choices } = this;
    const asked = ++this.#asked;
    if (jobId === null || name === null || !choices) {
      this.verdict = null;
      return;
    }
    const reply = await ask('operations:check', { id: jobId, step: choices.step, operation: name, params });
    // An answer to what was set before says nothing about what is set now.
    if (asked !== this.#asked) return;
    this.#judged = params;
    this.verdict = reply.ok ? reply.value : null;
    if (!reply.ok) this.error = reply.error;
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.#unwatch();
    this.#asked++;
    this.choices = null;
    this.name = null;
    this.params = {};
    this.verdict = null;
    this.error = null;
    this.ordered = null;
  }
}

/** The page's view of operations. */
export const operationSession = new Operating();
