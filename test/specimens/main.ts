import '../../src-renderer/ui/styles/tokens.css';
import '../../src-renderer/ui/styles/base.css';
import '../../src-renderer/ui/styles/controls.css';
import '../../src-renderer/ui/styles/select.css';
import '../../src-renderer/ui/styles/surfaces.css';
import '../../src-renderer/ui/styles/forced-colors.css';
import { stillBridge } from './still-bridge.ts';

// The page's state takes its bridge as it is loaded.
Object.assign(window, { dropforge: stillBridge });

const wish = new URLSearchParams(location.search);
const root = document.documentElement;
root.dataset['theme'] = wish.get('theme') ?? 'dark';
if (wish.get('contrast') === 'more') root.dataset['contrast'] = 'more';

const [{ mount }, { applyLanguage }, { default: Specimens }] = await Promise.all([
  import('svelte'),
  import('../../src-renderer/app/language/follow-language.svelte.ts'),
  import('./Specimens.svelte'),
]);
await applyLanguage(wish.get('language') === 'zh' ? 'zh' : 'en');
mount(Specimens, { target: document.getElementById('app') as HTMLElement });
