import { useEffect, useEffectEvent } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { openMovement, useMovementPlace } from '../../../wallet/movement-place.ts';
import { useOutcomes } from '../../../wallet/outcomes.queries.ts';
import { takeUntold, toneOf } from '../../../wallet/outcomes.ts';
import { useKnownWallet, type Wallet } from '../../../wallet/wallet.queries.ts';
import { useOutcomeText } from './use-outcome-text.ts';

/** Tells once, on whatever screen, how a deposit or a withdrawal ended. */
export function OutcomeWatch() {
  const profile = useKnownWallet()?.profile;
  return profile ? <Watch profile={profile} /> : null;
}

function Watch({ profile: { _id, currency } }: { profile: Wallet['profile'] }) {
  const { t } = useI18n();
  const { id: inSight } = useMovementPlace();
  const { data, dataUpdatedAt } = useOutcomes();
  const textOf = useOutcomeText(currency);
  const tellAll = useEffectEvent((_readAt: number) => {
    // A tab in the background leaves it to the one that is seen; it reads again when the member comes back.
    if (!data || document.visibilityState !== 'visible') return;
    for (const outcome of takeUntold(_id, data)) {
      // Its sheet says it already.
      if (outcome.id === inSight) continue;
      const action = { label: t('movement.view'), onPress: () => openMovement(outcome.id) };
      showToast({ tone: toneOf(outcome), text: textOf(outcome).sentence, action });
    }
  });
  useEffect(() => tellAll(dataUpdatedAt), [dataUpdatedAt]);
  return null;
}
