import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openFileReader } from '../../src-main/readers/open-file-reader.ts';

// Reads one file with a home, as the app does, in a reader that loops for ever (`endless-reader-process.ts`).
const [home = '', image = ''] = process.argv.slice(2);
process.env['NODE_OPTIONS'] =
  `--import ${pathToFileURL(path.join(import.meta.dirname, 'endless-reader-process.ts')).href}`;
await openFileReader(home).read('inspect-source', {
  kind: 'picture',
  path: image,
  thumbnailPath: null,
  subject: 'image',
});
