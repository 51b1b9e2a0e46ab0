import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { checkDepth, damagedModel } from '../import/import-limits.ts';
import { skipSpaces } from '../text/ascii.ts';
import { joinPieces } from '../text/join-pieces.ts';
import type { ModelFile } from '../zip/model-file.ts';

const TAG_START = 0x3c;
const TAG_END = 0x3e;

/** Attributes of an element by local name; entities are resolved. */
export type XmlAttributes = ReadonlyMap<string, string>;

/** Callbacks for a document's elements; names are local, without their namespace prefix. */
export interface XmlHandlers {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
  /**
   * Handles a frequent element at once: returns the position after the element that begins at `at`, which must be empty;
   * −1 if it has to be read like the others.
   */
  shortcut?(bytes: Uint8Array, at: number): number;
}

const TAG = /<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /\s+([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gy;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
/** Constructs that are skipped as a whole: their start and end. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
] as const;

/** Maximum length of a tag or comment in a document that is read in pieces. */
const MAX_PART_LENGTH = 2 ** 20;
/** Length of the longest start of a construct that is skipped. */
const LONGEST_START = 9;

/** Calls the handlers for the elements of an XML file, like `createXmlReader`, piece by piece. */
export async function forEachElementOf(file: ModelFile, handlers: XmlHandlers): Promise<void> {
  const reader = createXmlReader(handlers);
  const decoder = new TextDecoder();
  for await (const piece of joinPieces(file.pieces(), [TAG_END])) {
    /** Where the text begins that was not read yet. */
    let start = 0;
    for (let at = piece.indexOf(TAG_START); at >= 0; at = piece.indexOf(TAG_START, at)) {
      if (skipSpaces(piece, start, at) === at) start = at;
      const end = start === at && reader.isInside() ? (handlers.shortcut?.(piece, at) ?? -1) : -1;
      if (end >= 0) {
        at = start = end;
        continue;
      }
      at = piece.indexOf(TAG_END, at) + 1;
      if (at === 0) break;
      reader.read(decoder.decode(piece.subarray(start, at), { stream: true }), false);
      start = at;
    }
    if (start < piece.length) reader.read(decoder.decode(piece.subarray(start), { stream: true }), false);
  }
  reader.read(decoder.decode(), true);
}

/**
 * Creates a reader of an XML document (XML 1.0 without document types, which could expand without bounds) that is given
 * in pieces; text between elements is ignored. Throws `ModelError` at the first thing that is not well-formed.
 */
function createXmlReader(handlers: XmlHandlers) {
  const open: string[] = [];
  let hasRoot = false;
  let kept = '';
  /** Length from which on what is kept is read again: it doubles, so that the time is linear. */
  let next = 0;

  const readTag = (tag: RegExpExecArray): void => {
    if (open.length === 0 && hasRoot) throw broken();
    hasRoot = true;
    const [, isClosing, fullName, attributes, isEmpty] = tag as unknown as [string, string, string, string, string];
    const name = localName(fullName);
    if (isClosing) {
      if (open.pop() !== fullName) throw broken();
      handlers.close(name);
      return;
    }
    handlers.open(name, parseAttributes(attributes));
    if (isEmpty) {
      handlers.close(name);
    } else {
      open.push(fullName);
      checkDepth(open.length);
    }
  };

  /** Returns the position after what begins with the `<` at `at`; −1 if its end is missing. */
  const readPart = (xml: string, at: number, isLast: boolean): number => {
    if (!isLast && xml.length - at < LONGEST_START) return -1;
    const skipped = SKIPPED.find(([start]) => xml.startsWith(start, at));
    if (skipped) {
      const end = xml.indexOf(skipped[1], at + skipped[0].length);
      return end < 0 ? -1 : end + skipped[1].length;
    }
    if (xml.startsWith('<!', at)) {
      throw new ModelError('unsupported', engineMessage('model-file.xml-entities'));
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(xml);
    if (!tag) return -1;
    const end = TAG.lastIndex;
    readTag(tag);
    return end;
  };

  return {
    /** True if an element is open and nothing is kept that is not complete. */
    isInside: (): boolean => open.length > 0 && kept === '',
    read(piece: string, isLast: boolean): void {
      const xml = kept + piece;
      kept = xml;
      if (xml.length < next && !isLast) return;
      let at = xml.indexOf('<');
      while (at >= 0) {
        const end = readPart(xml, at, isLast);
        if (end < 0) break;
        at = xml.indexOf('<', end);
      }
      kept = at < 0 ? '' : xml.slice(at);
      next = kept.length * 2;
      if (isLast ? kept !== '' || !hasRoot || open.length > 0 : kept.length > MAX_PART_LENGTH) throw broken();
    },
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function parseAttributes(text: string): XmlAttributes {
  const attributes = new Map<string, string>();
  for (const [, name, double, single] of text.matchAll(ATTRIBUTE)) {
    const value = double ?? single ?? '';
    attributes.set(localName(name!), value.includes('&') ? resolveEntities(value) : value);
  }
  return attributes;
}

function resolveEntities(value: string): string {
  return value.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return NAMED[entity] ?? whole;
    const code = entity[1]!.toLowerCase() === 'x' ? parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

function broken(): ModelError {
  return damagedModel('model-damage.xml');
}
