import { BannerCarousel } from '../../ui/banner-carousel.tsx';
import type { Part } from '../part.ts';

const picture = (from: string, to: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200"><linearGradient id="g"><stop stop-color="${from}"/>` +
      `<stop offset="1" stop-color="${to}"/></linearGradient><path fill="url(#g)" d="M0 0h400v200H0z"/>` +
      `<circle cx="300" cy="100" r="60" fill="#fff" opacity=".12"/></svg>`,
  )}`;

export const part: Part = {
  states: {
    several: ({ t }) => (
      <BannerCarousel
        label={t('invite.banners')}
        banners={[
          { image: picture('#1b4d5c', '#12202c'), html: `<p>${t('invite.step.share')}</p>` },
          { image: picture('#5c3d1b', '#241a02'), html: `<p>${t('invite.step.friend')}</p>` },
          { image: picture('#43215c', '#1c1226'), html: `<p>${t('invite.step.receive')}</p>` },
        ]}
      />
    ),
    one: ({ t }) => (
      <BannerCarousel
        label={t('refund.banners')}
        banners={[{ image: picture('#214d35', '#11261a'), html: `<p>${t('refund.rate', { n: 5 })}</p>` }]}
      />
    ),
    'a picture that does not load': ({ t }) => (
      <BannerCarousel
        label={t('refund.banners')}
        banners={[{ image: 'data:image/png,broken', html: `<p><b>${t('refund.title')}</b></p>` }]}
      />
    ),
  },
};
