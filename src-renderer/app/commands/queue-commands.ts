import { always, type Command } from './command.ts';
import { focusPrompt } from '../../features/create/focus-prompt.ts';
import { WITH_JOBS } from './job-commands.ts';
import { notices } from '../notices.svelte.ts';
import { queue } from '../../features/queue/queue.svelte.ts';
import { navigation } from '../navigation.svelte.ts';
import { TEXTS } from '../language/texts.ts';

const T = TEXTS.queue;

/** In the recipe editor the key belongs to its changes, so that it reaches nothing older elsewhere. */
const undoable = () => (navigation.view === 'recipes' ? 'shown' : undefined);

/** Commands to rename a job, enter a prompt, and undo. */
export const queueCommands = (): readonly Command[] => [
  {
    id: 'add.describe',
    group: 'add',
    title: () => TEXTS.sheet.describe.command,
    keys: ['A'],
    available: always,
    run: () => void focusPrompt(),
  },
  {
    id: 'job.rename',
    group: 'job',
    title: () => T.rename.item,
    keys: ['F2'],
    where: WITH_JOBS,
    available: () => queue.lead !== null || TEXTS.commands.reasons.noJob,
    run: () => {
      const job = queue.lead?.job;
      if (job) navigation.rename(job);
    },
  },
  {
    id: 'queue.undo',
    group: 'queue',
    title: () => T.undo,
    keys: ['Ctrl Z'],
    available: () => notices.canUndo(undoable()) || T.noUndo,
    run: () => {
      const words = notices.undo(undoable());
      if (words !== null) notices.toast(T.undone(words));
    },
  },
];
