import { mount } from 'svelte';
import App from './app/App.svelte';
import { applyLanguage } from './app/language/follow-language.svelte.ts';
import { keepNativeKeys } from './ui/keep-native-keys.ts';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/controls.css';
import './ui/styles/form-grid.css';
import './ui/styles/tiles.css';
import './ui/styles/select.css';
import './ui/styles/surfaces.css';
import './ui/styles/page-scroll.css';
import './ui/styles/forced-colors.css';

keepNativeKeys();

/**
 * Starts the page in the language of the system, until main tells the setting. No top-level await: other languages are
 * files that import this one, and would wait for it.
 */
async function start(): Promise<void> {
  const target = document.getElementById('app');
  if (!target) throw new Error('The page lacks its #app element.');
  await applyLanguage('system');
  mount(App, { target });
}

void start();
