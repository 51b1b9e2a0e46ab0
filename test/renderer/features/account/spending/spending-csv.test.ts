import { describe, expect, it } from 'vitest';
import type { SpendingRow } from '../../../../../src-shared/ipc/views/money-view.ts';
import { toSpendingCsv } from '../../../../../src-renderer/features/account/spending/spending-csv.ts';

const ROW: SpendingRow = {
  at: Date.UTC(2026, 10, 21, 8, 30),
  jobId: 'job-1',
  name: 'lantern.png',
  recipe: 'draft',
  step: 0,
  operation: 'image_to_model',
  taskId: 'aaaa-bbbb',
  serviceKind: 'cloud',
  estimate: '110.00',
  charged: '110.00',
  back: null,
  state: 'charged',
};
const cellsOf = (name: string): string => toSpendingCsv([{ ...ROW, name }]).split('\r\n')[1] ?? '';

describe('the table of orders', () => {
  it('has a head, a line for each order and nothing where nothing is known', () => {
    expect(toSpendingCsv([ROW])).toBe(
      'time,job,recipe,step,operation,service,state,estimate,charged,back,task\r\n' +
        '2026-11-21T08:30:00.000Z,lantern.png,draft,1,image_to_model,cloud,charged,110.00,110.00,,aaaa-bbbb\r\n',
    );
    expect(toSpendingCsv([]).split('\r\n')).toHaveLength(2);
  });

  it('keeps a comma, a quote and a line break inside one cell', () => {
    expect(cellsOf('a,b "c".png')).toContain('"a,b ""c"".png"');
    expect(toSpendingCsv([{ ...ROW, name: 'a\nb' }])).toContain(',"a\nb",');
  });

  it.each(['=HYPERLINK("x")', '+1', '-1', '@cmd', '\t=1', ' =1', '\uFF1D1', '\uFEFF=1'])(
    'gives a table program no formula in %j',
    (name) => {
      expect(cellsOf(name)).toContain(`"'${name.replaceAll('"', '""')}"`);
    },
  );

  it('leaves plain names as they are', () => {
    expect(cellsOf('a=b-c.png')).toContain(',a=b-c.png,');
  });
});
