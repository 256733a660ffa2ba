// The calls of /api/openapi.json, by group, each with what it takes, answers and refuses.

/** @typedef {{ schema?: unknown }} Media */
/** @typedef {{ content?: Record<string, Media>; description?: string }} Content */
/** @typedef {{ name: string; in: string; required?: boolean; schema?: unknown }} Parameter */
/**
 * @typedef {object} Operation
 * @property {string} operationId
 * @property {string} [summary]
 * @property {Parameter[]} [parameters]
 * @property {Record<string, unknown>[]} [security]
 * @property {Content} [requestBody]
 * @property {Record<string, Content>} [responses]
 */
/** @typedef {{ title: string; version: string; description: string }} Info */
/** @typedef {{ info: Info; paths: Record<string, Record<string, Operation>> }} Reference */

/**
 * @param {string} name
 * @param {...(string | Node)} content
 */
function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

/**
 * @param {string} title
 * @param {unknown} content
 */
function part(title, content) {
  return content === undefined ? [] : [element('h4', title), element('pre', JSON.stringify(content, null, 2))];
}

/** @param {Content | undefined} content */
function schemaOf(content) {
  return Object.values(content?.content ?? {})[0]?.schema;
}

/**
 * Text in which names stand between backticks.
 * @param {string} text
 */
function withNames(text) {
  return text.split('`').map((part, index) => (index % 2 === 1 ? element('code', part) : part));
}

/**
 * The refusals that the description of an answer lists: `- CODE: when`, the code between backticks.
 * @param {Record<string, Content>} responses
 */
function refusalsIn(responses) {
  return Object.entries(responses).flatMap(([status, { description = '' }]) =>
    [...description.matchAll(/^- `(.+?)`: (.+)$/gm)].map(([, code = '', when = '']) => ({ status, code, when })),
  );
}

/**
 * @param {string} name
 * @param {Operation} operation
 */
function callOf(name, { operationId, summary = '', parameters, security, requestBody, responses = {} }) {
  const callers = Object.keys(security?.[0] ?? {}).join(' and ') || 'anybody';
  const refusals = refusalsIn(responses);
  const call = element(
    'details',
    element('summary', element('code', name), ' ', ...withNames(summary)),
    element('p', 'Who calls it: ', callers, '. Operation: ', element('code', operationId)),
    ...part('Parameters', parameters),
    ...part('Takes', schemaOf(requestBody)),
    ...part('Answers', schemaOf(responses[200])),
    element('h4', 'Refuses'),
    element(
      'dl',
      ...refusals.flatMap(({ status, code, when }) => [
        element('dt', `${status} `, element('code', code)),
        element('dd', ...withNames(when)),
      ]),
    ),
  );
  const codes = refusals.map(({ code }) => code).join(' ');
  call.dataset.find = `${name} ${summary} ${operationId} ${codes}`.toLowerCase();
  return call;
}

/** @param {Reference} reference */
function show({ info, paths }) {
  document.title = `${info.title} ${info.version}`;
  const heading = document.querySelector('h1');
  if (heading) heading.textContent = document.title;
  const about = info.description.split('\n\n').map((paragraph) => element('p', ...withNames(paragraph)));
  document.getElementById('about')?.append(...about);
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const [path, methods] of Object.entries(paths)) {
    const name = path.split('/')[2] ?? '';
    const group = groups.get(name) ?? element('section', element('h2', name));
    groups.set(name, group);
    for (const [method, operation] of Object.entries(methods))
      group.append(callOf(`${method.toUpperCase()} ${path}`, operation));
  }
  const calls = document.getElementById('calls');
  calls?.append(...groups.values());
  document.getElementById('find')?.addEventListener('input', ({ target }) => {
    const wanted = target instanceof HTMLInputElement ? target.value.trim().toLowerCase() : '';
    for (const group of groups.values()) {
      const found = [...group.querySelectorAll('details')].filter((call) => {
        call.hidden = !call.dataset.find?.includes(wanted);
        return !call.hidden;
      });
      group.hidden = found.length === 0;
    }
  });
}

const response = await fetch('/api/openapi.json');
show(await response.json());
