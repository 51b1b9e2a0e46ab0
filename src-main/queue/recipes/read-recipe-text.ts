import { open } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import { MAX_RECIPE_FILE_BYTES } from '../../../src-shared/recipes/recipe-file.ts';
import { toSourceError } from '../../folders/disk-error.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** The text of a recipe file with its images, at most 23 MB; throws AppError naming the file. */
export async function readRecipeText(filePath: string): Promise<string> {
  const subject = path.basename(filePath);
  const file = await open(filePath, 'r').catch((error: unknown) => {
    throw toSourceError(error, subject);
  });
  try {
    const facts = await file.stat();
    // Reading a device or pipe would never end.
    if (!facts.isFile()) throw new AppError('file_unreadable', message('file.not-a-file'), { subject });
    if (facts.size > MAX_RECIPE_FILE_BYTES) {
      throw new AppError('file_too_large', message('recipe.file-limit'), { subject });
    }
    const { buffer, bytesRead } = await file.read(Buffer.alloc(facts.size), 0, facts.size, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch (error) {
    throw toSourceError(error, subject);
  } finally {
    await file.close();
  }
}
