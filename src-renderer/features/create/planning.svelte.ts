import type { ErrorCode, ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { BatchPlan } from '../../../src-shared/ipc/views/money-view.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { notices } from '../../app/notices.svelte.ts';
import { queue } from '../queue/queue.svelte.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';
import { recipeRefusal } from '../recipes/recipe-facts.ts';
import { recipes } from '../recipes/recipes.svelte.ts';
import { selectOnly } from '../../ui/selection.ts';
import { withoutSkipped } from './without-skipped.ts';

/** Sources accepted by the main process, which may become jobs. */
export type Sources = Output<'sources:take'>['sources'];

/** Errors that another recipe or a confirmation can resolve: the plan stays open. */
const RESOLVABLE: readonly ErrorCode[] = ['config_invalid', 'bad_request', 'needs_yes'];

/** Turns sources into jobs: immediately if no confirmation is needed, otherwise through a plan that shows all costs. */
class Planning {
  /** Sources awaiting confirmation; null if the plan is closed. */
  sources = $state.raw<Sources | null>(null);
  /** Estimated cost; null while it is calculated or if the sources cannot be processed with these settings. */
  plan = $state.raw<BatchPlan | null>(null);
  /** Reason why the sources cannot be processed with these settings. */
  error = $state.raw<ErrorInfo | null>(null);
  /** True while a request is pending. */
  busy = $state(false);
  /** True if the price rose after the user confirmed. */
  hasRisen = $state(false);
  /** Request counter: only the answer to the latest request is used. */
  #latestRequest = 0;

  readonly kinds = $derived(kindsOf(this.sources ?? []));
  /** Reason why the selected recipe accepts none of the sources; null if it accepts some. */
  readonly refusal = $derived(refusalFor(this.sources ?? []));

  /** Creates jobs, or shows the cost first; keeps the choices of the current drop until then. */
  async begin(sources: Sources): Promise<void> {
    const user = {};
    recipes.startDrop(user);
    try {
      await this.#begin(sources);
    } finally {
      recipes.endDrop(user);
    }
  }

  async #begin(sources: Sources): Promise<void> {
    const reply = await ask('money:plan', toOrder(sources));
    const isWhole = reply.ok && reply.value.leftOut.length === 0;
    const canAddNow = isWhole && !reply.value.needsYes && this.sources === null && !refusalFor(sources);
    const error = canAddNow ? await this.#add(sources, null) : reply.ok ? null : reply.error;
    if (error === null && canAddNow) return;
    if (error && !RESOLVABLE.includes(error.code)) {
      notices.refuse([error]);
      return;
    }
    const others = this.sources ?? [];
    this.plan ??= reply.ok ? reply.value : null;
    this.error = error;
    this.sources = [...others, ...sources];
    recipes.startDrop(this);
    if (others.length > 0 || error?.code === 'needs_yes') await this.review();
  }

  /** Recalculates the plan after the recipe, the formats or a limit changed. */
  async review(): Promise<void> {
    const { sources } = this;
    if (sources === null) return;
    const request = ++this.#latestRequest;
    this.busy = true;
    const reply = await ask('money:plan', toOrder(sources));
    if (request !== this.#latestRequest) return;
    this.busy = false;
    this.plan = reply.ok ? reply.value : null;
    this.error = reply.ok ? null : reply.error;
  }

  /** Adds the planned jobs. The user has confirmed the total. */
  async confirm(): Promise<void> {
    const { sources, plan } = this;
    if (sources === null || plan === null || this.busy || this.refusal) return;
    this.busy = true;
    const error = await this.#add(withoutSkipped(sources, plan), plan.total);
    this.hasRisen = error?.code === 'needs_yes';
    if (this.hasRisen) await this.review();
    else if (error && RESOLVABLE.includes(error.code)) {
      this.busy = false;
      this.plan = null;
      this.error = error;
    } else {
      if (error) notices.refuse([error]);
      this.close();
    }
  }

  /** Discards the sources without adding jobs. */
  close(): void {
    this.#latestRequest++;
    this.sources = null;
    this.plan = null;
    this.error = null;
    this.busy = false;
    this.hasRisen = false;
    recipes.endDrop(this);
  }

  /** Adds the jobs. Returns the error if none were added, otherwise null. */
  async #add(sources: Sources, agreed: string | null): Promise<ErrorInfo | null> {
    const reply = await ask('queue:add', { ...toOrder(sources), ...(agreed !== null && { agreed }) });
    if (!reply.ok) return reply.error;
    const first = reply.value[0];
    if (first) {
      queue.apply(reply.value, []);
      queue.select(selectOnly(first.id));
    }
    return null;
  }
}

function kindsOf(sources: Sources): ReadonlySet<SourceKind> {
  return new Set(sources.map(({ kind }) => kind));
}

function refusalFor(sources: Sources): string | null {
  return recipes.chosen ? recipeRefusal(recipes.chosen, kindsOf(sources)) : null;
}

/** Builds the request for a plan or an order from the sources and the selected settings. */
export function toOrder(sources: Sources) {
  return {
    sourceIds: sources.map(({ id }) => id),
    formats: [...recipes.formats],
    recipe: recipes.id,
    variants: recipes.variants,
  };
}

export const planning = new Planning();
