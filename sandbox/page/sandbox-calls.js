/**
 * Asks the sandbox; a refusal becomes an error with its sentence.
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function ask(path, options) {
  const response = await fetch(path, options);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message ?? `The sandbox answered ${response.status}.`);
  return answer;
}

/**
 * @template Answer
 * @param {string} path
 * @returns {Promise<Answer>}
 */
export function read(path) {
  return ask(path);
}

/**
 * @template Answer
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Answer>}
 */
export function write(path, body) {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
