/** What only a computer with the runtime, a signing key or the system itself can show, with the command for each. */
export const REMAINING_STEPS: readonly (readonly [what: string, command: string])[] = [
  ['The window in the real Electron', 'npm run e2e (after node node_modules/electron/install.js)'],
  ['Electron starts the archive', 'node node_modules/electron/install.js && npm run release:check'],
  ['Installers around the real runtime', 'npx electron-builder (on each system, for each architecture)'],
  ['The fuses of the real executable', 'npm run release:check -- --built release'],
  [
    'Signed and notarized app for macOS',
    'CSC_LINK=… APPLE_API_KEY=… APPLE_API_KEY_ID=… APPLE_API_ISSUER=… npx electron-builder --mac',
  ],
  ['Gatekeeper accepts it', 'spctl --assess --type execute --verbose release/mac*/Dropforge.app'],
  ['Signed installer for Windows', 'WIN_CSC_LINK=… WIN_CSC_KEY_PASSWORD=… npx electron-builder --win'],
  ['Windows accepts the signature', 'signtool verify /pa /all release\\dropforge-*-setup.exe'],
  ['A changed archive does not start (macOS, Windows)', 'change one byte of resources/app.asar, then start the app'],
  ['The installer puts the command line on the Path of Windows', 'dropforge --version (in a new terminal)'],
  ['AppImage that starts', 'npx electron-builder --linux AppImage'],
  ['Flatpak', 'flatpak-builder --user --install --force-clean build assets/linux/invalid.dropforge.app.yml'],
  ['Provenance of a published file', 'gh attestation verify FILE --repo OWNER/REPOSITORY'],
];
