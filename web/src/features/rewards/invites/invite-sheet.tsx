import { inviteCodeOf } from '@krapao/contract/rules.ts';
import { ConditionTerms } from '../../../conditions/condition-terms.tsx';
import { useI18n } from '../../../i18n/i18n.tsx';
import { BannerCarousel } from '../../../ui/banner-carousel.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NumberedList } from '../../../ui/numbered-list.tsx';
import type { Wallet } from '../../../wallet/wallet.queries.ts';
import { InviteLink } from './invite-link.tsx';
import { InvitedFriends } from './invited-friends.tsx';
import { useInviteBanners } from './invites.queries.ts';

type InviteSheetProps = { wallet: Wallet; open: boolean; onClose: () => void };

/** The member's own invite link, the terms of its bonus, and the friends who registered by it. */
export default function InviteSheet({ wallet: { profile, invite }, open, onClose }: InviteSheetProps) {
  const { t, locale } = useI18n();
  const { data: banners = [] } = useInviteBanners(locale, open);
  // A programme that is closed has no terms.
  const isOpen = invite.success > 0;
  const link = `${window.location.origin}/register?code=${inviteCodeOf(profile._id)}`;
  return (
    <Dialog open={open} onClose={onClose} title={t('invite.title')} readFirst>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <InviteLink link={link} open={open} />
        <BannerCarousel banners={banners} label={t('invite.banners')} />
        <HowItWorks />
        <section aria-labelledby="invite-terms" className="grid gap-3">
          <h3 id="invite-terms" className="text-base font-bold">
            {t('invite.terms')}
          </h3>
          {isOpen ? (
            <ConditionTerms success={invite.success} fail={invite.fail} />
          ) : (
            <p className="text-small text-muted">{t('error.INVITE_INACTIVE')}</p>
          )}
        </section>
        <InvitedFriends currency={profile.currency} open={open} />
      </div>
    </Dialog>
  );
}

function HowItWorks() {
  const { t } = useI18n();
  const steps = [t('invite.step.share'), t('invite.step.friend'), t('invite.step.receive')];
  return (
    <section aria-labelledby="invite-how" className="grid gap-3">
      <h3 id="invite-how" className="text-base font-bold">
        {t('invite.how')}
      </h3>
      <NumberedList texts={steps} look="step" />
    </section>
  );
}
