import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { message } from '../../src-shared/messages/message.ts';
import { systemDisk } from '../base/files/disk.ts';
import { partPathOf, renameDurably } from '../base/files/durable-file.ts';
import { hasContent, toUpdateError } from './download-release.ts';
import type { UpdateInstaller, VerifiedUpdate } from './update-installer.ts';

const RUNNABLE = 0o755;

/** The replaced version, beside the downloads; started by hand, it brings the old version back. */
const PREVIOUS = 'previous.AppImage';

/**
 * Installs AppImages: the file at `appImage` is replaced in one step, so that at any time one complete version is there.
 * Not electron-updater, which deletes the old version before it moves the new one. `restart` starts the app at a path when this process
 * has ended.
 */
export function createAppImageInstaller(
  appImage: string,
  { quit, restart }: { readonly quit: () => void; readonly restart: (path: string) => void },
): UpdateInstaller {
  return {
    fileKind: 'AppImage',
    quit,
    install: async (update, restarts) => {
      await replaceAppImage(update, appImage);
      if (restarts) restart(appImage);
    },
  };
}

async function replaceAppImage(update: VerifiedUpdate, appImage: string): Promise<void> {
  const part = partPathOf(appImage);
  await systemDisk.remove(part);
  try {
    await systemDisk.copyFile(update.path, part);
    // The copy is checked, because it is what runs.
    if (!(await hasContent(part, update))) throw toUpdateError(message('updates.wrong-content'), false);
    await chmod(part, RUNNABLE);
    await systemDisk.syncFile(part);
    await keepPrevious(appImage, path.join(path.dirname(update.path), PREVIOUS));
    await renameDurably(part, appImage);
  } catch (error) {
    await systemDisk.remove(part);
    throw error;
  }
}

/** A second name costs no space; on another file system it needs a copy. */
async function keepPrevious(file: string, previous: string): Promise<void> {
  await systemDisk.remove(previous);
  await systemDisk.link(file, previous).catch(() => systemDisk.copyFile(file, previous));
}
