import { toSafeBaseName } from '../folders/file-name.ts';

/**
 * What a file is called that came from an address, without an ending and safe on every system: the name its server gave it
 * (RFC 6266, 4.3: `filename*` before `filename`), else the last part of the path, else the host.
 */
export function toLinkFileName(url: URL, disposition: string | null): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  const named = readDisposition(disposition ?? '') ?? decoded(last) ?? '';
  return toSafeBaseName(named.trim() === '' ? url.hostname.replaceAll('.', '_') : named);
}

function readDisposition(field: string): string | null {
  const extended = /(?:^|;)\s*filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(field)?.[1];
  const read = extended === undefined ? null : decoded(extended);
  if (read !== null) return read;
  const [, quoted, plain] = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]+))/i.exec(field) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? plain ?? null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
