const LINK = /https?:\/\/[^\s"'<>]+/gi;
/** A browser reads a sign that is written by its number or name as the sign itself. */
const WRITTEN_SIGN = /href="[^"]*&(?!amp;)[^"]*"/i;

/**
 * Whether one of the texts leads members to a host that is neither the service's own nor listed: whoever writes the texts alone
 * must not be able to send members to a page that asks for their passwords.
 */
export function leadsOutside(texts: readonly string[], hosts: readonly string[]): boolean {
  return texts.some((text) => {
    const links = text.match(LINK) ?? [];
    return WRITTEN_SIGN.test(text) || links.some((link) => !hosts.includes(URL.parse(link)?.hostname ?? ''));
  });
}
