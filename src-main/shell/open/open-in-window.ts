import path from 'node:path';
import { toErrorInfo } from '../../../src-shared/base/errors.ts';
import type { AppCommand } from '../../../src-shared/ipc/app-command.ts';
import type { Payload, Push } from '../../../src-shared/ipc/pushes.ts';
import type { App } from '../../app-deps.ts';
import { readRecipeText } from '../../queue/recipes/read-recipe-text.ts';
import type { OpenRequests } from './receive-open-requests.ts';
import type { OpenRequest } from './open-request.ts';

/** The parts of the app that opening uses. */
type Running = {
  readonly handlers: Pick<App['handlers'], 'sources:take'>;
  onPageShows(listen: () => void): () => void;
};

/** The window, as far as opening uses it. */
export interface OpenTarget {
  bringToFront(): void;
  send<P extends Push>(channel: P, payload: Payload<P>): void;
}

/**
 * Shows what is opened as soon as the page listens: a view, a job, or files and recipes that the page proposes. Nothing
 * becomes a job and no recipe is imported before the user confirms it in the page.
 */
export function openInWindow({ handlers, onPageShows }: Running, requests: OpenRequests, target: OpenTarget): void {
  const deliver = async (request: OpenRequest): Promise<void> => {
    const opened = await read(request);
    target.bringToFront();
    if (opened) target.send('app:opened', opened);
    else target.send('app:command', toCommand(request));
  };
  const read = async (request: OpenRequest): Promise<Payload<'app:opened'> | null> => {
    const nothing = { sources: [], refused: [], recipes: [] };
    try {
      if (request.kind === 'files') return { ...nothing, ...(await handlers['sources:take']([...request.paths])) };
      if (request.kind !== 'recipe') return null;
      const recipe = { name: path.basename(request.path), text: await readRecipeText(request.path) };
      return { ...nothing, recipes: [recipe] };
    } catch (error) {
      return { ...nothing, refused: [toErrorInfo(error)] };
    }
  };
  const stop = onPageShows(() => {
    stop();
    requests((request) => void deliver(request));
  });
}

function toCommand(request: OpenRequest): { command: AppCommand; jobId?: string } {
  if (request.kind === 'job') return { command: 'job.show', jobId: request.id };
  return { command: request.kind === 'view' ? `view.${request.view}` : 'view.queue' };
}
