import { mount } from 'svelte';
import App from './app/App.svelte';
import { applyLanguage } from './app/language/follow-language.svelte.ts';
import { keepChoiceKeys } from './ui/keep-choice-keys.ts';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/controls.css';
import './ui/styles/select.css';
import './ui/styles/surfaces.css';

keepChoiceKeys();

const target = document.getElementById('app');
if (!target) throw new Error('The page lacks its #app element.');
// Until main tells the setting, the page speaks as the system does.
await applyLanguage('system');
mount(App, { target });
