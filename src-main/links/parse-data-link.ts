import { AppError } from '../../src-shared/base/errors.ts';
import { MAX_DATA_LINK_LENGTH, linkTitle } from '../../src-shared/sources/links.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';

/** Decodes a `data:` link (RFC 2397). Throws `link_wrong` if it is invalid or too long. */
export function parseDataLink(link: string): Buffer {
  const invalid = (detail: MessageOrText): AppError => new AppError('link_wrong', detail, { subject: linkTitle(link) });
  if (link.length > MAX_DATA_LINK_LENGTH) throw invalid(message('link.data-too-large'));
  const [, type, data = ''] = /^data:([^,]*),([\s\S]*)$/i.exec(link) ?? [];
  const text = decodePercent(data);
  if (type === undefined || text === null) throw invalid(message('link.not-a-link'));
  if (!/;\s*base64\s*$/i.test(type)) return Buffer.from(text, 'latin1');
  if (!/^[a-z0-9+/_=\s-]*$/i.test(text)) throw invalid(message('link.not-a-link'));
  return Buffer.from(text, 'base64');
}

/** Decodes percent-encoding to one character per byte; null if it is invalid. */
function decodePercent(text: string): string | null {
  if (/%(?![0-9a-f]{2})/i.test(text)) return null;
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
