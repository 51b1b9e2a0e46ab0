import { toSafeBaseName } from '../folders/file-name.ts';

/**
 * File name of a download, without extension and safe on every system: the name in the Content-Disposition header (RFC
 * 6266, section 4.3: `filename*` before `filename`), else the last part of the path, else the host.
 */
export function toLinkFileName(url: URL, disposition: string | null): string {
  const last = url.pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = readDisposition(disposition ?? '') ?? decode(last) ?? '';
  return toSafeBaseName(name.trim() === '' ? url.hostname.replaceAll('.', '_') : name);
}

function readDisposition(field: string): string | null {
  const [, extended = ''] = /(?:^|;)\s*filename\*\s*=\s*([^;\s]+)/i.exec(field) ?? [];
  const [, encoded] = /^(?:utf-8|iso-8859-1)'[^']*'(.+)$/i.exec(extended) ?? [];
  const read = encoded === undefined ? null : decode(encoded);
  if (read !== null) return read;
  const [, quoted, plain] = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]+))/i.exec(field) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? plain ?? null;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
