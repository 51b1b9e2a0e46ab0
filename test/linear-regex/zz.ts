import { checkRegex } from './check-regex.ts';
import { findRegexes } from './find-regexes.ts';
const { literals } = findRegexes(); const seen = new Set(); let n = 0;
for (const r of literals) { const k = `/${r.source}/${r.flags}`; if (seen.has(k)) continue; seen.add(k); const t = performance.now(); checkRegex(r); const d = performance.now() - t; n++; if (d > 300) console.log(n, Math.round(d), r.file, k.slice(0, 150)); }
console.log('all', n);
