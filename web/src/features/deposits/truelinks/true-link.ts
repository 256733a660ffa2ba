const IV_BYTES = 12;

/** base64 of iv, ciphertext and tag: AES-256-GCM under the SHA-256 of the secret, as the server opens it. */
export async function sealLink(secret: string, link: string, walletAccountName: string): Promise<string> {
  const encoder = new TextEncoder();
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(secret));
  const key = await crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const plain = encoder.encode(`${link}::${walletAccountName}`);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain);
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** Seals a link once: sent again after a lost answer, the sealed text must be the same to count as the same wish. */
export function createLinkSealer(secret: string) {
  let last: { of: string; sealed: string } | null = null;
  return async (link: string, walletAccountName: string): Promise<string> => {
    const of = JSON.stringify([link, walletAccountName]);
    if (last?.of !== of) last = { of, sealed: await sealLink(secret, link, walletAccountName) };
    return last.sealed;
  };
}
