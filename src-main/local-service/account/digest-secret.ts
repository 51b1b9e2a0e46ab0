import { createHash } from 'node:crypto';

/** The SHA-256 digest of a key or token: what is stored of it, and compared in constant time, because all are equally long. */
export function digestSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
