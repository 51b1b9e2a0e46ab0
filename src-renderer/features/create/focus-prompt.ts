import { tick } from 'svelte';
import { shown } from '../../app/navigation.svelte.ts';

/** Goes to the field in which a model is described in words. */
export async function describe(): Promise<void> {
  shown.show('queue');
  await tick();
  document.getElementById('describe')?.focus();
}
