/** What one part of a text message holds of Thai, Lao or anything else that is not Latin. Two parts cost twice. */
export const ONE_PART = 70;

/** The service's name stands before the text where both fit in one part; else the sender's name has to do. */
export function inOnePart(serviceName: string, text: string): string {
  const named = `${serviceName}: ${text}`;
  return named.length <= ONE_PART ? named : text;
}
