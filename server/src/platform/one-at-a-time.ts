const lines = new Map<string, Promise<unknown>>();

/** Runs the work of one name one after another on this node; work of different names runs side by side. */
export function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const result = (lines.get(name) ?? Promise.resolve()).then(work, work);
  lines.set(name, result);
  const leaveLine = () => {
    if (lines.get(name) === result) lines.delete(name);
  };
  result.then(leaveLine, leaveLine);
  return result;
}
