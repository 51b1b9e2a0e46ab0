import { readPreference, savePreference } from '../../app/local-preferences.ts';
import { navigation } from '../../app/navigation.svelte.ts';

/** Steps of the first project, in order. */
export const FIRST_PROJECT_STEPS = ['source', 'generate', 'look', 'operation', 'output'] as const;

export type FirstProjectStep = (typeof FIRST_PROJECT_STEPS)[number];

const SAVED_AS = 'first-project';

/** The guided first project. Its state survives a restart; once ended, it is offered by its command only. */
class FirstProject {
  #state = $state(readPreference(SAVED_AS, ['offered', ...FIRST_PROJECT_STEPS, 'ended']));
  /** Time of the start, epoch ms: the project's job is newer. After a reload, any job will do. */
  startedAt = 0;

  /** The current step; null if it is not in progress. */
  get step(): FirstProjectStep | null {
    return FIRST_PROJECT_STEPS.find((step) => step === this.#state) ?? null;
  }

  /** True until it is started or declined. */
  get isOffered(): boolean {
    return this.#state === 'offered';
  }

  /** Begins again with the first step. */
  start(): void {
    this.startedAt = Date.now();
    this.#set('source');
    navigation.show('queue');
  }

  /** Goes on if `step` is the current one: with its event, or because the user skips it. */
  finish(step: FirstProjectStep): void {
    if (step === this.step) this.#set(FIRST_PROJECT_STEPS[FIRST_PROJECT_STEPS.indexOf(step) + 1] ?? 'ended');
  }

  end(): void {
    this.#set('ended');
  }

  #set(state: 'ended' | FirstProjectStep): void {
    this.#state = state;
    savePreference(SAVED_AS, state);
  }
}

export const firstProject = new FirstProject();
