import { tick } from 'svelte';
import { always, type Command } from './command.ts';
import { folders } from '../../features/folders/folders.svelte.ts';
import { queue } from '../../features/queue/queue.svelte.ts';
import { showJob } from '../../features/queue/show-job.ts';
import { navigation } from '../navigation.svelte.ts';
import { targets } from '../../features/targets/targets.svelte.ts';

/** Maximum number of jobs offered. */
const MAX_JOBS = 12;

/** Lists jobs, hot folders and programs to go to. Jobs are included only if the query is not empty, newest first. */
export function folderCommands(query: string): readonly Command[] {
  return [...jobsNamed(query), ...hotFolders(), ...programs()];
}

function jobsNamed(query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const fitting = queue.everything.filter(({ name }) => {
    const text = name.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return fitting
    .sort((one, other) => other.createdAt - one.createdAt)
    .slice(0, MAX_JOBS)
    .map(({ id, name }): Command => ({
      id: `job:${id}`,
      group: 'jobs',
      title: () => name,
      available: always,
      run: () => {
        showJob(id);
      },
    }));
}

function hotFolders(): Command[] {
  return (folders.list ?? []).map(({ id, name }): Command => ({
    id: `folder:${id}`,
    group: 'folders',
    title: () => name,
    available: always,
    run: () => void goTo(`folder-${id}`),
  }));
}

function programs(): Command[] {
  return (targets.list ?? []).map(({ name, title }): Command => ({
    id: `target:${name}`,
    group: 'targets',
    title: () => title,
    available: always,
    run: () => void goTo(`target-${name}`),
  }));
}

/** Shows the folders view and scrolls to one of its items. */
async function goTo(id: string): Promise<void> {
  navigation.show('folders');
  await tick();
  document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
}
