import { closeSync, openSync } from 'node:fs';
import { createDeliveryReader } from '../../../src-main/dcc/receipts/delivery-reader.ts';
import { createDirectoryCache } from '../../../src-main/dcc/receipts/directory-cache.ts';
import { createStateFileReader } from '../../../src-main/dcc/receipts/state-file-reader.ts';
import { receipt } from '../../../src-shared/delivery/receipt.ts';
import { systemClock } from '../../../src-main/base/clock.ts';

// Process entry: reads the receipts of a folder while it has no file descriptor left, then one, then enough.
const [folder = '', name = ''] = process.argv.slice(2);

let now = 0;
const clock = { ...systemClock, elapsed: () => now };
const list = createDirectoryCache(clock);
const files = createStateFileReader(folder, { total: 0 });
const listReceipts = () => list.list(`${folder}/.dropforge/receipts`);
const read = async () => ({
  names: (await listReceipts()).entries.map((entry) => entry.name),
  asset: (await files.read(`.dropforge/receipts/${name}`, receipt))?.value.asset ?? null,
});

const delivery = createDeliveryReader(folder, clock);
const taken: number[] = [];
for (;;) {
  try {
    taken.push(openSync(process.execPath, 'r'));
  } catch {
    break;
  }
}
const busy = [await read()];
// The folder has not changed for longer than a tick of any file system.
now = 10_000;
busy.push(await read());
closeSync(taken.pop() ?? -1);
// Files are read in parallel, so that one descriptor is enough for the folder but not for all of them.
const countReceipts = async () => (await delivery.read()).receipts.length;
const few = [await countReceipts()];
now = 20_000;
few.push(await countReceipts());
for (const descriptor of taken) closeSync(descriptor);
const free = await read();
const all = await countReceipts();
process.stdout.write(JSON.stringify({ busy, few, free, all }));
