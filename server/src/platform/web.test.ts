import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { operatorOf } from '../../../world/operators.ts';
import { cloneDatabase, startProduct } from '../../test/harness.ts';

const PAGE = `<!doctype html><html lang="th" data-edition="th" data-client-key="member-web" data-iframe-mode="off"><title>Krapao</title></html>`;
const folder = await mkdtemp(join(tmpdir(), 'krapao-web-'));
afterAll(() => rm(folder, { recursive: true }));
await mkdir(join(folder, 'dist/assets'), { recursive: true });
await writeFile(join(folder, 'secret.txt'), 'out of reach');
await writeFile(join(folder, 'dist/.secret'), 'out of reach');
await writeFile(join(folder, 'dist/index.html'), PAGE);
/** /login as the build renders it: with a style and, in each language, a form. */
const LOGIN_STYLE = '@property --glow{syntax:"<color>"}\nform{color:gold}';
const loginPage = (submit: string) =>
  `<!doctype html><html lang="th" data-edition="th"><title>Krapao</title><style>${LOGIN_STYLE}</style>` +
  `<a aria-label="Krapao">kra<span class="text-gold">pao</span></a><form><button>${submit}</button></form></html>`;
const SUBMIT = { th: 'เข้าสู่ระบบ', la: 'ເຂົ້າສູ່ລະບົບ', en: 'Log in' };
for (const edition of ['th', 'la']) {
  await mkdir(join(folder, 'dist/.pages', edition), { recursive: true });
  for (const [locale, submit] of Object.entries(SUBMIT))
    await writeFile(join(folder, `dist/.pages/${edition}/login.${locale}.html`), loginPage(submit));
  await writeFile(
    join(folder, `dist/.pages/${edition}/reset.th.html`),
    '<!doctype html><p data-contact-text="true" class="small">ติดต่อเรา</p>',
  );
  for (const [locale, title] of Object.entries({ th: 'รายการ', la: 'ລາຍການ', en: 'Statement' }))
    await writeFile(
      join(folder, `dist/.pages/${edition}/statement.${locale}.html`),
      `<!doctype html><h1>${title}</h1>`,
    );
}
await writeFile(join(folder, 'dist/icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
await writeFile(join(folder, 'dist/assets/app-1a2b3c.js'), 'export {}');

const database = await cloneDatabase();
const WEB_DIST = join(folder, 'dist');
const product = await startProduct(database, { WEB_DIST });

async function load(path: string, init: RequestInit & { on?: typeof product } = {}) {
  const response = await fetch((init.on ?? product).url + path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('the web app', () => {
  test.each(['/', '/register?code=PR12345678', '/user/home', '/no/such/page'])(
    '%s is the page, asked for anew each time',
    async (path) => {
      const page = await load(path);
      expect(page).toMatchObject({ status: 200, text: PAGE });
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test('a page allows scripts and styles of this site alone, and none inline', async () => {
    for (const path of ['/', '/register', '/no/such/page']) {
      const policy = (await load(path)).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
    }
  });

  test.each([
    ['locale=en', 'en', SUBMIT.en],
    ['theme=dark; locale=la', 'lo', SUBMIT.la],
    ['locale=xx', 'th', SUBMIT.th],
    ['mylocale=en', 'th', SUBMIT.th],
    ['', 'th', SUBMIT.th],
  ])('/login with the cookie “%s” has the form in %s, and differs by cookie', async (cookie, lang, submit) => {
    const page = await load('/login?next=%2Fuser%2Fspin', { headers: { cookie } });
    expect(page.text).toContain(`lang="${lang}"`);
    expect(page.text).toContain(`<form><button>${submit}</button></form>`);
    expect(page.headers.get('vary')).toBe('accept-encoding, cookie');
    expect(page.headers.get('cache-control')).toBe('no-cache');
  });

  test('/user/statement is the page that was rendered for it, in the language of the cookie', async () => {
    expect((await load('/user/statement?type=deposit', { headers: { cookie: 'locale=en' } })).text).toContain(
      'Statement',
    );
    expect((await load('/user/statement')).text).toContain('รายการ');
    expect((await load('/user/unknown')).text).toBe(PAGE);
  });

  test('/login is in the language of the edition unless a cookie says otherwise', async () => {
    const laos = await startProduct(database, { WEB_DIST, EDITION: 'la' });
    expect((await load('/login', { on: laos })).text).toContain(SUBMIT.la);
    expect((await load('/login', { on: laos, headers: { cookie: 'locale=th' } })).text).toContain(SUBMIT.th);
  });

  test('/login allows the one style that is in it, by its hash, and no other inline', async () => {
    const policy = (await load('/login')).headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update(LOGIN_STYLE).digest('base64');
    expect(policy).toContain(`; style-src 'self' 'sha256-${hash}'`);
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  test.each(['br', 'gzip', 'identity'])('/login reads the same in the coding %s', async (coding) => {
    const page = await load('/login', { headers: { 'accept-encoding': coding } });
    expect(page.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
    expect(page.text).toBe(loginPage(SUBMIT.th));
  });

  test('the name of the service stands in for every built one, also where it has two colours', async () => {
    const named = await startProduct(database, { WEB_DIST, SERVICE_NAME: 'Krapao & Sons' });
    const { text } = await load('/login', { on: named });
    expect(text).toContain('<a aria-label="Krapao &amp; Sons">Krapao &amp; Sons</a>');
    expect((await load('/login')).text).toContain('<a aria-label="Krapao">kra<span class="text-gold">pao</span></a>');
  });

  test('a page with a place for it says how support is reached, as operators wrote it last, in every coding', async () => {
    const operator = operatorOf(product.db);
    const WRITTEN: [string, string][] = [
      ['ทุกวัน 9-18 น.', 'ทุกวัน 9-18 น.'],
      ['"ทุกวัน" & ทุกคืน $&', '&quot;ทุกวัน&quot; &amp; ทุกคืน $&amp;'],
    ];
    for (const [text, shown] of WRITTEN) {
      await operator('texts set', 'contact', `text.th=${text}`);
      for (const coding of ['br', 'identity']) {
        const page = await load('/reset', { headers: { 'accept-encoding': coding } });
        expect(page.text).toBe(`<!doctype html><p data-contact-text="true" class="small">${shown}</p>`);
      }
    }
  });

  test('hashed files are kept for ever, others are asked for', async () => {
    const script = await load('/assets/app-1a2b3c.js');
    expect(script).toMatchObject({ status: 200, text: 'export {}' });
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await load('/icon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  test.each(['/assets/app-old.js', '/missing.png', '/api/nothing', '/hooks/nothing', '/media/nothing'])(
    '%s, which is no page, is 404 NO_DATA',
    async (path) => {
      const answer = await load(path, { headers: { 'x-api-key': 'member-web' } });
      expect(answer).toMatchObject({ status: 404, text: JSON.stringify({ message: 'NO_DATA' }) });
    },
  );

  test('the API asks for the key beside the web app too', async () => {
    for (const path of ['/api/lookup/info', '/%61pi/lookup/info', '/api/nothing'])
      expect(await load(path)).toMatchObject({ status: 403, text: JSON.stringify({ message: 'KEY_MISSING' }) });
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/.secret',
    '/..%5csecret.txt',
  ])('%s does not lead out of its folder', async (path) => {
    expect((await load(path)).text).not.toContain('out of reach');
  });

  test('only GET shows a page', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await load('/login', { method })).status).toBe(404);
  });

  test('the page is told edition, key, frame mode and name, and none of them can break out of it', async () => {
    const told = await startProduct(database, {
      WEB_DIST,
      EDITION: 'la',
      CLIENT_KEY: '"><script>',
      IFRAME_MODE: 'on',
      SERVICE_NAME: '</title><b>"Good & Co"',
    });
    const { text } = await load('/', { on: told });
    expect(text).toBe(
      '<!doctype html><html lang="lo" data-edition="la" data-client-key="&quot;>&lt;script>" data-iframe-mode="on">' +
        '<title>&lt;/title>&lt;b>&quot;Good &amp; Co&quot;</title></html>',
    );
  });
});
