// The calls of /api/openapi.json, by group, each with what it takes and answers.

/** @typedef {{ schema?: unknown }} Media */
/** @typedef {{ content?: Record<string, Media>; description?: string }} Content */
/** @typedef {{ name: string; in: string; required?: boolean; schema?: unknown }} Parameter */
/**
 * @typedef {object} Operation
 * @property {string} [summary]
 * @property {string} [description]
 * @property {Parameter[]} [parameters]
 * @property {Record<string, unknown>[]} [security]
 * @property {Content} [requestBody]
 * @property {Record<string, Content>} [responses]
 */
/** @typedef {{ info: { title: string; version: string }; paths: Record<string, Record<string, Operation>> }} Reference */

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
 * @param {string} name
 * @param {Operation} operation
 */
function callOf(name, { summary = '', description, parameters, security, requestBody, responses = {} }) {
  const callers = Object.keys(security?.[0] ?? {}).join(' and ') || 'anybody';
  const call = element(
    'details',
    element('summary', element('code', name), ` ${summary}`),
    ...(description ? [element('p', description)] : []),
    element('p', `Who calls it: ${callers}`),
    ...part('Parameters', parameters),
    ...part('Takes', schemaOf(requestBody)),
    ...Object.entries(responses).flatMap(([status, answer]) => part(`Answers ${status}`, schemaOf(answer))),
  );
  call.dataset.find = `${name} ${summary}`.toLowerCase();
  return call;
}

/** @param {Reference} reference */
function show({ info, paths }) {
  document.title = `${info.title} ${info.version}`;
  const heading = document.querySelector('h1');
  if (heading) heading.textContent = document.title;
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
