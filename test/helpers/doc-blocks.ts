import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A block of code of a page. */
export interface DocBlock {
  readonly language: string;
  readonly text: string;
}

/** The blocks of code below a heading of a page of docs/, up to the next heading, without their indentation. */
export function readDocBlocks(page: string, heading: string): DocBlock[] {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs', page), 'utf8').replaceAll('\r\n', '\n');
  const [, section] = text.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`docs/${page} has no heading “${heading}”.`);
  const [own = ''] = section.split(/^## /m);
  return [...own.matchAll(/^( *)```(\w+)\n([\s\S]*?)^\1```$/gm)].map(([, indent = '', language = '', code = '']) => ({
    language,
    text: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}
