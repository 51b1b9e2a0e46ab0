import { createPublicKey, type KeyObject } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SIGNATURE_SUFFIX, signFeed } from './release-signature.ts';

/** Variable with the private key; an argument would be visible to other users. */
export const KEY_VARIABLE = 'DROPFORGE_RELEASE_KEY';

/** Where the public key of a release is. */
const KEY_FILE = 'src-main/updates/release-key.ts';

/** A sentence that says why a private key cannot sign releases of a build with a public key; null if it can. */
export function findKeyProblem(privateKey: string | undefined, releaseKey: string | null): string | null {
  if (releaseKey === null)
    return `${KEY_FILE} has no public key. Run “npm run sign-release -- --new-key”, put the public key there, and store the private key as the secret RELEASE_KEY of the environment “release”.`;
  if (!privateKey)
    return `${KEY_VARIABLE} is not set. Store the private key as the secret RELEASE_KEY of the environment “release”.`;
  const publicKey = toPublicKey(privateKey);
  if (publicKey === null) return `${KEY_VARIABLE} is not a private key in PEM.`;
  const isSame = publicKey.export({ type: 'spki', format: 'pem' }).toString().trim() === releaseKey.trim();
  return isSame ? null : `${KEY_VARIABLE} does not belong to the public key in ${KEY_FILE}.`;
}

/** Signs every feed (`latest*.yml`) of a folder; returns their names. */
export function signFeeds(folder: string, privateKey: string): string[] {
  const feeds = readdirSync(folder).filter((name) => /^latest[\w-]*\.yml$/.test(name));
  for (const name of feeds) {
    const file = path.join(folder, name);
    writeFileSync(file + SIGNATURE_SUFFIX, `${signFeed(name, readFileSync(file), privateKey)}\n`);
  }
  return feeds;
}

function toPublicKey(privateKey: string): KeyObject | null {
  try {
    return createPublicKey(privateKey);
  } catch {
    return null;
  }
}
