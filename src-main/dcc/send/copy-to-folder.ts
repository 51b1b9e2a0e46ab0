import path from 'node:path';
import { exportFile } from '../../folders/export-file.ts';
import { toSafeBaseName } from '../../folders/file-name.ts';

/** Default naming rule: the file's own name. */
const DEFAULT_NAMING_RULE = '{file}';

/**
 * Copies a file into a folder by a naming rule with `{name}`, `{format}`, `{date}` and `{file}`, with slashes between
 * folders. Never overwrites a file; a file with the same name and content is reused, if it is accepted. Returns the path of
 * the copy.
 */
export function copyToFolder(
  folder: string,
  file: string,
  sha256: string,
  rule = DEFAULT_NAMING_RULE,
  accepts: (target: string) => Promise<boolean> = () => Promise.resolve(true),
): Promise<string> {
  const extension = path.extname(file).slice(1);
  const name = path.basename(file, path.extname(file));
  const values = new Map([
    ['name', name],
    ['file', name],
    ['format', extension.toLowerCase()],
    ['date', new Date().toISOString().slice(0, 10)],
  ]);
  const parts = rule
    .split('/')
    .filter((part) => part !== '')
    .map((part) => {
      const filled = part.replace(/\{(\w+)\}/g, (text, key: string) => values.get(key) ?? text);
      // The added extension protects a name that seems to end in one.
      return toSafeBaseName(`${filled.replaceAll(/[\\/]/g, '_')}.part`);
    });
  const into = path.join(path.resolve(folder), ...parts.slice(0, -1));
  return exportFile(into, { path: file, sha256, baseName: parts.at(-1) ?? name, extension, accepts });
}
