import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../src-shared/base/errors.ts';
import { describeFolder } from '../folders/describe-folder.ts';

/** Folders that a hot folder may have nothing to do with. */
export interface OtherFolders {
  /** Where its results go, and the export folder. */
  readonly outputs: readonly string[];
  /** The other hot folders. */
  readonly inputs: readonly string[];
  /** The app's own home. */
  readonly home: string;
}

/**
 * Throws `folder_feeds_itself` with the reason when a folder cannot be a hot folder beside the others: where one would
 * put things into the other, jobs would make jobs without end. Links are followed, so that none hides it.
 */
export async function checkLocation(folder: string, { outputs, inputs, home }: OtherFolders): Promise<void> {
  if (!path.isAbsolute(folder)) {
    throw new AppError('config_invalid', 'Give the whole path of a folder.', { subject: 'The hot folder' });
  }
  const here = await toReal(folder);
  const refuse = (detail: string): never => {
    throw new AppError('folder_feeds_itself', detail, { subject: describeFolder(folder) });
  };
  if (here === path.parse(here).root) refuse('It is the whole disk.');
  for (const output of outputs) {
    const there = await toReal(output);
    if (here === there) refuse('Results go there as well, so it would feed itself.');
    if (isInside(there, here)) refuse(`Results go to ${describeFolder(output)} inside it, so it would feed itself.`);
    if (isInside(here, there))
      refuse(`It lies in ${describeFolder(output)}, where results go, so it would feed itself.`);
  }
  for (const input of inputs) {
    const there = await toReal(input);
    if (here === there) refuse('It is a hot folder already.');
    if (isInside(there, here) || isInside(here, there)) {
      refuse(`It and the hot folder ${describeFolder(input)} lie in one another, so files would be taken twice.`);
    }
  }
  const own = await toReal(home);
  if (here === own || isInside(own, here) || isInside(here, own)) refuse('Dropforge keeps its own files there.');
}

/** Whether a path lies below a folder. */
export function isInside(inner: string, folder: string): boolean {
  const between = path.relative(folder, inner);
  return between !== '' && !between.startsWith(`..${path.sep}`) && between !== '..' && !path.isAbsolute(between);
}

/** The path without links, as far as it is there. */
async function toReal(folder: string): Promise<string> {
  const whole = path.resolve(folder);
  try {
    return await realpath(whole);
  } catch {
    const parent = path.dirname(whole);
    return parent === whole ? whole : path.join(await toReal(parent), path.basename(whole));
  }
}
