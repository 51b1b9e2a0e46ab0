import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listPackage } from '@electron/asar';
import { findUnlisted, readBillOfMaterials } from './bill-of-materials.ts';
import { toChecksums } from './join-parts.ts';
import { findPackagedApps, findPackages } from './packaged-apps.ts';
import { BILL, CHECKSUMS, NOTES } from './release-file-names.ts';
import { cutReleaseNotes } from './release-notes.ts';
import { attempt, failed, ok, verdict, type CheckResult } from './report.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };

/** Writes the bill of materials, the release notes and the checksums into the output folder. */
export async function writeReleaseFiles(output: string): Promise<CheckResult[]> {
  return [
    await attempt('bill of materials', () => writeBill(output)),
    await attempt('release notes', () => writeNotes(output)),
    await attempt('checksums', () => writeChecksums(output)),
  ];
}

function writeBill(output: string): CheckResult {
  const bill = readBillOfMaterials();
  writeFileSync(path.join(output, BILL), `${JSON.stringify(bill, null, 2)}\n`);
  const files = findPackagedApps(output).flatMap(({ resources }) =>
    listPackage(path.join(resources, 'app.asar'), { isPack: false }).map((file) => file.replaceAll('\\', '/')),
  );
  const unlisted = findUnlisted(bill, files).map((name) => `${name} is shipped and not listed.`);
  return verdict(
    'bill of materials',
    unlisted,
    `${BILL}: CycloneDX ${bill.specVersion}, ${bill.components.length} components`,
  );
}

/** A release has its own section; before it, the notes are those of the unreleased changes. */
function writeNotes(output: string): CheckResult {
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  const released = cutReleaseNotes(changelog, version);
  const notes = released ?? cutReleaseNotes(changelog, 'Unreleased');
  if (notes === null) return failed('release notes', `CHANGELOG.md has neither “${version}” nor “Unreleased”.`);
  writeFileSync(path.join(output, NOTES), notes);
  if (process.env['GITHUB_REF_TYPE'] === 'tag' && released === null)
    return failed('release notes', `CHANGELOG.md has no section “${version}”. Rename “Unreleased” before you tag.`);
  return ok(
    'release notes',
    `${NOTES}: ${released === null ? 'unreleased changes' : version}, ${notes.split('\n').length} lines`,
  );
}

function writeChecksums(output: string): CheckResult {
  const names = [...findPackages(output), BILL];
  writeFileSync(path.join(output, CHECKSUMS), toChecksums(output, names));
  return ok('checksums', `${CHECKSUMS}: ${names.length} files`);
}
