import {
  type Checked,
  checkProof,
  type Proof,
  STEPS,
  type Step,
  type StepResult,
} from '@krapao/contract/rewards/proof.ts';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleHelp from 'lucide-react/icons/circle-help';
import CircleX from 'lucide-react/icons/circle-x';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useCopy } from '../../../ui/use-copy.ts';

const LOOKS = {
  passed: { Icon: CircleCheck, tint: 'text-in', word: 'wheel.passed' },
  failed: { Icon: CircleX, tint: 'text-out', word: 'wheel.failed' },
  unknown: { Icon: CircleHelp, tint: 'text-muted', word: 'wheel.unknown' },
} as const;

/** `unable`: over plain HTTP a browser does not lend its cryptography. */
export function useChecked(proof: Proof | undefined): Checked | 'unable' | null {
  const [outcome, setOutcome] = useState<{ of: Proof; checked: Checked | 'unable' } | null>(null);
  useEffect(() => {
    if (!proof) return;
    let isStale = false;
    const settle = (checked: Checked | 'unable') => {
      if (!isStale) setOutcome({ of: proof, checked });
    };
    checkProof(proof).then(settle, () => settle('unable'));
    return () => {
      isStale = true;
    };
  }, [proof]);
  return outcome && outcome.of === proof ? outcome.checked : null;
}

/** Each step of drawing a spin again, and whether it came out right. */
export function ProofSteps({ proof }: { proof: Proof }) {
  const { t } = useI18n();
  const checked = useChecked(proof);
  if (checked === 'unable') return <p className="text-small text-muted">{t('wheel.unable')}</p>;
  return (
    <div className="grid gap-3">
      <ol aria-busy={checked === null} className="grid gap-2.5">
        {STEPS.map((step) => {
          const result = checked?.steps[step];
          const { Icon, tint, word } = LOOKS[result ?? 'unknown'];
          return (
            <li key={step} className="flex gap-2.5 text-small">
              <Icon aria-hidden="true" className={classNames('mt-0.5 size-4.5 shrink-0', tint)} />
              <span className="min-w-0">
                <span className="font-semibold">{t(`wheel.step.${step}`)}</span>{' '}
                <span className={classNames('font-bold', tint)}>{result && t(word)}</span>
                <span className="block text-muted">{t(hintOf(step, result))}</span>
              </span>
            </li>
          );
        })}
      </ol>
      <CopyProof proof={proof} />
    </div>
  );
}

function hintOf(step: Step, result: StepResult | undefined) {
  if (step === 'seed' && result === 'failed') return 'wheel.step.seedFailed';
  if (step === 'weights' && result === 'unknown') return 'wheel.step.weightsUnknown';
  return `wheel.step.${step}Hint` as const;
}

function CopyProof({ proof }: { proof: Proof }) {
  const { t } = useI18n();
  const copy = useCopy();
  return (
    <Button
      size="s"
      variant="plain"
      onClick={() => void copy(JSON.stringify(proof, null, 2), t('wheel.proofCopied'))}
      className="justify-self-start"
    >
      <Copy aria-hidden="true" className="size-4" />
      {t('wheel.copyProof')}
    </Button>
  );
}
