import { AppError } from '../../src-shared/base/errors.ts';
import { MAX_DATA_LINK_LENGTH, linkTitle } from '../../src-shared/sources/links.ts';

/** Decodes a `data:` link (RFC 2397). Throws `link_wrong` if it is invalid or too long. */
export function parseDataLink(link: string): Buffer {
  const invalid = (detail: string): AppError => new AppError('link_wrong', detail, { subject: linkTitle(link) });
  if (link.length > MAX_DATA_LINK_LENGTH)
    throw invalid('It contains too much data for a link. Save the image and drop the file instead.');
  const [, type, data = ''] = /^data:([^,]*),([\s\S]*)$/i.exec(link) ?? [];
  const text = decodePercent(data);
  if (type === undefined || text === null) throw invalid('It is not a valid address.');
  if (!/;\s*base64\s*$/i.test(type)) return Buffer.from(text, 'latin1');
  if (!/^[a-z0-9+/_=\s-]*$/i.test(text)) throw invalid('It is not a valid address.');
  return Buffer.from(text, 'base64');
}

/** Decodes percent-encoding to one character per byte; null if it is invalid. */
function decodePercent(text: string): string | null {
  if (/%(?![0-9a-f]{2})/i.test(text)) return null;
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
