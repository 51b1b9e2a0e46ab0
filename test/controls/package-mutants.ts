import type { ControlMutant } from './control-mutant.ts';

const DOWNLOAD = 'src-main/network-packages/download-package.ts';
const UNPACK = 'src-main/network-packages/unpack-network.ts';
const INSTALL_TEST = 'test/network-packages/install-network.test.ts';
const CALLS_TEST = 'test/ipc/handlers/network-handlers.test.ts';

/** Controls of the packages that networks come from. */
export const PACKAGE_MUTANTS: readonly ControlMutant[] = [
  {
    ...{
      control: 27,
      name: 'a network is installed without its license',
      test: CALLS_TEST,
      only: 'from an insecure registry',
    },
    ...{
      file: 'src-shared/ipc/calls/network-calls.ts',
      edit: ['acceptsLicense: z.literal(true)', 'acceptsLicense: z.unknown()'],
    },
  },
  {
    ...{ control: 27, name: 'a page installs any file', file: 'src-main/ipc/handlers/network-handlers.ts' },
    ...{ edit: ["if ('typed' in file) await confirmation.confirmFile(found);", ''], test: CALLS_TEST },
    only: 'a file is chosen',
  },
  {
    ...{ control: 27, name: 'packages come over http', file: 'src-main/network-packages/package-address.ts' },
    ...{ edit: ['if (url && isHttpsOrOwn(url)) return url;', 'if (url) return url;'], test: CALLS_TEST },
    only: 'from an insecure registry',
  },
  {
    ...{ control: 27, name: 'packages come from another host', file: DOWNLOAD, test: INSTALL_TEST },
    edit: ['if (isSafe && url.host === first.host) return url;', 'if (isSafe) return url;'],
  },
  {
    ...{ control: 27, name: 'a package may have any length', file: DOWNLOAD, test: INSTALL_TEST },
    edit: ['if (bytes > expected) throw toSizeError(bytes);', ''],
  },
  {
    ...{
      control: 27,
      name: 'the checksum of a package is not checked',
      file: 'src-main/network-packages/check-package.ts',
    },
    ...{ edit: ['=== sha512) return;', "!== '') return;"], test: INSTALL_TEST },
  },
  {
    ...{ control: 27, name: 'a package unpacks to any size', file: UNPACK, test: INSTALL_TEST },
    edit: ['if (bytes <= max) done(null, chunk);', 'if (bytes > 0) done(null, chunk);'],
  },
  {
    ...{ control: 27, name: 'the checksum of a network is not checked', file: UNPACK, test: INSTALL_TEST },
    edit: ['if (sha256 !== network.model.sha256)', "if (sha256 === '')"],
  },
];
