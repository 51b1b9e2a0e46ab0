/** Groups the thousands of a decimal number with commas, without rounding: `12345.00` → `12,345.00`. */
export function groupThousands(decimal: string): string {
  const start = decimal.startsWith('-') ? 1 : 0;
  const point = decimal.indexOf('.');
  const end = point < 0 ? decimal.length : point;
  const first = start + ((end - start) % 3 || 3);
  const groups = [decimal.slice(0, first)];
  for (let at = first; at < end; at += 3) groups.push(decimal.slice(at, at + 3));
  return groups.join(',') + decimal.slice(Math.max(first, end));
}
