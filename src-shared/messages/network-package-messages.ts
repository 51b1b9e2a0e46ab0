/** Messages about networks that Dropforge installs, in English; ICU templates by their ids. */
export const NETWORK_PACKAGE_MESSAGES = {
  'network-package.about-u2netp': 'Small and fast. For single objects; weak on people and on very busy backgrounds.',
  'network-package.about-isnet': 'Accurate, also on people. Needs 1.5 GB of memory.',
  'network-package.other-size':
    'It is not the package {name}: it has {actual, number} bytes instead of {expected, number}.',
  'network-package.other-content': 'It is not the package {name}: its checksum differs.',
  'network-package.other-model': 'The network in the package is not the expected one: its checksum differs.',
  'network-package.not-unpacked': 'The package cannot be unpacked.',
  'network-package.too-large': 'The package is larger than {max, number} bytes when unpacked.',
  'network-package.missing': 'The package does not contain {file}.',
  'network-package.redirect': 'The server redirects to another address.',
  'network-package.busy': 'Another network is being installed.',
  'network-package.no-runtime':
    'This Dropforge does not contain ONNX Runtime, which runs networks. Use Dropforge in a clone of the project, where “npm ci” installs it.',
  'network-package.not-known': 'The network “{id}” does not exist. Available: {ids}.',
  'network-package.not-installed': 'It is not installed.',
  'subject.package': 'The package',
  'subject.network-file': 'The ONNX file',
  'subject.registry': 'The registry in npm_config_registry',
} as const;
