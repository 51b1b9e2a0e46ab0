import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { LibraryUsage } from '../../../src-shared/ipc/calls/library-calls.ts';
import { ask } from '../../app/bridge/bridge.ts';
import { formatBytes } from '../../app/language/format.ts';
import { callOrNotify, notices } from '../../app/notices.svelte.ts';
import { TEXTS } from '../../app/language/texts.ts';

/** How much of the disk the library takes, and what of it can go. */
class Library {
  /** Null until it was measured. */
  usage = $state.raw<LibraryUsage | null>(null);
  /** Why it could not be measured. */
  error = $state.raw<ErrorInfo | null>(null);
  /** Whether files are looked at and removed now. */
  busy = $state(false);

  /** Looks at the library as it is now. */
  async measure(): Promise<void> {
    const reply = await ask('library:usage', null);
    this.usage = reply.ok ? reply.value : null;
    this.error = reply.ok ? null : reply.error;
  }

  /** Removes what the output folder has as well, of jobs of these recipes, and images, and says what it came to. */
  async clean(recipes: readonly string[], pictures: boolean): Promise<void> {
    this.busy = true;
    const cleaned = await callOrNotify('library:clean', { recipes: [...recipes], pictures });
    this.busy = false;
    if (!cleaned) return;
    const T = TEXTS.gallery.cleanUp;
    notices.toast(
      cleaned.kept === 0
        ? T.done(cleaned.files, formatBytes(cleaned.bytes))
        : T.doneBut(cleaned.files, formatBytes(cleaned.bytes), cleaned.kept),
    );
    await this.measure();
  }
}

/** The page's view of the library. */
export const library = new Library();
