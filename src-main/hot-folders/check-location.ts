import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../src-shared/base/errors.ts';
import { isInside } from '../base/files/is-inside.ts';
import { describeFolder } from '../folders/describe-folder.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';

/** Folders that must not overlap with a hot folder. */
export interface OtherFolders {
  /** Its output folder, and the default output folder. */
  readonly outputs: readonly string[];
  /** The other hot folders. */
  readonly inputs: readonly string[];
  /** The app's home folder. */
  readonly home: string;
}

/**
 * Throws `folder_feeds_itself` with the reason when a folder cannot be a hot folder: if one folder
 * writes into the other, jobs would create jobs without end. Symbolic links are resolved first.
 */
export async function checkLocation(folder: string, { outputs, inputs, home }: OtherFolders): Promise<void> {
  if (!path.isAbsolute(folder)) {
    throw new AppError('config_invalid', message('folder.whole-path'), { subject: message('subject.hot-folder') });
  }
  const here = await toReal(folder);
  const refuse = (detail: MessageOrText): never => {
    throw new AppError('folder_feeds_itself', detail, { subject: describeFolder(folder) });
  };
  if (here === path.parse(here).root) refuse(message('folder.whole-disk'));
  for (const output of outputs) {
    const there = await toReal(output);
    if (here === there) refuse(message('folder.results-same'));
    if (isInside(there, here)) refuse(message('folder.results-inside', { folder: describeFolder(output) }));
    if (isInside(here, there)) refuse(message('folder.inside-results', { folder: describeFolder(output) }));
  }
  for (const input of inputs) {
    const there = await toReal(input);
    if (here === there) refuse(message('folder.already-hot'));
    if (isInside(there, here) || isInside(here, there)) {
      refuse(message('folder.overlaps', { folder: describeFolder(input) }));
    }
  }
  const own = await toReal(home);
  if (here === own || isInside(own, here) || isInside(here, own)) refuse(message('folder.own-files'));
}

/** The path without symbolic links, as far as it exists. */
async function toReal(folder: string): Promise<string> {
  const whole = path.resolve(folder);
  try {
    return await realpath(whole);
  } catch {
    const parent = path.dirname(whole);
    return parent === whole ? whole : path.join(await toReal(parent), path.basename(whole));
  }
}
