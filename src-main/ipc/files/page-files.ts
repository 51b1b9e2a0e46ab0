import { realpath, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { mediaTypeOf } from '../../../src-shared/formats/media-types.ts';

/**
 * What the page may load and run: own files only. `wasm-unsafe-eval` compiles WebAssembly, it does not allow eval.
 * `blob:` stands for bytes the page already holds: images fetched with the loopback token, and the textures inside
 * a GLB, which three.js loads through object URLs; nothing can leave the page through it.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self' blob:",
  "img-src 'self' blob:",
  "style-src 'self'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers that go with every file of the page, over `app://` and over loopback alike. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};

/** Extensions of files that the build of the page holds; nothing else is served. */
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

/** Longer paths are never ours: the build's own names stay below 100 characters. */
const MAX_PATHNAME = 1024;

/** One part of a path as the build writes it: no leading or trailing dot, nothing a file system reads specially. */
const SEGMENT = /^[\w@-](?:[\w@.+-]{0,118}[\w@+-])?$/;

/** A file of the page. */
export interface PageFile {
  /** Absolute, with every link resolved. */
  readonly path: string;
  readonly mime: string;
}

/**
 * The file of the built page that a URL's pathname (still percent-encoded) names; `/` is index.html. Null for anything
 * else: a missing file, a folder, an unknown kind, and every spelling that leads out of `root`, by links too.
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
