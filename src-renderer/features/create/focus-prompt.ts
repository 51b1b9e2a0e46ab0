import { tick } from 'svelte';
import { navigation } from '../../app/navigation.svelte.ts';

/** Goes to the field in which a model is described in words. */
export async function focusPrompt(): Promise<void> {
  navigation.show('queue');
  await tick();
  document.getElementById('describe')?.focus();
}
