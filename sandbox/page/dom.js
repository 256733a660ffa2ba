/** Makes an element. Data only ever goes in as text, so that no message can become markup. */
export function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

export function byId(id) {
  return document.getElementById(id);
}

const two = (number) => String(number).padStart(2, '0');

export function clockTime(date) {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
}

export function day(date) {
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}
