// Electron's command line, as far as Playwright and people use it: [switches] <app folder> [arguments].
import { boot } from './boot.mjs';

await boot(process.argv.slice(2).find((word) => !word.startsWith('-')) ?? '.');
