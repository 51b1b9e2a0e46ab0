import { tick } from 'svelte';
import { navigation } from '../../app/navigation.svelte.ts';

/** Focuses the prompt field. */
export async function focusPrompt(): Promise<void> {
  navigation.show('queue');
  await tick();
  document.getElementById('describe')?.focus();
}
