import type { Disk } from '../base/files/disk.ts';
import type { FileReader, ReadName, ReadRequest, ReadResponse } from './file-reader.ts';
import { READ_FUNCTIONS } from './read-functions.ts';

type ReadFunction = (request: ReadRequest, disk: Disk) => Promise<ReadResponse>;

/** All of them, loaded before the first read, whose steps are then the same every time. */
const FUNCTIONS = Object.fromEntries(
  await Promise.all(Object.entries(READ_FUNCTIONS).map(async ([name, load]) => [name, await load()] as const)),
) as unknown as Readonly<Record<ReadName, ReadFunction>>;

/** A reader in this process, for tests on a simulated disk: it does not survive a hostile file. */
export function createDirectReader(disk: Disk): FileReader {
  return {
    read: (name, request) => FUNCTIONS[name](request, disk) as Promise<ReadResponse<typeof name>>,
    close: () => Promise.resolve(),
  };
}
