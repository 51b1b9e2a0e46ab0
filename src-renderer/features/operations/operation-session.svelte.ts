import type { OperationName } from '../../../src-shared/api/operations.ts';
import { toCanonicalJson } from '../../../src-shared/base/canonical-json.ts';
import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import { isRecipeComplete } from '../../../src-shared/jobs/recipe-completion.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { initialParameters } from '../../../src-shared/operations/initial-parameters.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { announceOrder } from './announce-order.ts';
import { withFieldValue } from './form-model.ts';
import { isMisfit } from './is-misfit.ts';
import { limitOthers } from './limit-others.ts';
import { readLastParams, saveLastParams } from './last-params.ts';
import { notices } from '../../app/notices.svelte.ts';
import type { OperationDraft } from './operation-draft.ts';
import { operationResult } from './operation-result.svelte.ts';
import { operationForms } from './operation-forms.svelte.ts';
import { operationHeading, OPERATION_VIEW } from './texts/operation-labels.ts';
import { queue } from '../queue/queue.svelte.ts';
import { selectOnly } from '../../ui/selection.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import { viewerState } from '../viewer/state/viewer.svelte.ts';
import { findOrderedStep, watchJob, type OrderedOperation } from './watch-ordered.svelte.ts';

type Params = Readonly<Record<string, unknown>>;

/** Delay after the last change before the parameters are checked. */
const CHECK_DELAY_MS = 150;

/** State of the operations view: selected operation, parameters and the result of their check. */
class OperationSession {
  /** Job the view shows; null if none yet. */
  jobId = $state<string | null>(null);
  choices = $state.raw<Output<'operations:of'> | null>(null);
  name = $state<OperationName | null>(null);
  params = $state.raw<Params>({});
  /** Check result of the current parameters; null while it is pending. */
  verdict = $state.raw<Output<'operations:check'> | null>(null);
  error = $state.raw<ErrorInfo | null>(null);
  busy = $state(false);
  /** True while prices and limits are read again because the service, its balance or a limit changed. */
  isOutdated = $state(false);
  /** False from an order until something changes or the user asks for another run, so that nothing runs twice. */
  isArmed = $state(true);
  /** Other jobs to run the operation on, and the job with which they were selected. */
  #others = $state.raw<{ readonly with: string; readonly ids: readonly string[] } | null>(null);
  /** Operation submitted here that has not finished. */
  ordered = $state.raw<OrderedOperation | null>(null);
  #draft: OperationDraft | null = null;
  #unwatch: () => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latestRequest = 0;
  /** Parameters the verdict applies to. */
  #checkedParams: Params | null = null;

  /** The queue's current version of the job. */
  readonly job = $derived(queue.lead?.job ?? null);
  /** True if an operation can be ordered now. */
  readonly ready = $derived(this.job !== null && isRecipeComplete(this.job));

  /** Ids of the other jobs that the operation runs on. */
  get also(): string[] {
    return this.#others !== null && this.#others.with === this.jobId ? [...this.#others.ids] : [];
  }

  /** Opens the view for the displayed one of several jobs; the operation runs on all of them. */
  openAll(jobs: readonly Job[]): void {
    const first = jobs.find(({ id }) => id === queue.selection.lead) ?? jobs[0];
    if (!first) return;
    this.open(first);
    this.#others = { with: first.id, ids: limitOthers(jobs, first) };
    this.#scheduleCheck(0);
  }

  /** Opens the view for a job, optionally with an operation selected. */
  open(job: Job, draft: OperationDraft | null = null): void {
    this.#others = null;
    if (queue.lead?.job.id !== job.id) queue.select(selectOnly(job.id));
    this.#draft = draft;
    if (draft && this.jobId === job.id) {
      this.choices = null;
      void this.read(draft.step);
    }
    navigation.show('operations');
  }

  /** Updates the view for the displayed job: resets it for another job, otherwise checks the submitted operation. */
  async follow(job: Job): Promise<void> {
    if (job.id === this.jobId) {
      this.#checkProgress(job);
      return;
    }
    this.#reset();
    this.jobId = job.id;
    await Promise.all([operationForms.read(), isRecipeComplete(job) ? this.read(this.#draft?.step) : null]);
  }

  /**
   * Reads the operations available for a step's result, by default the last step's. If the selected operation cannot
   * process it, those of the step `otherwise`.
   */
  async read(step?: number, otherwise?: number): Promise<void> {
    const { jobId } = this;
    if (jobId === null) return;
    const reply = await ask('operations:of', { id: jobId, ...(step === undefined ? {} : { step }) });
    if (jobId !== this.jobId) return;
    this.error = reply.ok ? null : reply.error;
    if (!reply.ok) return;
    if (otherwise !== undefined && this.name !== null && isMisfit(reply.value, this.name)) {
      await this.read(otherwise);
      return;
    }
    this.choices = reply.value;
    // The viewer shows the file that the operation works on.
    if (reply.value.file !== null) viewerState.wanted = reply.value.file;
    const drafted = this.#draft?.name ?? null;
    this.#draft = null;
    if (drafted !== null && !isMisfit(reply.value, drafted)) this.choose(drafted);
    else if (this.name !== null && isMisfit(reply.value, this.name)) this.choose(null);
    else this.#scheduleCheck(0);
  }

  /** Reads prices, limits and choices again after the service, its balance or a limit changed; nothing else changes. */
  async recheck(): Promise<void> {
    const { jobId, choices } = this;
    if (jobId === null || !choices) return;
    this.isOutdated = true;
    // Discards an answer that may be from before the change.
    this.#latestRequest++;
    const reply = await ask('operations:of', { id: jobId, step: choices.step });
    if (jobId !== this.jobId) return;
    if (reply.ok && this.choices === choices) this.choices = reply.value;
    await this.#check();
  }

  /** Selects an operation with its initial parameters. */
  choose(name: OperationName | null): void {
    this.name = name;
    this.#change(name === null ? {} : initialParameters(name));
    this.verdict = null;
    this.error = null;
    this.#scheduleCheck(0);
  }

  /** Sets the parameters, which the main process checks after a delay. */
  set(params: Params): void {
    this.#change(params);
    this.#scheduleCheck(CHECK_DELAY_MS);
  }

  /** Sets one parameter; `undefined` restores the default. */
  setOne(name: string, value: unknown): void {
    const form = this.name && operationForms.find(this.name);
    if (form) this.set(withFieldValue(form, this.params, name, value));
  }

  /** True if any parameter differs from the initial ones. */
  get isChanged(): boolean {
    return this.name !== null && JSON.stringify(this.params) !== JSON.stringify(initialParameters(this.name));
  }

  /** Restores the initial parameters. */
  restoreInitial(): void {
    if (this.name) this.set(initialParameters(this.name));
  }

  /** Applies the parameters of the operation's last order. */
  useLast(): void {
    const last = this.name && readLastParams(this.name);
    if (last) this.set(last);
  }

  /** Submits the operation, after a confirmation if it costs credits. `agreed` is the confirmed total. */
  async order(agreed?: string): Promise<void> {
    const { jobId, name, params, choices } = this;
    if (jobId === null || name === null || !choices || this.busy || !this.ready || !this.isArmed) return;
    const shown = this.verdict?.plan.total;
    // The field that loses the focus may set its value once more during a check, which starts another one.
    for (let tries = 3; tries > 0 && !this.#isChecked(); tries--) await this.#check();
    const isShown = (): boolean => jobId === this.jobId && name === this.name;
    const isSame = (): boolean => isShown() && toCanonicalJson(this.params) === toCanonicalJson(params);
    const { verdict } = this;
    if (!verdict || verdict.issues.length > 0 || !isSame()) return;
    if (agreed === undefined && verdict.plan.needsYes) {
      navigation.open('operation');
      return;
    }
    // Another price than the one on the button is shown first.
    if (agreed === undefined && verdict.plan.total !== shown) return;
    this.busy = true;
    const { step } = choices;
    const { steps = [], artifacts = [] } = this.job ?? {};
    const count = steps.filter(({ status }) => status === 'done').length;
    const yes = agreed === undefined ? {} : { agreed };
    const reply = await ask('operations:order', { id: jobId, step, operation: name, params, also: this.also, ...yes });
    this.busy = false;
    if (isShown()) this.error = reply.ok ? null : reply.error;
    else if (!reply.ok) notices.refuse([reply.error]);
    if (!reply.ok) return;
    if (isSame()) this.isArmed = false;
    saveLastParams(name, params);
    announceOrder(reply.value, name, jobId, artifacts);
    if (reply.value.existing !== null || jobId !== this.jobId) return;
    const before = artifacts.find(({ id }) => id === choices.file) ?? null;
    this.ordered = { name, step: count, known: artifacts.map(({ id }) => id), before };
    this.#unwatch();
    this.#unwatch = watchJob(jobId, (job) => {
      this.#checkProgress(job);
    });
  }

  /** Checks if the submitted operation has finished, and reads the operations once the job is complete. */
  #checkProgress(job: Job): void {
    const { ordered } = this;
    if (!isRecipeComplete(job)) return;
    if (!ordered) {
      if (!this.choices && !this.error) void this.read();
      return;
    }
    const step = findOrderedStep(job, ordered);
    if (!step) return;
    this.ordered = null;
    void this.#showResult(job, ordered, step.status === 'done');
  }

  close(): void {
    navigation.back();
  }

  /**
   * Shows the new file and continues from it with the same operation. Without a new file, or one that the operation
   * cannot process, the current step stays selected.
   */
  async #showResult(job: Job, { name, known, before }: OrderedOperation, isDone: boolean): Promise<void> {
    const file = job.artifacts.find(({ id, role }) => role === 'model' && !known.includes(id));
    const step = this.choices?.step;
    await this.read(file ? undefined : step, step);
    this.#unwatch();
    this.isArmed = !isDone;
    if (!isDone) return;
    if (file) viewerState.wanted = file.id;
    notices.toast(OPERATION_VIEW[file ? 'came' : 'made'](operationHeading(name)), { topic: `operation-${job.id}` });
    if (file && before) await operationResult.set({ job, file, before });
  }

  /** Sets parameters that have not run yet, and shows the model again if it is compared. */
  #change(params: Params): void {
    this.params = params;
    this.isArmed = true;
    operationResult.forget();
  }

  #scheduleCheck(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), delayMs);
  }

  #isChecked = (): boolean => this.#checkedParams === this.params && !this.isOutdated;

  async #check(): Promise<void> {
    const { jobId, name, params, choices } = this;
    const request = ++this.#latestRequest;
    // The same check must not follow an order and clear its error.
    clearTimeout(this.#timer);
    if (jobId === null || name === null || !choices) {
      this.verdict = null;
      return;
    }
    const reply = await ask('operations:check', {
      id: jobId,
      step: choices.step,
      operation: name,
      params,
      also: this.also,
    });
    // Discards answers for outdated parameters.
    if (request !== this.#latestRequest) return;
    this.#checkedParams = params;
    this.isOutdated = false;
    this.verdict = reply.ok ? reply.value : null;
    this.error = reply.ok ? null : reply.error;
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#unwatch();
    this.#latestRequest++;
    this.choices = null;
    this.name = null;
    this.params = {};
    this.verdict = null;
    this.error = null;
    this.ordered = null;
    operationResult.forget();
    this.isOutdated = false;
    this.isArmed = true;
  }
}

export const operationSession = new OperationSession();
