import type { Payload } from '../../../src-shared/ipc/pushes.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import { notices } from '../../app/notices.svelte.ts';
import { sheet } from './sheet.svelte.ts';

/** Shows what another program or a link opened: sources in the sheet, recipes in a dialog. Nothing is added yet. */
export async function reviewOpened({ sources, refused, recipes }: Payload<'app:opened'>): Promise<void> {
  navigation.openedRecipes.push(...recipes.map(({ name, text }) => new File([text], name)));
  if (sources.length > 0) await sheet.open(sources, refused);
  else notices.refuse(refused);
}
