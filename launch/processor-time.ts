import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in these, on every machine that Node runs on. */
const TICKS_A_SECOND = 100;
const LOOK_EVERY_MS = 1_000;

type Process = { key: string; pid: number; parent: number; ticks: number };

/**
 * Counts the processor seconds of this process and all its descendants. Where the system does not tell them, there are
 * none.
 *
 * When a process ends, the system adds its time to the parent that waits for it. A process whose parent ended first, as
 * Chromium's are, takes its time with it: then the sum falls, and what it was before stays counted.
 */
export function countProcessorSeconds() {
  let family = new Set<string>();
  let before = 0;
  let counted = 0;
  const look = () => {
    const processes = familyAmong(allProcesses(), family);
    const ticks = processes.reduce((sum, process) => sum + process.ticks, 0);
    counted += Math.max(0, ticks - before);
    before = ticks;
    family = new Set(processes.map(({ key }) => key));
  };
  look();
  const watch = setInterval(look, LOOK_EVERY_MS);
  watch.unref();
  return {
    seconds: (): number | undefined => {
      look();
      return family.size > 0 ? counted / TICKS_A_SECOND : undefined;
    },
    stop: () => clearInterval(watch),
  };
}

/** This process, its descendants, and those that were its descendants before their parent ended. */
function familyAmong(processes: Process[], known: Set<string>): Process[] {
  const found = processes.filter(({ key, pid }) => pid === process.pid || known.has(key));
  const pids = new Set(found.map(({ pid }) => pid));
  // The list grows while the loop runs over it.
  for (const { pid } of found) {
    for (const child of processes.filter(({ parent }) => parent === pid)) {
      if (!pids.has(child.pid)) found.push(child);
      pids.add(child.pid);
    }
  }
  return found;
}

function allProcesses(): Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)) ?? []);
  } catch {
    return [];
  }
}

/** With the time of its children that have ended. */
function readProcess(pid: number): Process | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // A program's name stands in brackets and may have anything in it.
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    // Another process may get the same number later, and begins at another time.
    return { key: `${pid} since ${fields[19]}`, pid, parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}
