import { button } from './dom.js';

const COPIED_MS = 1500;

/**
 * A button that copies what `source` shows.
 * @param {HTMLElement} source
 */
export function copyButton(source) {
  const made = button(
    'Copy',
    '',
    async () => {
      const copied = await copy(source);
      made.textContent = copied ? 'Copied' : 'Selected';
      made.classList.toggle('done', copied);
      setTimeout(() => {
        made.textContent = 'Copy';
        made.classList.remove('done');
      }, COPIED_MS);
    },
    `Copy ${source.textContent}`,
  );
  return made;
}

/**
 * Browsers give no clipboard to a page on a plain-http network address; there the text is selected instead.
 * @param {HTMLElement} source
 */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
