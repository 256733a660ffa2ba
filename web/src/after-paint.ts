/**
 * The entry of a page that is painted without a script: puts in, once the screen is seen, the scripts that the page holds
 * back. Asked for earlier, they would share the line with the letters that the first paint shows.
 */
function bringScripts(): void {
  const held = document.querySelector('template');
  if (held) document.head.append(held.content);
}

// A hidden page is not painted: it would wait until it is looked at.
if (document.hidden) bringScripts();
else requestAnimationFrame(() => setTimeout(bringScripts));
