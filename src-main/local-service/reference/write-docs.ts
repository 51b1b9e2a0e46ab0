import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { referenceMarkdown } from './reference-markdown.ts';

// Run as `node src-main/local-service/reference/write-docs.ts`, from anywhere.
const file = path.resolve(import.meta.dirname, '../../../docs/api.md');
await mkdir(path.dirname(file), { recursive: true });
await writeFile(file, referenceMarkdown());
