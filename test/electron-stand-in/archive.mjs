// Lets this process read the archive of the app, if it has one: `app.asar` is a folder to it, as in Electron.
import { archive } from './archive-file.mjs';
import { patchFs } from './archive-fs.mjs';
import { registerArchive } from './archive-modules.mjs';

if (archive !== null) {
  patchFs();
  registerArchive();
}
