/** Whether the text is now in the clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard over plain HTTP, or the browser refused.
    return copyBySelection(text);
  }
}

/** The text area stands beside the pressed button: a dialog does not let the focus leave it. */
function copyBySelection(text: string): boolean {
  const pressed = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.className = 'sr-only';
  (pressed?.parentElement ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (pressed instanceof HTMLElement) pressed.focus();
  }
}
