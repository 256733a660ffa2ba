import type { Currency, Minor } from '@krapao/contract/money.ts';
import Hourglass from 'lucide-react/icons/hourglass';
import { useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Chip } from '../ui/chip.tsx';
import { FittedMoney } from '../ui/fitted-money.tsx';
import { useMoneyWords } from '../ui/money-words.ts';
import { MovementFailure } from '../wallet/movement-failure.tsx';
import { CancelQuestion } from './cancel-question.tsx';
import type { RunningCondition } from './condition.queries.ts';
import { ConditionBar } from './condition-bar.tsx';
import { RewardIcon } from './reward-icon.tsx';
import { type Standing, standingOf } from './standing.ts';
import type { Cancel } from './use-cancel.ts';

type ConditionCardProps = { condition: RunningCondition; currency: Currency; cancel: Cancel };

export function ConditionCard({ condition, currency, cancel }: ConditionCardProps) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const [isAsking, setIsAsking] = useState(false);
  const standing = standingOf(condition);
  const send = () => cancel.cancel(() => setIsAsking(false));
  return (
    <Card className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-10 lg:p-8">
      <div className="min-w-0">
        <Heading condition={condition} granted={moneyWords(standing.credit, currency)} />
        <p className="mt-4 flex flex-wrap justify-between gap-x-3 text-small text-muted">
          <span>{t('bonus.now')}</span>
          {standing.toGo > 0n && (
            <span className="figures font-semibold text-reward">
              {t('bonus.toGo', { amount: moneyWords(standing.toGo, currency) })}
            </span>
          )}
        </p>
        <FittedMoney minor={standing.total} currency={currency} most="36px" />
        <ConditionBar standing={standing} currency={currency} />
      </div>
      <div className="flex flex-col justify-between gap-4 border-t border-ink-3/70 pt-4 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-10">
        {condition.isClearing ? (
          <Clearing />
        ) : (
          <>
            <Meaning standing={standing} currency={currency} />
            <Button variant="danger" block onClick={() => setIsAsking(true)}>
              {t('bonus.cancel')}
            </Button>
          </>
        )}
      </div>
      <CancelQuestion
        open={isAsking}
        granted={moneyWords(standing.credit, currency)}
        isPending={cancel.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={send}
      />
      <MovementFailure
        error={cancel.error}
        wish="reward"
        title={t('bonus.cancel.failed')}
        onClose={cancel.forgetError}
        onRetry={send}
      />
    </Card>
  );
}

function Heading({
  condition: { type, code, isClearing, isEnding },
  granted,
}: {
  condition: RunningCondition;
  granted: string;
}) {
  const { t } = useI18n();
  return (
    <div className="flex items-start gap-3.5">
      <RewardIcon type={type} />
      <div className="min-w-0 flex-1">
        <h2 className="text-lead font-bold">
          {t(`statement.link.${type}`)} {code}
        </h2>
        <p className="figures text-small text-muted">{t('bonus.granted', { amount: granted })}</p>
      </div>
      <Chip tone={isClearing || isEnding ? 'info' : 'reward'}>
        {t(isClearing ? 'bonus.clearing' : isEnding ? 'bonus.ending' : 'bonus.current')}
      </Chip>
    </div>
  );
}

function Meaning({ standing: { yoursAt, endsAt }, currency }: { standing: Standing; currency: Currency }) {
  const { t } = useI18n();
  const moneyWords = useMoneyWords();
  const money = (minor: Minor) => moneyWords(minor, currency);
  return (
    <div className="grid gap-2 text-small text-pretty">
      <p>{t('bonus.meaning', { success: money(yoursAt), fail: money(endsAt) })}</p>
      <p className="text-muted">{t('bonus.counts')}</p>
    </div>
  );
}

function Clearing() {
  const { t } = useI18n();
  return (
    <div role="status" className="flex gap-3 rounded-md bg-info/10 px-4 py-3.5 text-small">
      <Hourglass aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-info" />
      <div>
        <p className="font-bold">{t('bonus.clearing')}</p>
        <p className="text-pretty">{t('bonus.clearing.text')}</p>
      </div>
    </div>
  );
}
