import { expect, it } from 'vitest';
import { attachmentProblem } from './attachment.ts';

const MB = 1024 * 1024;

it.each([
  ['a.png', 'image/png', 10 * MB, null],
  ['a.JPG', 'image/jpeg', 1, null],
  ['a.gif', 'image/gif', 1, null],
  ['a.mp4', 'video/mp4', 20 * MB, null],
  ['a.mov', 'video/quicktime', 1, null],
  ['a.mov', '', 1, null],
  ['a.png', 'image/png', 10 * MB + 1, { kind: 'SIZE', maxMb: 10 }],
  ['a.mp4', 'video/mp4', 20 * MB + 1, { kind: 'SIZE', maxMb: 20 }],
  ['noextension', 'image/png', 1, { kind: 'TYPE' }],
  ['.png', 'image/png', 1, { kind: 'TYPE' }],
  ['a.svg', 'image/svg+xml', 1, { kind: 'TYPE' }],
  ['a.pdf', 'application/pdf', 1, { kind: 'TYPE' }],
  ['a.png.exe', 'application/x-msdownload', 1, { kind: 'TYPE' }],
  ['a.webm', '', 1, { kind: 'TYPE' }],
])('a file %s of type %j and %i bytes is judged by the rules', (name, type, size, problem) => {
  expect(attachmentProblem({ name, type, size })).toEqual(problem);
});
