/** Some browsers read the file a while after the click. */
const FETCHED_MS = 60_000;

/** Leaves a file with the member, where the browser keeps downloads. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), FETCHED_MS);
}
