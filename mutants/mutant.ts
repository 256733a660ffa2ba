/**
 * A mistake that a tired engineer could make: it compiles, looks harmless and costs members or operators money or peace.
 * The only error of the compiler that it may leave is a name without use, which the engineer would have removed too.
 */
export type Mutant = {
  /** What it does wrong, in a few words. */
  name: string;
  file: string;
  /** Stands in the file exactly once. Short and distinctive, so that renaming beside it leaves it alone. */
  from: string;
  to: string;
  /** What happens to members if nobody notices. */
  why: string;
  /** The fewest test files, or folders of them, that should notice it. */
  noticedBy: string[];
  /**
   * A part of the name of the test that should notice it, as it is written in its file: only such tests are run. For
   * files that take long.
   */
  test?: string;
};
