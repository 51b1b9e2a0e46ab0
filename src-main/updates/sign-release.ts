import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SIGNATURE_SUFFIX, signFeed } from './release-signature.ts';
import { RELEASE_KEY } from './release-key.ts';

// `npm run sign-release -- FOLDER`: signs every feed (latest*.yml) of a release with the private key in
// DROPFORGE_RELEASE_KEY (PEM), whose public half must be the one in release-key.ts. `--new-key` prints a new pair.

/** Variable with the private key; an argument would be visible to other users. */
const VARIABLE = 'DROPFORGE_RELEASE_KEY';

function printNewKey(): void {
  const pair = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  process.stdout.write(`Public key, for src-main/updates/release-key.ts:\n${pair.publicKey}\n`);
  process.stdout.write(`Private key, for ${VARIABLE}. Keep it secret:\n${pair.privateKey}`);
}

/** Signs the feeds of a folder; returns an error message, or null. */
function signFolder(folder: string, privateKey: string | undefined): string | null {
  if (!privateKey) return `${VARIABLE} is not set.`;
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString();
  if (publicKey.trim() !== RELEASE_KEY?.trim())
    return `${VARIABLE} does not belong to src-main/updates/release-key.ts.`;
  const feeds = readdirSync(folder).filter((name) => /^latest[\w-]*\.yml$/.test(name));
  if (feeds.length === 0) return `${folder} contains no latest*.yml.`;
  for (const name of feeds) {
    const file = path.join(folder, name);
    writeFileSync(file + SIGNATURE_SUFFIX, `${signFeed(name, readFileSync(file), privateKey)}\n`);
    process.stdout.write(`Signed ${file}.\n`);
  }
  return null;
}

const [argument = '.'] = process.argv.slice(2);
if (argument === '--new-key') printNewKey();
else {
  const failure = signFolder(argument, process.env[VARIABLE]);
  if (failure !== null) {
    process.stderr.write(`${failure}\n`);
    process.exitCode = 1;
  }
}
