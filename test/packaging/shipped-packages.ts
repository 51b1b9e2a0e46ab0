/** Why each package is in the app; what a package brings comes with it. */
export const SHIPPED_PACKAGES: Readonly<Record<string, string>> = {
  '@fastify/multipart': 'uploads to the local service',
  '@gltf-transform/core': 'reads and writes glTF',
  '@gltf-transform/extensions': 'materials and compression of glTF',
  '@gltf-transform/functions': 'joins, prunes and quantizes glTF',
  '@napi-rs/keyring': 'the keychain, for commands',
  '@techstark/opencv-js': 'outlines of images, in the engine',
  chokidar: 'hot folders',
  commander: 'the command line',
  conf: 'settings of commands',
  draco3dgltf: 'Draco compression',
  'electron-store': 'settings of the window',
  'electron-updater': 'installs updates on Windows and macOS',
  fastify: 'the local service',
  fflate: 'ZIP files: 3MF, USDZ and bundles',
  'intl-messageformat': 'messages of the service',
  meshoptimizer: 'decimation and meshopt compression',
  'modern-tar': 'packages of segmentation networks',
  open: 'opens the page of `serve` in a browser',
  'openid-client': 'sign-in to the console of a studio',
  pg: 'a studio, whose modules the local service loads on demand',
  'pg-boss': 'a studio',
  pino: 'the log of a studio',
  'prom-client': 'metrics of a studio',
  sharp: 'reads and writes images',
  undici: 'HTTP to services',
  ws: 'the page of `serve`',
  yauzl: 'reads ZIP files from outside',
  zod: 'checks everything from outside',
};

/** Packages that are installed but not shipped, because nothing loads them: types, and what brings only types. */
export const LEFT_OUT_PACKAGES: ReadonlySet<string> = new Set([
  'mirada',
  'misc-utils-of-mine-generic',
  'cross-fetch',
  'node-fetch',
  'file-type',
  'buffer',
  'whatwg-url',
  'tr46',
  'webidl-conversions',
  'base64-js',
  'ieee754',
  '@types/ndarray',
]);

/** Largest size of the app without its runtime: 66 MB on Linux in November 2026, of which sharp takes 19 MB. */
export const SIZE_BUDGET_BYTES = 75_000_000;
