import type { Currency } from '@krapao/contract/money.ts';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useRef, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { toUpperCaseInPlace } from '../../../ui/upper-case.ts';
import { PromotionSheet } from './promotion-sheet.tsx';

const CODE_MAX_LENGTH = 40;

export function PromotionBox({ currency }: { currency: Currency }) {
  const { t, fieldText } = useI18n();
  const input = useRef<HTMLInputElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [searched, setSearched] = useState<string | null>(null);
  const label = t('promotion.code');

  const search = (event: FormEvent) => {
    event.preventDefault();
    const code = (input.current?.value ?? '').trim().toUpperCase();
    setIsMissing(code === '');
    if (code === '') input.current?.focus();
    else setSearched(code);
  };

  return (
    <>
      <search>
        <form noValidate onSubmit={search} className="flex items-start gap-2.5 lg:max-w-xl">
          <TextField
            ref={input}
            label={label}
            error={isMissing ? fieldText('REQUIRED', label) : undefined}
            onChange={toUpperCaseInPlace}
            onBlur={({ target }) => {
              target.value = target.value.toUpperCase();
            }}
            maxLength={CODE_MAX_LENGTH}
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            style={{ textTransform: 'uppercase' }}
            className="min-w-0 flex-1"
          />
          <Button type="submit" className="mt-6.5 min-h-12.5">
            <Search aria-hidden="true" className="size-5" />
            {t('action.search')}
          </Button>
        </form>
      </search>
      <PromotionSheet code={searched} currency={currency} onClose={() => setSearched(null)} />
    </>
  );
}
