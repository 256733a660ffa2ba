import { banksOf } from '@krapao/contract/banks.ts';
import { SOURCES } from '@krapao/contract/members/limits.ts';
import { toString as qrMarkup } from 'qrcode';
import { localeOf } from '../../platform/language.ts';
import { type Platform, route } from '../../platform/routes.ts';
import { readSettings } from '../../platform/settings.ts';
import { noticesNow } from './notices.queries.ts';
import { linesIn, textNamed } from './texts.queries.ts';
import { SOURCE_NAMES } from './texts.ts';

export function lookupRoutes(platform: Platform): void {
  const { db, config } = platform;
  const { edition } = config;
  const settings = () => readSettings(db, config);

  route(platform, 'GET /api/lookup/banks', async () => [...banksOf(edition)]);
  route(platform, 'GET /api/lookup/sources', async ({ query, language }) => {
    const names = SOURCE_NAMES[localeOf(query.locale, language, edition)];
    return SOURCES.map((code) => ({ code, description: names[code] }));
  });
  route(platform, 'GET /api/lookup/conditions', async ({ query, language }) =>
    linesIn((await textNamed(db, 'conditions'))[localeOf(query.locale, language, edition)]),
  );
  route(platform, 'GET /api/lookup/agreements', async ({ query, language }) =>
    linesIn((await textNamed(db, 'agreements'))[localeOf(query.locale, language, edition)]),
  );
  route(platform, 'GET /api/lookup/info', async () => ({ name: config.serviceName, website: config.serviceWebsite }));
  route(platform, 'GET /api/lookup/contact', async ({ query, language }) => ({
    contactText: (await textNamed(db, 'contact'))[localeOf(query.locale, language, edition)],
    lineLink: config.lineLink,
    lineName: config.lineName,
    lineQR: await qrMarkup(config.lineLink, { type: 'svg', margin: 1 }),
  }));
  route(platform, 'GET /api/lookup/notice', async ({ query, language }) => {
    const { notice } = await settings();
    const locale = localeOf(query.locale, language, edition);
    const scheduled = (await noticesNow(db)).map((html) => html[locale]);
    const html = [...(notice ? [notice] : []), ...scheduled].join('\n');
    return html ? { html } : {};
  });
  route(platform, 'GET /api/lookup/active', async ({ standsStill }) => ({
    terminated: (await settings()).service === 'gone' ? 'gone' : null,
    ...(standsStill && { standsStill }),
  }));
  route(platform, 'GET /api/lookup/registerOTP', async () => ({ enabled: (await settings()).registerOtp }));
  route(platform, 'GET /api/lookup/enableChatWidget', async () => ({ enabled: (await settings()).chatWidget }));
}
