import { mount } from 'svelte';
import App from './App.svelte';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/surfaces.css';

const target = document.getElementById('app');
if (!target) throw new Error('The page lacks its #app element.');
mount(App, { target });
