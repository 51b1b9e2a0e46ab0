import type { Disk } from '../base/files/disk.ts';
import type { FileReader, ReadRequest, ReadResponse } from './file-reader.ts';
import { READ_FUNCTIONS } from './read-functions.ts';

/** A reader in this process, for tests on a simulated disk: it does not survive a hostile file. */
export function createDirectReader(disk: Disk): FileReader {
  return {
    read: (name, request) => {
      const read = READ_FUNCTIONS[name] as (request: ReadRequest, disk: Disk) => Promise<ReadResponse>;
      return read(request, disk) as Promise<ReadResponse<typeof name>>;
    },
    close: () => Promise.resolve(),
  };
}
