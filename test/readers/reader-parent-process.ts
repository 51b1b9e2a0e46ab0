import { openFileReader } from '../../src-main/readers/open-file-reader.ts';

// Reads one model with a home, as the app does, until somebody kills it.
const [home = '', model = ''] = process.argv.slice(2);
await openFileReader(home).read('inspect-source', {
  kind: 'model',
  path: model,
  thumbnailPath: null,
  subject: 'model',
});
