import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { BatchPlan } from '../../../src-shared/ipc/views/money-view.ts';
import type { SourceKind, ViewSlot } from '../../../src-shared/formats/source-kind.ts';
import { ask } from '../../app/bridge/bridge.ts';
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
import { valueOrNotify } from '../../app/notices.svelte.ts';
import { planning, toOrder } from './planning.svelte.ts';
import { recipeRefusal } from '../recipes/recipe-facts.ts';
import { recipes } from '../recipes/recipes.svelte.ts';
import { withoutSkipped } from './without-skipped.ts';

/** What an item is the same as. */
export type Duplicate = Output<'sources:compare'>[number]['of'];

/** What was given, shown before anything of it becomes a job: sets, duplicates, refusals, and what all of it costs. */
class Sheet {
  /** What would become jobs, duplicates included; null: the sheet is closed. */
  items = $state.raw<readonly SheetItem[] | null>(null);
  refused = $state.raw<readonly ErrorInfo[]>([]);
  /** What items hold that is there already, by their keys. */
  duplicates = $state.raw<Readonly<Record<string, Duplicate>>>({});
  /** Keys of duplicates that the person wants all the same. */
  wanted = $state.raw<readonly string[]>([]);
  /** What they would cost; null while it is worked out, or when they cannot be made like this. */
  plan = $state.raw<BatchPlan | null>(null);
  /** Why they cannot be made like this. */
  error = $state.raw<ErrorInfo | null>(null);
  /** Rises with every change, so that only the answer to the last one counts. */
  #asked = 0;

  /** Whether main still compares, or works out the price. */
  busy = $state(false);
  /** What is the same as something else and left out. */
  readonly leftOut = $derived((this.items ?? []).filter((item) => this.#isLeftOut(item)));
  /** What becomes jobs. */
  readonly included = $derived((this.items ?? []).filter((item) => !this.#isLeftOut(item)));
  readonly kinds = $derived<ReadonlySet<SourceKind>>(new Set(this.included.map(({ kind }) => kind)));
  /** Whether every set has its front and one more view. */
  readonly isWhole = $derived(this.included.every(isComplete));
  /** Why the chosen recipe takes none of them; null when it takes some. */
  readonly refusal = $derived(recipes.chosen ? recipeRefusal(recipes.chosen, this.kinds) : null);

  /** Shows what main took in; what is shown already stays. */
  async open(sources: readonly SheetSource[], refused: readonly ErrorInfo[]): Promise<void> {
    this.refused = [...this.refused, ...refused];
    await this.#change([...(this.items ?? []), ...sources.map(toSheetItem)], sources);
  }

  /** Puts an image in a place of a set. */
  put(pictureId: string, key: string, slot: ViewSlot): void {
    void this.#change(putInSlot(this.items ?? [], pictureId, key, slot));
  }

  /** Puts an image together with a single one, or into a free place of a set. */
  join(pictureId: string, key: string): void {
    void this.#change(groupImages(this.items ?? [], pictureId, key));
  }

  /** Makes an image a job of its own. */
  takeOut(pictureId: string): void {
    void this.#change(removeFromSet(this.items ?? [], pictureId));
  }

  /** Makes every image of a set a job of its own. */
  split(key: string): void {
    void this.#change(splitSet(this.items ?? [], key));
  }

  /** Leaves an item out of the sheet altogether. */
  drop(key: string): void {
    const items = (this.items ?? []).filter((item) => item.key !== key);
    if (items.length === 0) this.close();
    else void this.#change(items);
  }

  /** Adds a duplicate all the same. */
  want(key: string): void {
    this.wanted = [...this.wanted, key];
    void this.review();
  }

  /** Works out anew what they cost, after the recipe, the formats or what is added changed. */
  async review(): Promise<void> {
    const asked = ++this.#asked;
    const sources = this.#sources();
    if (sources.length === 0 || this.refusal !== null) {
      this.plan = null;
      this.error = null;
      return;
    }
    const reply = await ask('money:plan', toOrder(sources));
    if (asked !== this.#asked) return;
    this.plan = reply.ok ? reply.value : null;
    this.error = reply.ok ? null : reply.error;
  }

  /** Makes jobs of what is shown, through the plan where a person has to say yes. */
  async confirm(): Promise<void> {
    const sources = this.#sources();
    const { plan } = this;
    if (this.busy || plan === null || !this.isWhole || this.refusal !== null || sources.length === 0) return;
    this.close();
    await planning.begin(withoutSkipped(sources, plan));
  }

  /** Leaves everything; nothing is added. */
  close(): void {
    this.#asked++;
    this.items = null;
    this.refused = [];
    this.duplicates = {};
    this.wanted = [];
    this.plan = null;
    this.error = null;
    this.busy = false;
  }

  /** Takes over how items stand now, tells main of images that were put together anew, and compares what is new. */
  async #change(items: readonly SheetItem[], fresh: readonly SheetSource[] = []): Promise<void> {
    const asked = ++this.#asked;
    this.items = items;
    this.busy = true;
    const arranged: SheetItem[] = [];
    for (const item of items.filter(({ id }) => id === null).filter(isComplete)) {
      const pictures = item.pictures.map(({ id, slot }) => ({ id, slot }));
      const source = valueOrNotify(await ask('sources:arrange', { name: item.name, pictures }));
      if (asked !== this.#asked) return;
      if (source) arranged.push({ ...item, id: source.id, bytes: source.bytes });
    }
    const now = items.map((item) => arranged.find(({ key }) => key === item.key) ?? item);
    this.items = now;
    if (fresh.length > 0 || arranged.length > 0) await this.#compare(now, asked);
    if (asked !== this.#asked) return;
    this.busy = false;
    await this.review();
  }

  async #compare(items: readonly SheetItem[], asked: number): Promise<void> {
    const reply = await ask('sources:compare', { sourceIds: items.flatMap(({ id }) => id ?? []) });
    if (asked !== this.#asked || !reply.ok) return;
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

/** The page's drop sheet. */
export const sheet = new Sheet();

/** Whether what was taken in is shown before it becomes jobs: more than one thing, a set, or several jobs of one. */
export function needsSheet(sources: readonly SheetSource[], refused: readonly ErrorInfo[]): boolean {
  if (sources.length === 0) return false;
  return (
    sheet.items !== null || sources.length + refused.length > 1 || sources[0]?.kind === 'views' || recipes.variants > 1
  );
}
