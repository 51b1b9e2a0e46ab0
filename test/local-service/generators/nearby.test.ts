import { expect, test } from 'vitest';
import { generationConfig } from '../../../src-shared/api/generators/generator-config.ts';
import { openGenerators } from '../../../src-main/local-service/generators/open-generators.ts';

const open = (url: string) =>
  openGenerators(generationConfig.parse({ generators: [{ name: 'a', kind: 'hunyuan3d', url }] }));

test('servers without authentication are on this computer or in the local network only', async () => {
  for (const url of ['http://127.0.0.1:8081', 'http://localhost:8081', 'http://[::1]:8081']) {
    const [generator] = await open(url);
    expect([url, generator?.host]).toEqual([url, null]);
    await generator?.close();
  }
  const [generator] = await open('http://192.168.1.20:8081/hunyuan');
  expect(generator?.host).toBe('192.168.1.20');
  await generator?.close();
  for (const url of ['http://8.8.8.8:8081', 'https://[2606:4700::1]']) {
    await expect(open(url)).rejects.toThrow(
      'generation.generators.0.url: must be an address of this computer or of the local network',
    );
  }
});
