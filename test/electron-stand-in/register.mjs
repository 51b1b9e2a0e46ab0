// Resolves the bare specifier `electron`, imported or required, to the stand-in. Preloaded with `node --import`.
import { registerHooks } from 'node:module';
import './archive.mjs';

const standIn = new URL('./electron.mjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(\/main|\/common)?$/.test(specifier) ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
