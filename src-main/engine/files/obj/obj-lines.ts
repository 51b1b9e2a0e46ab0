import type { MemoryMeter } from '../import/memory-meter.ts';

/** Measured memory of a line that is joined. */
const JOINED_BYTES = 100;

/** Calls `visit` for each statement with its keyword in lower case and the rest. `\` at an end joins lines. */
export function forEachStatement(
  text: string,
  memory: MemoryMeter,
  visit: (keyword: string, rest: string) => void,
): void {
  let joined = '';
  for (let start = 0; start < text.length;) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    let line = text.slice(start, end);
    start = end + 1;
    if (line.endsWith('\r')) line = line.slice(0, -1);
    if (line.endsWith('\\')) {
      memory.charge(JOINED_BYTES);
      joined += `${line.slice(0, -1)} `;
      continue;
    }
    line = (joined + line).trim();
    joined = '';
    if (line === '' || line.startsWith('#')) continue;
    const space = line.search(/\s/);
    if (space < 0) visit(line.toLowerCase(), '');
    else visit(line.slice(0, space).toLowerCase(), line.slice(space + 1).trim());
  }
}
