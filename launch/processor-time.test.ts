import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { countProcessorSeconds } from './processor-time.ts';

const BUSY = 'while (process.cpuUsage().user < 300_000);';

test.runIf(process.platform === 'linux')('the processor seconds of a process that ended are counted', async () => {
  const processor = countProcessorSeconds();
  onTestFinished(processor.stop);
  const before = processor.seconds() ?? 0;
  await once(spawn(process.execPath, ['-e', BUSY]), 'exit');
  expect(processor.seconds()).toBeGreaterThan(before + 0.25);
});

test.runIf(process.platform === 'linux')(
  'the processor seconds of a process are counted when its parent ends first',
  async () => {
    const processor = countProcessorSeconds();
    onTestFinished(processor.stop);
    const before = processor.seconds() ?? 0;
    const orphan = `${BUSY} console.log('busy'); process.stdin.resume();`;
    const leave = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(orphan)}],
      { stdio: ['inherit', 'inherit', 'ignore'] })`;
    const parent = spawn(process.execPath, ['-e', leave], { stdio: ['pipe', 'pipe', 'ignore'] });
    await once(parent.stdout, 'data');
    processor.seconds();
    parent.kill('SIGKILL');
    parent.stdin.end();
    await once(parent.stdout, 'close');
    expect(processor.seconds()).toBeGreaterThan(before + 0.25);
  },
);
