/**
 * Makes an element. Data only ever goes in as text, so that no message can become markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/**
 * A button that does something; `name` says to a screen reader what its word alone does not.
 * @param {string} word
 * @param {string} className
 * @param {() => unknown} act
 * @param {string} [name]
 */
export function button(word, className, act, name) {
  const made = element('button', { type: 'button', className: `button ${className}`.trim(), textContent: word });
  if (name) made.setAttribute('aria-label', name);
  made.addEventListener('click', act);
  return made;
}

/** @param {string} id */
export function byId(id) {
  return partById(id, HTMLElement);
}

/** @param {string} id */
export function inputById(id) {
  return partById(id, HTMLInputElement);
}

/** @param {string} id */
export function selectById(id) {
  return partById(id, HTMLSelectElement);
}

/**
 * @template {HTMLElement} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 */
function partById(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no ${kind.name} #${id}.`);
  return found;
}

/**
 * Does what a button asks for; a refusal is shown in the card's line for problems.
 * @param {string} problemId
 * @param {() => Promise<unknown>} work
 */
export async function attempt(problemId, work) {
  const problem = byId(problemId);
  problem.textContent = '';
  try {
    await work();
  } catch (error) {
    problem.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {number} number */
const two = (number) => String(number).padStart(2, '0');

/** @param {Date} date */
export function clockTime(date) {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

/** @param {Date} date */
export function day(date) {
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}
