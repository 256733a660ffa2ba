import { DefaultReporter, type TestModule, type TestSpecification } from 'vitest/node';

/** Says before each test file how many are done, of how many. On a terminal, Vitest itself does. */
export default class Progress extends DefaultReporter {
  private done = 0;
  private count = 0;

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.count = specifications.length;
    super.onTestRunStart(specifications);
  }

  override onTestModuleEnd(module: TestModule): void {
    this.done += 1;
    if (!process.stdout.isTTY) process.stdout.write(`${this.done} of ${this.count}`);
    super.onTestModuleEnd(module);
  }
}
