/** Lazily loaded parts of the page: the queue is drawn sooner without them. In the order of their preloading. */
export const LAZY_VIEWS = {
  welcome: () => import('../features/onboarding/WelcomeView.svelte'),
  viewer: () => import('../features/viewer/ViewerPane.svelte'),
  inspector: () => import('../features/inspector/Inspector.svelte'),
  dialogs: () => import('./OpenDialog.svelte'),
  sheet: () => import('../features/create/components/DropSheet.svelte'),
  gallery: () => import('../features/gallery/GalleryView.svelte'),
  folders: () => import('../features/folders/FoldersView.svelte'),
  recipes: () => import('../features/recipes/RecipesView.svelte'),
  account: () => import('../features/account/AccountView.svelte'),
  operations: () => import('../features/operations/OperationsView.svelte'),
  settings: () => import('../features/settings/SettingsView.svelte'),
};

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
  const left = Object.values(LAZY_VIEWS);
  let stop: () => void = () => undefined;
  const next = (): void => {
    const load = left.shift();
    if (!load) return;
    stop = whenIdle(() => {
      load().then(next, next);
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
