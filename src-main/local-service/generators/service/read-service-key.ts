import type { GeneratorConfigOf } from '../../../../src-shared/api/generators/generator-config.ts';
import { readLinkedFile } from '../../../base/files/small-file.ts';
import { StartupError } from '../../../base/startup-error.ts';

const MAX_KEY_BYTES = 4_096;

/** The API key of a service: from its file, or from a variable of the environment. Throws a StartupError. */
export async function readServiceKey(
  { name, keyFile, keyVariable }: Pick<GeneratorConfigOf<'service'>, 'name' | 'keyFile' | 'keyVariable'>,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  if (keyFile !== undefined) {
    const { text } = await readLinkedFile(keyFile, MAX_KEY_BYTES).catch((error: unknown) => {
      throw new StartupError(`The key file of the generator "${name}" cannot be read: ${(error as Error).message}.`);
    });
    const key = text?.trim() ?? '';
    if (key !== '') return key;
    throw new StartupError(`The key file of the generator "${name}" contains no key: ${keyFile}.`);
  }
  if (keyVariable === undefined) {
    throw new StartupError(`The generator "${name}" needs a key. Set keyFile or keyVariable.`);
  }
  const key = environment[keyVariable]?.trim() ?? '';
  if (key !== '') return key;
  throw new StartupError(`The generator "${name}" needs a key: the environment variable ${keyVariable} is empty.`);
}
