import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { mediaTypeOf } from '../../../src-shared/formats/media-types.ts';

/**
 * Content security policy of the page: its own files only. `wasm-unsafe-eval` compiles WebAssembly; it does not allow eval.
 * `blob:` covers bytes the page already has: images fetched with the loopback token, and the textures of a GLB, which
 * three.js loads through object URLs. It cannot send data out of the page.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self' blob:",
  "img-src 'self' blob:",
  "style-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every file of the page, over `app://` and loopback. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/** File extensions in the built page; nothing else is served. */
const PAGE_EXTENSIONS: ReadonlySet<string> = new Set([
  '.html',
  '.js',
  '.css',
  '.json',
  '.map',
  '.wasm',
  '.svg',
  '.png',
  '.jpg',
  '.webp',
  '.ico',
  '.woff2',
  '.glb',
  '.hdr',
]);

/** Longer paths are rejected; names in the build have fewer than 100 characters. */
const MAX_PATHNAME = 1024;

/** A path segment of the build: no leading or trailing dot, no characters that are special to a file system. */
const SEGMENT = /^[\w@-](?:[\w@.+-]{0,118}[\w@+-])?$/;

/** A file of the page. */
export interface PageFile {
  /** Absolute, with every link resolved. */
  readonly path: string;
  readonly mime: string;
}

/**
 * The file of the built page for a URL's percent-encoded pathname; `/` is index.html. Null for anything else: a missing
 * file, a folder, an unknown extension, or a path that leaves `root`, also through symbolic links.
 */
export async function resolvePageFile(root: string, pathname: string): Promise<PageFile | null> {
  const segments = toSegments(pathname === '/' ? '/index.html' : pathname);
  if (segments === null) return null;
  const name = segments.at(-1) ?? '';
  const mime = PAGE_EXTENSIONS.has(extname(name)) ? mediaTypeOf(name) : undefined;
  if (mime === undefined) return null;
  try {
    const base = await realpath(root);
    const path = await realpath(join(base, ...segments));
    const inside = path.startsWith(base.endsWith(sep) ? base : base + sep);
    return inside && (await stat(path)).isFile() ? { path, mime } : null;
  } catch {
    return null;
  }
}

function toSegments(pathname: string): string[] | null {
  if (pathname.length > MAX_PATHNAME || !pathname.startsWith('/')) return null;
  const segments = decoded(pathname.slice(1))?.split('/') ?? [];
  return segments.length > 0 && segments.every((segment) => SEGMENT.test(segment)) ? segments : null;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
