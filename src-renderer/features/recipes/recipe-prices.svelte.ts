import { untrack } from 'svelte';
import type { MeshFormat } from '../../../src-shared/formats/formats.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { setup } from '../../app/setup.svelte.ts';
import { spendingState } from '../account/spending/spending.svelte.ts';
import { recipes } from './recipes.svelte.ts';

/** Prices of a job of one recipe, by kind of source. */
export type JobPrices = Output<'recipes:prices'>[string];

/** Estimated prices of a job of each recipe at the service in use, from the same calculation as a plan. */
class RecipePrices {
  #prices = $state.raw<Output<'recipes:prices'>>({});
  /** Request counter: only the answer to the latest request is used. */
  #latestRequest = 0;

  /** Returns the prices of a recipe; none until main replied, or if it is damaged. */
  of(id: string): JobPrices {
    return this.#prices[id] ?? {};
  }

  /** Reads all prices; `formats` apply to the draft. Prices that cannot be read are not shown. */
  async read(formats: readonly MeshFormat[]): Promise<void> {
    const request = ++this.#latestRequest;
    const reply = await ask('recipes:prices', { formats: [...formats] });
    if (request === this.#latestRequest) this.#prices = reply.ok ? reply.value : {};
  }
}

export const recipePrices = new RecipePrices();

/** Keeps the prices up to date. Call it while a component is initialized. */
export function followRecipePrices(): void {
  $effect(() => {
    // Main learns prices from charges.
    void [recipes.list, setup.settings, setup.service?.free, spendingState.today?.charged];
    const { formats } = recipes;
    untrack(() => void recipePrices.read(formats));
  });
}
