import { mount } from 'svelte';
import { measureFrames } from './measure-frames.ts';
import PlainList from './PlainList.svelte';
import { PlainRow } from './plain-row.svelte.ts';

/** `?rows=500`; 10,000 unless told. */
const count = Number(new URLSearchParams(location.search).get('rows') ?? 10_000);
const rows = Array.from({ length: count }, (_, n) => new PlainRow(`lantern_${n}`));
const { list } = mount(PlainList, { target: document.body, props: { rows } }) as { list(): HTMLElement };
let next = 0;

window.measureList = (isPatched) =>
  measureFrames(list(), (count) => {
    if (!isPatched) return;
    const top = list().scrollTop;
    for (let n = 0; n < count; n++) {
      // Half of them in sight, as in the app's own list.
      const inSight = Math.min(Math.floor(top / 40) + (next % 20), rows.length - 1);
      const row = rows[next % 2 === 0 ? inSight : (next * 7_919) % rows.length];
      if (row) row.progress = next % 100;
      next++;
    }
  });
