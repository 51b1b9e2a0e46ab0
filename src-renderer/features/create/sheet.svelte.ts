import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { BatchPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { SourceKind, ViewSlot } from '../../../src-shared/formats/source-kind.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { addJobs, isResolvable, toOrder, type JobPlace } from './add-jobs.ts';
import {
  isComplete,
  groupImages,
  putInSlot,
  splitSet,
  removeFromSet,
  toSheetItem,
  type SheetItem,
  type SheetSource,
} from './drop-sheet.ts';
import { findJobDurations, type JobDuration } from './job-durations.ts';
import { needsSheet } from './needs-sheet.ts';
import { notices, valueOrNotify } from '../../app/notices.svelte.ts';
import { setup } from '../../app/setup.svelte.ts';
import { queue } from '../queue/queue.svelte.ts';
import { recipePrices, type JobPrices } from '../recipes/recipe-prices.svelte.ts';
import { recipeRefusal } from '../recipes/recipe-facts.ts';
import { recipes } from '../recipes/recipes.svelte.ts';
import { findWaysOut, type WayOut } from './ways-out.ts';
import { withoutSkipped } from './without-skipped.ts';

/** Existing item that a new one duplicates. */
export type Duplicate = Output<'sources:compare'>[number]['of'];

/**
 * State of the sheet, which shows sources, sets, duplicates, refused files and the plan of their costs before jobs are
 * created. Everything chosen in it ends with it.
 */
class Sheet {
  /** Items including duplicates; null if the sheet is closed. */
  items = $state.raw<readonly SheetItem[] | null>(null);
  refused = $state.raw<readonly ErrorInfo[]>([]);
  /** Existing items that sheet items duplicate, by item key. */
  duplicates = $state.raw<Readonly<Record<string, Duplicate>>>({});
  /** Keys of duplicates the user wants to add anyway. */
  wanted = $state.raw<readonly string[]>([]);
  /** Keys of items left out so that the others fit the limits. */
  excess = $state.raw<readonly string[]>([]);
  where = $state<JobPlace>('in_use');
  /** How long jobs took before; see `durationKey`. */
  durations = $state.raw<ReadonlyMap<string, JobDuration>>(new Map());
  /** Estimated cost; null until it is calculated, or if the items cannot be processed with these settings. */
  plan = $state.raw<BatchPlan | null>(null);
  /** False while the cost of something else is calculated, so that nothing can be ordered at another price. */
  isPlanned = $state(false);
  /** Reason why the items cannot be processed with these settings. */
  error = $state.raw<ErrorInfo | null>(null);
  /** Counters of requests: only the answer to the latest one is used. */
  #latestItems = 0;
  #latestPlan = 0;
  /** What the plan is for. */
  #plannedOrder = '';

  /** True while the main process compares the items or adds the jobs. */
  busy = $state(false);
  /** True if the price rose after the user confirmed. */
  hasRisen = $state(false);
  /** True if there is a price to wait for. */
  readonly isPlanning = $derived(this.plan === null && this.error === null && this.#sources().length > 0);
  /** Duplicates that are skipped. */
  readonly leftOut = $derived((this.items ?? []).filter((item) => this.#isLeftOut(item)));
  /** Items that become jobs. */
  readonly included = $derived(
    (this.items ?? []).filter((item) => !this.#isLeftOut(item) && !this.excess.includes(item.key)),
  );
  readonly kinds = $derived<ReadonlySet<SourceKind>>(new Set(this.included.map(({ kind }) => kind)));
  /** True if every set has its front and at least one other view. */
  readonly isWhole = $derived(this.included.every(isComplete));
  /** Reason why the selected recipe accepts none of the items; null if it accepts some. */
  readonly refusal = $derived(recipes.chosen ? recipeRefusal(recipes.chosen, this.kinds) : null);

  /** True if jobs could be processed on this computer free of charge, although another service is in use. */
  readonly canChoosePlace = $derived(setup.service?.kind === 'cloud' && setup.settings?.rehearsal === false);
  /** Changes that let the batch fit the balance and the limits it exceeds. */
  readonly waysOut = $derived<readonly WayOut[]>(
    this.plan === null
      ? []
      : findWaysOut({
          plan: this.plan,
          sources: this.included,
          variants: recipes.variants,
          recipe: recipes.id,
          recipes: recipes.list.map(({ id }) => id),
          pricesOf: (id) => this.pricesOf(id),
          canUseThisComputer: this.canChoosePlace && this.where === 'in_use',
        }),
  );

  /** Prices of a job of a recipe where the jobs are processed; none if they are free. */
  pricesOf(recipe: string): JobPrices {
    return this.where === 'here' ? {} : recipePrices.of(recipe);
  }

  /** Creates a job at once if a plain source needs no confirmation; otherwise opens the sheet. */
  async begin(sources: readonly SheetSource[], refused: readonly ErrorInfo[]): Promise<void> {
    const opens = this.items !== null || setup.settings?.reviewFiles || needsSheet(sources, refused, recipes.variants);
    if (!opens || sources.length === 0) notices.refuse(refused);
    if (sources.length === 0) return;
    const request = {};
    recipes.startDrop(request);
    try {
      if (opens) await this.open(sources, refused);
      else await this.#addOrOpen(sources);
    } finally {
      recipes.endDrop(request);
    }
  }

  async #addOrOpen(sources: readonly SheetSource[]): Promise<void> {
    const reply = await ask('money:plan', toOrder(sources, 'in_use'));
    const canAdd = reply.ok && reply.value.leftOut.length === 0 && !reply.value.needsYes && this.items === null;
    const error = canAdd ? await addJobs(sources, 'in_use', null) : null;
    if (canAdd && error === null) return;
    if (error && !isResolvable(error)) notices.refuse([error]);
    else await this.open(sources, []);
  }

  /** Adds accepted sources to the sheet and opens it. */
  async open(sources: readonly SheetSource[], refused: readonly ErrorInfo[]): Promise<void> {
    recipes.startDrop(this);
    if (this.items === null) this.durations = findJobDurations(queue.everything);
    this.refused = [...this.refused, ...refused];
    await this.arrange([...(this.items ?? []), ...sources.map(toSheetItem)], sources);
  }

  /** Moves an image to a slot of a set. */
  put(pictureId: string, key: string, slot: ViewSlot): void {
    void this.arrange(putInSlot(this.items ?? [], pictureId, key, slot));
  }

  /** Groups an image with a single image, or adds it to a free slot of a set. */
  join(pictureId: string, key: string): void {
    void this.arrange(groupImages(this.items ?? [], pictureId, key));
  }

  /** Makes an image a separate item. */
  separate(pictureId: string): void {
    void this.arrange(removeFromSet(this.items ?? [], pictureId));
  }

  /** Splits a set into one item per image. */
  split(key: string): void {
    void this.arrange(splitSet(this.items ?? [], key));
  }

  /** Removes an item from the sheet. */
  drop(key: string): void {
    const items = (this.items ?? []).filter((item) => item.key !== key);
    if (items.length === 0) this.close();
    else void this.arrange(items);
  }

  /** Includes a duplicate. */
  includeDuplicate(key: string): void {
    this.wanted = [...this.wanted, key];
    void this.review();
  }

  /** Includes all duplicates. */
  includeAllDuplicates(): void {
    this.wanted = (this.items ?? []).map(({ key }) => key);
    void this.review();
  }

  /** Includes the items that were left out to fit the limits. */
  includeExcess(): void {
    this.excess = [];
    void this.review();
  }

  /** Chooses where the jobs are processed. */
  processAt(where: JobPlace): void {
    this.where = where;
    void this.review();
  }

  /** Makes a change that lets the batch fit. */
  takeWayOut(way: WayOut): void {
    if (way.kind === 'here') this.processAt('here');
    else if (way.kind === 'recipe') recipes.choose(way.recipe);
    else if (way.kind === 'variants') recipes.chooseVariants(way.variants);
    else {
      this.excess = this.included.map(({ key }) => key).filter((key) => !way.keys.includes(key));
      void this.review();
    }
  }

  /** Recalculates the cost after the recipe, the formats, a limit or the items changed. */
  async review(): Promise<void> {
    const request = ++this.#latestPlan;
    const sources = this.#sources();
    const order = describeOrder(sources, this.where);
    if (order !== this.#plannedOrder) this.isPlanned = false;
    const canPlan = sources.length > 0 && this.refusal === null;
    const reply = canPlan ? await ask('money:plan', toOrder(sources, this.where)) : null;
    if (request !== this.#latestPlan) return;
    this.plan = reply?.ok ? reply.value : null;
    this.isPlanned = this.plan !== null;
    this.#plannedOrder = order;
    this.error = reply === null || reply.ok ? null : reply.error;
  }

  /** Creates jobs from the included items. The user has confirmed the total of the plan. */
  async confirm(): Promise<void> {
    const sources = this.#sources();
    const { plan } = this;
    if (this.busy || plan === null || !this.isPlanned || !this.isWhole || this.refusal !== null || sources.length === 0)
      return;
    const known = new Set((this.items ?? []).map(({ key }) => key));
    this.busy = true;
    const error = await addJobs(withoutSkipped(sources, plan), this.where, plan.total);
    this.busy = false;
    if (error === null) {
      // Sources may have been dropped meanwhile.
      const others = (this.items ?? []).filter(({ key }) => !known.has(key));
      if (others.length === 0) this.close();
      else await this.arrange(others);
    } else if (this.items === null) notices.refuse([error]);
    else {
      this.hasRisen = error.code === 'needs_yes';
      if (this.hasRisen) await this.review();
      else this.error = error;
    }
  }

  /** Closes the sheet without adding jobs. */
  close(): void {
    this.#latestItems++;
    this.#latestPlan++;
    this.items = null;
    this.refused = [];
    this.duplicates = {};
    this.wanted = [];
    this.excess = [];
    this.where = 'in_use';
    this.plan = null;
    this.isPlanned = false;
    this.error = null;
    this.busy = false;
    this.hasRisen = false;
    recipes.endDrop(this);
  }

  /** Applies changed items, registers regrouped sets with the main process and checks new items for duplicates. */
  async arrange(items: readonly SheetItem[], fresh: readonly SheetSource[] = []): Promise<void> {
    const request = ++this.#latestItems;
    this.items = items;
    this.busy = true;
    const arranged: SheetItem[] = [];
    for (const item of items.filter(({ id }) => id === null).filter(isComplete)) {
      const pictures = item.pictures.map(({ id, slot }) => ({ id, slot }));
      const source = valueOrNotify(await ask('sources:arrange', { name: item.name, pictures }));
      if (request !== this.#latestItems) return;
      if (source) arranged.push({ ...item, id: source.id, bytes: source.bytes });
    }
    const registered = items.map((item) => arranged.find(({ key }) => key === item.key) ?? item);
    this.items = registered;
    const isNew = fresh.length > 0 || arranged.length > 0;
    const compared = this.#sources();
    // Most drops hold no duplicates: meanwhile the cost of all is calculated.
    await Promise.all([isNew ? this.#compare(registered, request) : null, this.review()]);
    if (request !== this.#latestItems) return;
    this.busy = false;
    if (!areSame(compared, this.#sources())) await this.review();
  }

  async #compare(items: readonly SheetItem[], request: number): Promise<void> {
    const reply = await ask('sources:compare', { sourceIds: items.flatMap(({ id }) => id ?? []) });
    if (request !== this.#latestItems || !reply.ok) return;
    const keyOf = Object.fromEntries(items.map(({ id, key }) => [id ?? '', key]));
    this.duplicates = Object.fromEntries(reply.value.map(({ id, of }) => [keyOf[id] ?? '', of]));
  }

  #isLeftOut({ key }: SheetItem): boolean {
    return this.duplicates[key] !== undefined && !this.wanted.includes(key);
  }

  #sources(): SheetSource[] {
    return this.included.flatMap((item) => (item.id === null ? [] : [{ ...item, id: item.id }]));
  }
}

export const sheet = new Sheet();

/** What is ordered, and at which service. */
function describeOrder(sources: readonly SheetSource[], where: JobPlace): string {
  const { service, settings } = setup;
  return JSON.stringify([toOrder(sources, where), service?.kind, service?.free, settings?.rehearsal, settings?.cloud]);
}

function areSame(one: readonly SheetSource[], other: readonly SheetSource[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}
