import { relative } from 'node:path';
import type { FullResult, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { ROOT } from './tool.ts';

/** A line for each test that ended, with how many are done, of how many; and why, where it failed. */
export default class Progress implements Reporter {
  private done = 0;
  private count = 0;

  onBegin(_config: unknown, suite: Suite): void {
    this.count = suite.allTests().length;
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const isTriedAgain = result.status !== test.expectedStatus && result.retry < test.retries;
    if (!isTriedAgain) this.done += 1;
    const mark = result.status === test.expectedStatus ? '✓' : isTriedAgain ? '~' : '✗';
    const where = `${relative(ROOT, test.location.file)}:${test.location.line}`;
    const title = test.titlePath().slice(3).join(' › ');
    const seconds = (result.duration / 1000).toFixed(1);
    console.log(`${this.done} of ${this.count} ${mark} ${where} › ${title} (${seconds} s)`);
    for (const error of result.errors) this.onError(error);
  }

  onError({ message, stack, snippet }: TestError): void {
    console.log([stack ?? message, snippet].filter(Boolean).join('\n'));
  }

  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onStdErr(chunk: string | Buffer): void {
    process.stderr.write(chunk);
  }

  async onEnd({ status }: FullResult): Promise<void> {
    if (status !== 'passed') console.log(`The browser tests ended: ${status}.`);
  }
}
