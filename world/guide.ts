import { readFile } from 'node:fs/promises';

/** What a person types behind `npm run operator --`. */
export type Typing = { person: string; words: string[] };

/** docs/filling-a-service.md as people type it: the commands of each section, and the files that it shows. */
export async function readGuide() {
  const text = await readFile(new URL('../docs/filling-a-service.md', import.meta.url), 'utf8');
  const sections = text.split(/^## /m).slice(1);
  const files = [...text.matchAll(/^`([\w.]+\.json)`.*?^```json\n(.*?)^```/gms)];
  return {
    sections: sections.map((section) => ({ title: section.split('\n')[0] ?? '', typings: typingsOf(section) })),
    files: new Map(files.map(([, name = '', content = '']) => [name, content])),
    /** The names in the table at its end: `edit` behind `campaign make` is `campaign edit`. */
    named: [...text.matchAll(/^\| (?!what).*$/gm)].flatMap(([row]) => row.split('|').flatMap(commandsIn)),
  };
}

function typingsOf(section: string): Typing[] {
  const lines = [...section.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block.replaceAll(/\\\n\s*/g, '').split('\n'),
  );
  let person = '';
  return lines.flatMap((line) => {
    person = /^# (\w+)$/.exec(line)?.[1] ?? person;
    const [, typed] = /^npm run operator -- (.*)$/.exec(line) ?? [];
    return typed === undefined ? [] : [{ person, words: shellWords(typed) }];
  });
}

function shellWords(typed: string): string[] {
  return (typed.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((word) => word.replaceAll('"', ''));
}

function commandsIn(cell: string): string[] {
  let group = '';
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
    if (!name.includes(' ')) return `${group} ${name}`;
    [group = ''] = name.split(' ');
    return name;
  });
}
