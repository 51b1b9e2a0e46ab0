import { createPublicKey, sign, verify, type KeyLike } from 'node:crypto';

/** Suffix of the signature beside a feed: `latest-linux.yml.sig`. */
export const SIGNATURE_SUFFIX = '.sig';

/** An Ed25519 signature as base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

/** Signs a feed; the file name is signed with it, so that the feed of one platform cannot be passed off as another one's. */
export function signFeed(fileName: string, feed: Uint8Array, privateKey: KeyLike): string {
  return sign(null, signedBytes(fileName, feed), privateKey).toString('base64');
}

/** True if a signature of a feed was made with the private half of a public key; false for any malformed input. */
export function isFeedSigned(fileName: string, feed: Uint8Array, signature: string, publicKey: string): boolean {
  const text = signature.trim();
  if (!SIGNATURE.test(text)) return false;
  const key = createPublicKey(publicKey);
  // Another kind of key would choose another algorithm.
  if (key.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, signedBytes(fileName, feed), key, Buffer.from(text, 'base64'));
}

function signedBytes(fileName: string, feed: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`dropforge release\n${fileName}\n`), feed]);
}
