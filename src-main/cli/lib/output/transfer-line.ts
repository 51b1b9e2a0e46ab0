import { formatMegabytes } from './license-text.ts';

/** The progress of a download on the terminal. */
export interface TransferLine {
  /** Shows the bytes so far. */
  show(bytes: number): void;
  /** Removes the line. */
  end(): void;
}

/** Draws one line on a terminal (stderr); elsewhere nothing. A line is drawn again after each hundredth. */
export function showTransfer(name: string, total: number): TransferLine {
  const { stderr } = process;
  let drawn = -1;
  return {
    show: (bytes) => {
      const percent = Math.floor((100 * bytes) / total);
      if (!stderr.isTTY || percent === drawn) return;
      drawn = percent;
      stderr.write(`\r\u001b[KDownloading ${name}: ${percent} % of ${formatMegabytes(total)}`);
    },
    end: () => {
      if (drawn >= 0) stderr.write('\r\u001b[K');
    },
  };
}
