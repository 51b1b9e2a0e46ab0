import { unzipSync } from 'three/addons/libs/fflate.module.js';
import { checkCounts } from './check-showable.ts';

/** An object of a 3MF: how often it refers to each other one. */
type References = ReadonlyMap<string, readonly string[]>;

const TAG = /<(?:\w+:)?(object|component|item)\s([^<>]*)>/g;
const ID = /(?:^|\s)id\s*=\s*["']([^"']*)["']/;
const OBJECT_ID = /(?:^|\s)objectid\s*=\s*["']([^"']*)["']/;
const BUILD = '';

/**
 * Throws `ModelLoadError` for a 3MF (core specification 1.3) whose build items expand to more objects than the page can show:
 * objects of objects are copied, so that a few lines can be billions of them.
 */
export function checkThreeMfCounts(bytes: ArrayBuffer): void {
  const files = unzipSync(new Uint8Array(bytes), { filter: ({ name }) => name.toLowerCase().endsWith('.model') });
  const decoder = new TextDecoder();
  const references = readReferences(Object.values(files).map((file) => decoder.decode(file)));
  checkCounts(count(BUILD, references, new Map()), 0);
}

function readReferences(parts: readonly string[]): References {
  const references = new Map<string, string[]>([[BUILD, []]]);
  for (const part of parts) {
    let object = BUILD;
    for (const [, name, attributes = ''] of part.matchAll(TAG)) {
      if (name === 'object') {
        object = `object ${ID.exec(attributes)?.[1] ?? ''}`;
        if (!references.has(object)) references.set(object, []);
        continue;
      }
      const to = `object ${OBJECT_ID.exec(attributes)?.[1] ?? ''}`;
      references.get(name === 'item' ? BUILD : object)!.push(to);
    }
  }
  return references;
}

/** Counts the objects that one expands to; infinite for one that contains itself. */
function count(object: string, references: References, known: Map<string, number>): number {
  const found = known.get(object);
  if (found !== undefined) return found;
  known.set(object, Infinity);
  const sum = (references.get(object) ?? []).reduce((total, to) => total + count(to, references, known), 1);
  known.set(object, sum);
  return sum;
}
