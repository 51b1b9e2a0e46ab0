// Modules in the archive, by the rules of Node. A package that the archive lacks is not found, wherever the archive lies.
import { isBuiltin, registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { archive } from './archive-file.mjs';

const EXTENSIONS = ['', '.js', '.json', '.node'];

/** Loads modules from the archive. */
export function registerArchive() {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (isBuiltin(specifier) || /^(?:electron(?:\/|$)|data:)/.test(specifier)) return next(specifier, context);
      const parent = context.parentURL?.startsWith('file:') ? archive.locate(fileURLToPath(context.parentURL)) : null;
      const file = resolveModule(specifier, parent, context.conditions);
      if (file === undefined) return next(specifier, context);
      if (file === null) throw notFound(specifier, context);
      const url = pathToFileURL(path.join(archive.file, file)).href;
      return { url, format: formatOf(file), shortCircuit: true };
    },
    load: (url, context, next) => {
      const inner = url.startsWith('file:') ? archive.locate(fileURLToPath(url)) : null;
      if (inner === null || inner.endsWith('.node')) return next(url, context);
      return { format: formatOf(inner), source: archive.read(inner).toString(), shortCircuit: true };
    },
  });
}

function notFound(specifier, { parentURL, conditions }) {
  const error = new Error(`Cannot find '${specifier}' in the archive, imported from ${parentURL}`);
  return Object.assign(error, { code: conditions.includes('require') ? 'MODULE_NOT_FOUND' : 'ERR_MODULE_NOT_FOUND' });
}

/** The path of a module inside the archive; null if it is missing there, undefined if it belongs elsewhere. */
function resolveModule(specifier, parent, conditions) {
  const isPath =
    /^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..' || specifier.startsWith('file:');
  if (isPath) {
    const from = parent === null ? '/' : path.join(archive.file, path.dirname(parent));
    const at = specifier.startsWith('file:') ? fileURLToPath(specifier) : path.resolve(from, specifier);
    const inner = archive.locate(at);
    if (inner === null) return undefined;
    return conditions.includes('require') ? findFile(inner) : archive.isFile(inner) ? inner : null;
  }
  if (parent === null) return undefined;
  return specifier.startsWith('#')
    ? resolveImport(specifier, parent, conditions)
    : resolvePackage(specifier, parent, conditions);
}

/** A file, or the main file of a folder. */
function findFile(inner) {
  const file = EXTENSIONS.map((extension) => inner + extension).find(archive.isFile);
  if (file !== undefined) return file;
  if (!archive.isFolder(inner)) return null;
  const { main } = readManifest(inner) ?? {};
  const found = main === undefined ? null : findFile(path.join(inner, main));
  return found ?? EXTENSIONS.map((extension) => path.join(inner, `index${extension}`)).find(archive.isFile) ?? null;
}

function resolvePackage(specifier, parent, conditions) {
  const [, name, rest] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(specifier);
  for (const folder of foldersAbove(parent)) {
    const own = readManifest(folder);
    if (own?.name === name && own.exports !== undefined) return resolveInPackage(folder, `.${rest}`, conditions);
    const at = path.join(folder, 'node_modules', name);
    if (archive.isFolder(at)) return resolveInPackage(at, `.${rest}`, conditions);
  }
  return null;
}

function resolveInPackage(folder, subpath, conditions) {
  const { exports, main = 'index.js' } = readManifest(folder) ?? {};
  if (exports != null) {
    const isTable = typeof exports === 'object' && Object.keys(exports).some((key) => key.startsWith('.'));
    return toFile(folder, pickEntry(isTable ? exports : { '.': exports }, subpath, conditions));
  }
  return subpath === '.'
    ? (findFile(path.join(folder, main)) ?? findFile(folder))
    : findFile(path.join(folder, subpath));
}

function resolveImport(specifier, parent, conditions) {
  const folder = foldersAbove(parent).find((each) => readManifest(each) !== null);
  const target = pickEntry(readManifest(folder)?.imports ?? {}, specifier, conditions);
  return target?.startsWith('./') === false ? resolvePackage(target, parent, conditions) : toFile(folder, target);
}

function toFile(folder, target) {
  const file = target == null ? '' : path.join(folder, target);
  return archive.isFile(file) ? file : null;
}

/** The target of a subpath in a table of `exports` or `imports`, with the longest pattern that fits. */
function pickEntry(table, subpath, conditions) {
  if (Object.hasOwn(table, subpath)) return pickTarget(table[subpath], '', conditions);
  const fits = Object.keys(table).flatMap((key) => {
    const [start, end] = key.split('*');
    const isFit =
      end !== undefined && subpath.startsWith(start) && subpath.endsWith(end) && subpath.length >= key.length;
    return isFit ? [{ key, start, match: subpath.slice(start.length, subpath.length - end.length) }] : [];
  });
  const best = fits.toSorted((one, other) => other.start.length - one.start.length)[0];
  return best === undefined ? undefined : pickTarget(table[best.key], best.match, conditions);
}

function pickTarget(target, match, conditions) {
  if (typeof target === 'string') return target.replaceAll('*', () => match);
  if (Array.isArray(target))
    return target.map((each) => pickTarget(each, match, conditions)).find((each) => each != null);
  for (const [condition, each] of Object.entries(target ?? {})) {
    if (condition !== 'default' && !conditions.includes(condition)) continue;
    const picked = pickTarget(each, match, conditions);
    if (picked !== undefined) return picked;
  }
  return target === null ? null : undefined;
}

/** The folders that contain a file, from the inside out; '' is the archive. */
function foldersAbove(inner) {
  const parts = path.dirname(inner).split(path.sep);
  const folders = parts.map((_, index) => parts.slice(0, parts.length - index).join(path.sep));
  return [...folders.filter((folder) => folder !== '.'), ''];
}

const manifests = new Map();

function readManifest(folder) {
  if (!manifests.has(folder)) {
    const file = path.join(folder, 'package.json');
    manifests.set(folder, archive.isFile(file) ? JSON.parse(archive.read(file).toString()) : null);
  }
  return manifests.get(folder);
}

function formatOf(inner) {
  const extension = path.extname(inner);
  if (extension === '.mjs') return 'module';
  if (extension === '.cjs') return 'commonjs';
  if (extension === '.json') return 'json';
  if (extension === '.node') return undefined;
  const folder = foldersAbove(inner).find((each) => readManifest(each) !== null);
  return readManifest(folder ?? '')?.type === 'module' ? 'module' : 'commonjs';
}
