import { element } from './dom.js';

const COPIED_MS = 1500;

/** A button that copies what `source` shows. */
export function copyButton(source) {
  const button = element('button', { type: 'button', className: 'button', textContent: 'Copy' });
  button.setAttribute('aria-label', `Copy ${source.textContent}`);
  button.addEventListener('click', async () => {
    const copied = await copy(source);
    button.textContent = copied ? 'Copied' : 'Selected';
    button.classList.toggle('done', copied);
    setTimeout(() => {
      button.textContent = 'Copy';
      button.classList.remove('done');
    }, COPIED_MS);
  });
  return button;
}

/** Browsers give no clipboard to a page on a plain-http network address; there the text is selected instead. */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    return true;
  } catch {
    getSelection()?.selectAllChildren(source);
    return false;
  }
}
