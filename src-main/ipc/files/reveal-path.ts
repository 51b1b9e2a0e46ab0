import { AppError } from '../../../src-shared/base/errors.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { Desktop } from '../../app-deps.ts';

/** Shows a file or folder in the system's file manager; throws `not_found` where there is none, as in a browser. */
export function revealPath(desktop: Pick<Desktop, 'revealPath'>, target: string): void {
  if (!desktop.revealPath) throw new AppError('not_found', message('folder.cannot-open', { folder: target }));
  desktop.revealPath(target);
}
