import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMAND_SECTIONS } from './command-sections.ts';
import { commandLineMarkdown } from './lib/command/reference-markdown.ts';

// Run as `node src-main/cli/write-docs.ts`, from anywhere.
const file = path.resolve(import.meta.dirname, '../../docs/cli.md');
await writeFile(file, commandLineMarkdown(COMMAND_SECTIONS));
