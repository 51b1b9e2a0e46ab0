import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withPart } from '../../src-main/folders/export-part.ts';
import { SYSTEM } from '../../src-main/base/system.ts';

// Process entry `TARGET`: works on an unfinished export until it is killed, and says where that is.
await withPart(process.argv[2]!, SYSTEM, async (part) => {
  mkdirSync(path.join(part, 'obj'), { recursive: true });
  writeFileSync(path.join(part, 'obj/chair.obj'), 'v 0 0 0');
  process.send?.(part);
  await new Promise((resolve) => process.once('disconnect', resolve));
});
