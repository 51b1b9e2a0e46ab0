import { AppError } from '../../../src-shared/base/errors.ts';
import type { artifactCalls } from '../../../src-shared/ipc/calls/artifact-calls.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { Desktop } from '../../app-deps.ts';
import type { Queue } from '../../queue/queue.ts';
import { listDragFiles } from '../files/list-drag-files.ts';
import { revealPath } from '../files/reveal-path.ts';

interface Parts {
  readonly queue: Pick<Queue, 'findArtifact'>;
  readonly desktop: Pick<Desktop, 'revealPath' | 'startDrag'>;
}

/** Handlers of the calls about the files of finished jobs. */
export function createArtifactHandlers({ queue, desktop }: Parts): HandlersOf<typeof artifactCalls> {
  return {
    'artifact:reveal': async ({ id }) => {
      const artifact = queue.findArtifact(id);
      if (!artifact) throw new AppError('not_found', message('jobs.file-not-in-queue'));
      revealPath(desktop, artifact.exportedPath ?? artifact.path);
      return null;
    },
    'artifact:drag': async ({ ids }) => {
      const artifacts = ids.flatMap((id) => queue.findArtifact(id) ?? []);
      const [first, ...others] = await Promise.all(artifacts.map(listDragFiles));
      if (!first || !desktop.startDrag) throw new AppError('not_found', message('jobs.cannot-drag'));
      desktop.startDrag([...first, ...others.flat()]);
      return null;
    },
  };
}
