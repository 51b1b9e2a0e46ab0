import type { FastifyInstance } from 'fastify';

/** Records all routes added to `app` from now on; returns the methods that are defined for a path. */
export function trackAllowedMethods(app: FastifyInstance): (url: string) => string[] {
  const routes: { readonly method: string; readonly segments: readonly string[] }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) routes.push({ method: name, segments: url.split('/') });
  });
  return (url) => {
    const segments = (url.split('?')[0] ?? '').split('/');
    const fits = (pattern: readonly string[]) =>
      pattern.length === segments.length && pattern.every((part, i) => part.startsWith(':') || part === segments[i]);
    return routes.filter((route) => fits(route.segments)).map((route) => route.method);
  };
}
