import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/** Files of Swagger UI that the page at `/docs` loads, by file name, with their type. */
export const SWAGGER_UI_FILES = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const;

/** A file of the renderer. */
export type SwaggerUiFile = keyof typeof SWAGGER_UI_FILES;

/** A build copies the files beside this module, because the package is not included; sources use the package. */
export async function readSwaggerUiFile(name: SwaggerUiFile): Promise<Buffer> {
  const built = path.join(import.meta.dirname, 'swagger-ui', name);
  return readFile(existsSync(built) ? built : findInPackage(name));
}

/** Fastify's edition of Swagger UI: the same files as the original, without installation tracking. */
function findInPackage(name: SwaggerUiFile): string {
  return createRequire(import.meta.url).resolve(`@fastify/swagger-ui/static/${name}`);
}
