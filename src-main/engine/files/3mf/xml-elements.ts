import { engineMessage } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../base/errors/model-error.ts';
import { checkDepth, damagedModel } from '../import/import-limits.ts';

/** Attributes of an element by local name; entities are resolved. */
export type XmlAttributes = ReadonlyMap<string, string>;

/** Callbacks for a document's elements; names are local, without their namespace prefix. */
export interface XmlHandlers {
  open(name: string, attributes: XmlAttributes): void;
  close(name: string): void;
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

/**
 * Calls the handlers for the elements of an XML document (XML 1.0 without document types, which could expand without
 * bounds); text between them is ignored. Throws `ModelError` at the first thing that is not well-formed.
 */
export function forEachElement(xml: string, handlers: XmlHandlers): void {
  const open: string[] = [];
  let hasRoot = false;
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const skipped = SKIPPED.find(([start]) => xml.startsWith(start, at));
    if (skipped) {
      const end = xml.indexOf(skipped[1], at + skipped[0].length);
      if (end < 0) throw broken();
      at = end + skipped[1].length;
      continue;
    }
    if (xml.startsWith('<!', at)) {
      throw new ModelError('unsupported', engineMessage('model-file.xml-entities'));
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(xml);
    if (!tag || (open.length === 0 && hasRoot)) throw broken();
    hasRoot = true;
    at = TAG.lastIndex;
    const [, isClosing, fullName, attributes, isEmpty] = tag as unknown as [string, string, string, string, string];
    const name = localName(fullName);
    if (isClosing) {
      if (open.pop() !== fullName) throw broken();
      handlers.close(name);
      continue;
    }
    handlers.open(name, parseAttributes(attributes));
    if (isEmpty) {
      handlers.close(name);
    } else {
      open.push(fullName);
      checkDepth(open.length);
    }
  }
  if (!hasRoot || open.length > 0) throw broken();
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
