import { StartupError } from '../../../src-main/base/startup-error.ts';
import { ApiError } from '../../../src-main/local-service/api-error.ts';
import { ServerRefusal } from '../../../src-main/local-service/generators/http/server-errors.ts';

/** An error that is expected, with the texts of the generator in it, is not longer. */
const MAX_TEXT = 1_000;

/** True if something from a generator is read; false if it is refused as the service expects it. Throws other errors. */
export async function accepts(read: () => unknown): Promise<boolean> {
  try {
    await read();
    return true;
  } catch (error) {
    const isExpected =
      error instanceof ServerRefusal ||
      error instanceof StartupError ||
      (error instanceof ApiError && error.message.length <= MAX_TEXT);
    if (!isExpected) throw error;
    return false;
  }
}
