/** The local day of a moment as `YYYY-MM-DD`; days in this form sort as text. */
export function toLocalDay(epochMs: number): string {
  const at = new Date(epochMs);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Milliseconds from a moment until the next local day begins; summer time makes some days 23 or 25 hours long. */
export function msUntilNextDay(epochMs: number): number {
  const at = new Date(epochMs);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1).getTime() - epochMs;
}
