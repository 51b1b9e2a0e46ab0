import { mount } from 'svelte';
import App from './App.svelte';
import { speak } from './state/follow-language.svelte.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/surfaces.css';

const target = document.getElementById('app');
if (!target) throw new Error('The page lacks its #app element.');
// Until main tells the setting, the page speaks as the system does.
speak('system');
mount(App, { target });
