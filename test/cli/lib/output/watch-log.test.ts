import { expect, onTestFinished, test, vi } from 'vitest';
import { createWatchLog } from '../../../../src-main/cli/lib/output/watch-log.ts';
import { exportAsset } from '../../../bridges/export-asset.ts';
import { answerAsset, beat } from '../../../dcc/receipts/delivery-folder.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';

const TARGET = 'blender@studio-7';

test('the messages of a delivery are sentences in JSON, too', async () => {
  const folder = makeTempFolder();
  const { id } = exportAsset(folder, 'Chair', [{ path: 'chair.glb', data: 'glb', dimensions: [1, 2, 3], textures: 1 }]);
  beat(folder, TARGET);
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  const quiet = () => () => undefined;
  const queue = { onChange: quiet } as unknown as Parameters<typeof createWatchLog>[0]['queue'];
  const hotFolders = { onEvent: quiet } as unknown as Parameters<typeof createWatchLog>[0]['hotFolders'];
  const log = createWatchLog({ queue, hotFolders }, [folder], true);
  onTestFinished(() => {
    log.close();
    write.mockRestore();
  });
  // What is there at the first look is not reported.
  let seconds = 0;
  const answer = (): number => {
    answerAsset(folder, id, TARGET, {
      seconds: ++seconds,
      warnings: ['Odd.'],
      textures: { linked: 0, missing: ['wood.png'] },
    });
    return lines.length;
  };
  await expect.poll(answer, { interval: 300 }).toBeGreaterThan(0);
  const { event, delivery, text } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  expect(event).toBe('imported');
  const sentence = expect.stringMatching(/“wood\.png”/) as string;
  expect(delivery).toMatchObject({ warnings: ['Odd.'], contradictions: [sentence] });
  expect(text).toEqual(sentence);
});
