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
import { setup } from '../../app/setup.svelte.ts';
import { withoutSkipped } from './without-skipped.ts';

/** Files that main took in and that may become jobs. */
export type Sources = Output<'sources:take'>['sources'];

/** Refusals that another recipe or a yes takes away: then the plan stays open. */
const CURABLE: readonly ErrorCode[] = ['config_invalid', 'bad_request', 'needs_yes'];

/** How sources become jobs: at once where nobody has to say yes, else through a plan that names every price. */
class Planning {
  /** Sources that wait for the person; null: the plan is closed. */
  sources = $state.raw<Sources | null>(null);
  /** What they would cost; null while it is worked out, or when they cannot be made like this. */
  plan = $state.raw<BatchPlan | null>(null);
  /** Why they cannot be made like this. */
  error = $state.raw<ErrorInfo | null>(null);
  /** Whether main answers now. */
  busy = $state(false);
  /** Whether the price rose after the person had said yes. */
  dearer = $state(false);
  /** Rises with every question, so that only the answer to the last one counts. */
  #asked = 0;

  /** Kinds of the sources. */
  readonly kinds = $derived(kindsOf(this.sources ?? []));
  /** Why the chosen recipe takes none of them; null when it takes some. */
  readonly refusal = $derived(refusalFor(this.sources ?? []));

  /** Makes jobs of sources, or shows what they cost first. */
  async begin(sources: Sources): Promise<void> {
    const reply = await ask('money:plan', toOrder(sources));
    const isWhole = reply.ok && reply.value.leftOut.length === 0;
    const atOnce = isWhole && !reply.value.needsYes && this.sources === null && !refusalFor(sources);
    const error = atOnce ? await this.#add(sources, null) : reply.ok ? null : reply.error;
    if (error === null && atOnce) return;
    if (error && !CURABLE.includes(error.code)) {
      notices.refuse([error]);
      return;
    }
    const others = this.sources ?? [];
    this.plan ??= reply.ok ? reply.value : null;
    this.error = error;
    this.sources = [...others, ...sources];
    if (others.length > 0 || error?.code === 'needs_yes') await this.review();
  }

  /** Works the plan out anew, after the recipe, the formats or a limit changed. */
  async review(): Promise<void> {
    const { sources } = this;
    if (sources === null) return;
    const asked = ++this.#asked;
    this.busy = true;
    const reply = await ask('money:plan', toOrder(sources));
    if (asked !== this.#asked) return;
    this.busy = false;
    this.plan = reply.ok ? reply.value : null;
    this.error = reply.ok ? null : reply.error;
  }

  /** Adds what the plan shows; the person said yes to its total. */
  async confirm(): Promise<void> {
    const { sources, plan } = this;
    if (sources === null || plan === null || this.busy || this.refusal) return;
    this.busy = true;
    const error = await this.#add(withoutSkipped(sources, plan), plan.total);
    this.dearer = error?.code === 'needs_yes';
    if (this.dearer) await this.review();
    else if (error && CURABLE.includes(error.code)) {
      this.busy = false;
      this.plan = null;
      this.error = error;
    } else {
      if (error) notices.refuse([error]);
      this.close();
    }
  }

  /** Leaves the sources; nothing is added. */
  close(): void {
    this.#asked++;
    this.sources = null;
    this.plan = null;
    this.error = null;
    this.busy = false;
    this.dearer = false;
  }

  /** Why nothing was added; null: all were. */
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

/** Sources and how they are made, with what is chosen now, as main is asked. */
export function toOrder(sources: Sources) {
  return {
    sourceIds: sources.map(({ id }) => id),
    formats: [...(setup.settings?.formats ?? ['glb' as const])],
    recipe: recipes.id,
    variants: recipes.variants,
  };
}

/** The page's plan. */
export const planning = new Planning();
