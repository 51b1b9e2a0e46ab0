import { mount } from 'svelte';
import { measureFrames } from './measure-frames.ts';
import PlainList from './PlainList.svelte';
import { PlainRow } from './plain-row.svelte.ts';

/** `?rows=40`: so many are shown; changes that the app's list gets out of sight reach rows that are not. */
const shown = Number(new URLSearchParams(location.search).get('rows'));
const UNSEEN = 10_000;
const rows = Array.from({ length: shown + UNSEEN }, (_, n) => new PlainRow(`lantern_${n}`));
const { list } = mount(PlainList, { target: document.body, props: { rows: rows.slice(0, shown) } }) as {
  list(): HTMLElement;
};
let next = 0;

window.measureList = ({ isPatched, measuredMs }) =>
  measureFrames(
    list(),
    (count) => {
      if (!isPatched) return;
      const top = list().scrollTop;
      for (let n = 0; n < count; n++) {
        // Half of them in sight, as in the app's own list.
        const inSight = Math.min(Math.floor(top / 40) + (next % 20), shown - 1);
        const row = rows[next % 2 === 0 ? inSight : shown + ((next * 7_919) % UNSEEN)];
        if (row) row.progress = next % 100;
        next++;
      }
    },
    measuredMs,
  );
