import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../../src-shared/errors.ts';
import { FORMATS, parseFormats, type Format } from '../../src-shared/formats.ts';
import { removeLeftovers } from '../folders/export-folder.ts';
import { takeSources } from '../folders/take-sources.ts';
import { resolveHome } from '../settings/home.ts';
import { finish } from './finish.ts';
import { openHeadlessApp } from './open-app.ts';
import { toRefusalReport } from './report.ts';

/** `dropforge make`: every file becomes a job, all committed before anything starts; then runs them to their end. */
export async function make(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      format: { type: 'string' },
      out: { type: 'string' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0)
    throw new AppError('config_invalid', 'Name at least one file or folder.', { subject: 'make' });
  const home = resolveHome(values.home, process.env);
  const outFolder = values.out === undefined ? null : path.resolve(values.out);
  const app = await openHeadlessApp(home);
  const formats = values.format === undefined ? app.settings.get().formats : readFormats(values.format);

  const taken = [];
  for (const given of positionals) taken.push({ given, ...(await takeSources([{ path: given }])) });
  const sources = taken.flatMap((each) => each.sources);
  const { service } = app.settings.get();
  const records = app.queue.add(sources, { formats, serviceKind: service, free: service === 'local', outFolder });
  if (outFolder) await removeLeftovers(outFolder);
  const ids = records.map(({ id }) => id);
  const refused = taken.flatMap(({ given, refused: errors }) =>
    errors.map((error) => toRefusalReport(path.resolve(given), error)),
  );
  return finish(app, ids, refused, values.json);
}

function readFormats(list: string): readonly Format[] {
  const { formats, unknown } = parseFormats(list);
  if (unknown.length > 0 || formats.length === 0) {
    const detail = `“${unknown.join(', ')}” is no format; there are ${FORMATS.join(', ')}.`;
    throw new AppError('config_invalid', detail, { subject: '--format' });
  }
  return formats;
}
