import type { Component } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';

/** Lazily loaded parts of the page: the queue is drawn sooner without them. In the order of their preloading. */
const LAZY_VIEWS = {
  viewer: () => import('../features/viewer/ViewerPane.svelte'),
  inspector: () => import('../features/inspector/Inspector.svelte'),
  dialogs: () => import('./OpenDialog.svelte'),
  sheet: () => import('../features/create/components/DropSheet.svelte'),
  codeDialog: () => import('./frame/CodeDialog.svelte'),
  fieldHelp: () => import('../features/help/FieldHelp.svelte'),
  gallery: () => import('../features/gallery/GalleryView.svelte'),
  folders: () => import('../features/folders/FoldersView.svelte'),
  recipes: () => import('../features/recipes/RecipesView.svelte'),
  account: () => import('../features/account/AccountView.svelte'),
  operations: () => import('../features/operations/OperationsView.svelte'),
  settings: () => import('../features/settings/SettingsView.svelte'),
  welcome: () => import('../features/onboarding/WelcomeView.svelte'),
  firstProject: () => import('../features/onboarding/FirstProject.svelte'),
} satisfies Record<string, () => Promise<{ default: Component }>>;

type LazyView = keyof typeof LAZY_VIEWS;

/** What is loaded. A loaded part is drawn at once, so that the next key already reaches it. */
const loaded = new SvelteMap<LazyView, Component>();

/** Returns a part of the page; null until it is loaded. Reactive in templates; one that failed is requested again. */
export function lazyView(name: LazyView): Component | null {
  const view = loaded.get(name);
  if (!view) loadView(name).catch(() => undefined);
  return view ?? null;
}

async function loadView(name: LazyView): Promise<void> {
  const { default: view } = await LAZY_VIEWS[name]();
  loaded.set(name, view);
}

/** Maximum wait for an idle moment. */
const LONGEST_WAIT_MS = 3_000;
/** Wait in browsers without idle callbacks. */
const USUAL_WAIT_MS = 300;

/**
 * Preloads the lazy views one after another while the page is idle, so that a shortcut opens a view immediately and the
 * next key already reaches it. Returns a function that stops. A view that failed to load is requested again when it is
 * opened.
 */
export function loadViewsWhenIdle(): () => void {
  const left = Object.keys(LAZY_VIEWS) as LazyView[];
  let stop: () => void = () => undefined;
  const next = (): void => {
    const name = left.shift();
    if (!name) return;
    stop = whenIdle(() => {
      loadView(name).then(next, next);
    });
  };
  next();
  return () => {
    left.length = 0;
    stop();
  };
}

function whenIdle(run: () => void): () => void {
  // Not available in Safari.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, USUAL_WAIT_MS);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = requestIdleCallback(run, { timeout: LONGEST_WAIT_MS });
  return () => {
    cancelIdleCallback(handle);
  };
}
