/** The head of a response: status, and fields by lowercase names. */
export interface ResponseHead {
  readonly status: number;
  readonly fields: ReadonlyMap<string, string>;
}

/** Headers that exclude a plain body of known length. */
const NOT_PLAIN = ['transfer-encoding', 'upgrade', 'trailer'];

/**
 * Parses the head of an HTTP/1.1 response without its empty line (RFC 9112, 4 and 5), strictly; null if it is not a
 * final response with exactly one `Content-Length`, or is ambiguous.
 */
export function parseResponseHead(text: string): ResponseHead | null {
  const [first = '', ...lines] = text.split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([2-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?$/.exec(first)?.[1]);
  if (!status || status === 204 || status === 304) return null;
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e\x80-\xff]*)$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === '' || NOT_PLAIN.includes(key)) return null;
    if (key === 'content-length' && fields.has(key)) return null;
    if (!fields.has(key)) fields.set(key, trimSpaces(value));
  }
  return /^\d{1,15}$/.test(fields.get('content-length') ?? '') ? { status, fields } : null;
}

/**
 * The status of an error response whatever its body, as a head without fields; null for every other response. Errors of
 * storage servers often have no length, and a second request would only receive the same error.
 */
export function parseFailureStatus(text: string): ResponseHead | null {
  const status = Number(/^HTTP\/1\.1 ([45]\d\d)(?: |\r\n|$)/.exec(text)?.[1]);
  return status ? { status, fields: new Map() } : null;
}

/** Removes optional whitespace at the start of a value, and all whitespace at its end. */
function trimSpaces(value: string): string {
  return value.replace(/^[\t ]+/, '').trimEnd();
}
