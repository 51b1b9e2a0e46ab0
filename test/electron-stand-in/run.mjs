// Electron's command line, as far as Playwright and people use it: [switches] <app folder> [arguments].
import { boot } from './boot.mjs';

// As in Electron, the command line holds no script.
process.argv.splice(1, 1);
await boot(process.argv.slice(1).find((word) => !word.startsWith('-')) ?? '.');
