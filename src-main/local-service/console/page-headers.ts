/** Pages of the service load only its own files, send data nowhere else, and cannot be framed. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every page and its files. */
export const PAGE_HEADERS = { 'content-security-policy': PAGE_POLICY, 'referrer-policy': 'no-referrer' } as const;
