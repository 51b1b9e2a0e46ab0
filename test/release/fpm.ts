#!/usr/bin/env node
// Stands in for fpm, which electron-builder downloads: it builds the same .deb and .rpm with the tools of the system.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  // An option that electron-builder did not use before fails here, and does not get lost.
  strict: true,
  options: {
    force: { type: 'boolean' },
    source: { ...text, short: 's' },
    target: { ...text, short: 't' },
    depends: { ...text, short: 'd', multiple: true },
    'deb-recommends': { ...text, multiple: true },
    ...{ 'deb-compression': text, 'deb-priority': text },
    ...{ 'rpm-os': text, 'rpm-compression': text, 'rpm-summary': text },
    ...{ architecture: text, 'after-install': text, 'after-remove': text, description: text, version: text },
    ...{ package: text, name: text, maintainer: text, vendor: text, url: text, category: text, license: text },
  },
});

const get = (name: keyof typeof values): string => String(values[name] ?? '');
/** How rpm names the architectures of Debian. */
const RPM_ARCHITECTURES: Readonly<Record<string, string>> = { amd64: 'x86_64', arm64: 'aarch64' };

const stage = mkdtempSync(path.join(tmpdir(), 'fpm-'));
const tree = path.join(stage, 'tree');
try {
  for (const mapping of positionals) place(mapping);
  writeChangelog();
  if (values.target === 'deb') buildDeb();
  else if (values.target === 'rpm') buildRpm();
  else throw new Error(`No package of the kind ${values.target}.`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}

/** Copies `from=to`; a folder with a slash at its end is copied without itself. */
function place(mapping: string): void {
  const at = mapping.indexOf('=');
  const from = mapping.slice(0, at);
  const target = path.join(tree, mapping.slice(at + 1));
  mkdirSync(path.dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true });
  const mode = statSync(target).mode & 0o111 ? 0o755 : 0o644;
  chmodSync(target, mode);
}

/** As fpm, which writes one entry; the policy of Debian wants the file. */
function writeChangelog(): void {
  if (values.target !== 'deb') return;
  const entry = `${get('name')} (${get('version')}) unstable; urgency=low\n\n  * Package created.\n\n -- ${get('maintainer')}  ${new Date().toUTCString().replace('GMT', '+0000')}\n`;
  const file = path.join(tree, 'usr/share/doc', get('name'), 'changelog.gz');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, gzipSync(entry, { level: 9 }));
}

function listFiles(): string[] {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(tree, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

function buildDeb(): void {
  const files = listFiles();
  const sizes = files.map((file) => statSync(path.join(tree, file)).size);
  const control = path.join(tree, 'DEBIAN');
  mkdirSync(control);
  const fields = [
    ['Package', get('name')],
    ['Version', get('version')],
    ['License', get('license')],
    ['Vendor', get('vendor')],
    ['Architecture', get('architecture')],
    ['Maintainer', get('maintainer')],
    ['Installed-Size', String(Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1024))],
    ['Depends', (values.depends ?? []).join(', ')],
    ['Recommends', (values['deb-recommends'] ?? []).join(', ')],
    ['Section', get('category')],
    ['Priority', get('deb-priority')],
    ['Homepage', get('url')],
    ['Description', get('description')],
  ].filter(([, value]) => value !== '');
  writeFileSync(path.join(control, 'control'), `${fields.map(([key, value]) => `${key}: ${value}`).join('\n')}\n`);
  const sums = files.map(
    (file) =>
      `${createHash('md5')
        .update(readFileSync(path.join(tree, file)))
        .digest('hex')}  ${file}\n`,
  );
  writeFileSync(path.join(control, 'md5sums'), sums.join(''));
  for (const [option, name] of [
    ['after-install', 'postinst'],
    ['after-remove', 'postrm'],
  ] as const) {
    if (values[option] === undefined) continue;
    cpSync(get(option), path.join(control, name));
    chmodSync(path.join(control, name), 0o755);
  }
  execFileSync('chmod', ['-R', 'go-w', tree]);
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', tree, get('package')], {
    stdio: 'inherit',
  });
}

function buildRpm(): void {
  const script = (option: 'after-install' | 'after-remove'): string =>
    readFileSync(get(option), 'utf8').replace(/^#!.*\n/, '');
  const spec = `Name: ${get('name')}
Version: ${get('version')}
Release: 1
Summary: ${get('rpm-summary')}
License: ${get('license')}
Group: ${get('category')}
Vendor: ${get('vendor')}
URL: ${get('url')}
Packager: ${get('maintainer')}
AutoReqProv: no
${(values.depends ?? []).map((name) => `Requires: ${name}`).join('\n')}

%description
${get('description')}

%post
${script('after-install')}
%postun
${script('after-remove')}
%files
%defattr(-,root,root,-)
"/opt/Dropforge"
${listFiles()
  .filter((file) => !file.startsWith('opt/'))
  .map((file) => `"/${file}"`)
  .join('\n')}

%changelog
`;
  const architecture = RPM_ARCHITECTURES[get('architecture')] ?? get('architecture');
  const file = path.join(stage, 'package.spec');
  writeFileSync(file, spec);
  const defines = [
    `_topdir ${stage}/rpm`,
    `buildroot ${tree}`,
    '_binary_payload w1.xzdio',
    '__strip /bin/true',
    'debug_package %{nil}',
    '_build_id_links none',
    '__brp_mangle_shebangs %{nil}',
    `_rpmdir ${stage}/out`,
  ].flatMap((define) => ['--define', define]);
  execFileSync('rpmbuild', ['-bb', '--quiet', '--noclean', '--target', architecture, ...defines, file], {
    stdio: 'inherit',
  });
  const [built = ''] = readdirSync(path.join(stage, 'out'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.rpm'),
  );
  cpSync(path.join(stage, 'out', built), get('package'));
}
