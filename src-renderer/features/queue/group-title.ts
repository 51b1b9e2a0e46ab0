import { folders } from '../folders/folders.svelte.ts';
import { formatDate } from '../../app/language/format.ts';
import { startOfDay } from '../gallery/gallery-facts.ts';
import type { QueueGroup } from '../../../src-shared/jobs/queue-groups.ts';
import type { Grouping } from './queue-groups.ts';
import { recipes } from '../recipes/recipes.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { GROUP_LABELS } from '../../app/language/labels.ts';

const DAY_MS = 86_400_000;

/** Returns a group's title by its key from `groupKeyOf`. */
export function groupTitle(grouping: Grouping, key: string): string {
  const T = TEXTS.queue.grouping;
  switch (grouping) {
    case 'state':
      return GROUP_LABELS[key as QueueGroup];
    case 'recipe':
      return recipes.titleOf(key);
    case 'folder':
      return key === '' ? T.byHand : folders.nameOf(key);
    case 'day': {
      const began = Number(key);
      const today = startOfDay(Date.now());
      if (began === today) return T.today;
      // Half a day extra, because days differ in length.
      return startOfDay(began + 1.5 * DAY_MS) === today ? T.yesterday : formatDate(began);
    }
  }
}
