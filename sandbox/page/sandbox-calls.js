/** Calls the sandbox. A refusal is thrown as an error with the sandbox's sentence. */
async function ask(path, options) {
  const response = await fetch(path, options);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.message ?? `The sandbox answered ${response.status}.`);
  return answer;
}

export function read(path) {
  return ask(path);
}

export function write(path, body) {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
