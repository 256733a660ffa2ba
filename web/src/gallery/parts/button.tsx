import Plus from 'lucide-react/icons/plus';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { Part } from '../part.ts';

export const part: Part = {
  states: {
    gold: ({ t }) => <Button variant="gold">{t('home.deposit')}</Button>,
    plain: ({ t }) => <Button>{t('home.withdraw')}</Button>,
    line: ({ t }) => <Button variant="plain">{t('action.cancel')}</Button>,
    danger: ({ t }) => <Button variant="danger">{t('bonus.cancel')}</Button>,
    busy: ({ t }) => (
      <div className="flex flex-wrap gap-3">
        <Button variant="gold" pending>
          {t('home.deposit')}
        </Button>
        <Button variant="plain" pending>
          {t('action.retry')}
        </Button>
      </div>
    ),
    disabled: ({ t }) => (
      <div className="flex flex-wrap gap-3">
        <Button variant="gold" disabled>
          {t('home.deposit')}
        </Button>
        <Button disabled>{t('home.withdraw')}</Button>
        <Button variant="danger" disabled>
          {t('bonus.cancel')}
        </Button>
      </div>
    ),
    small: ({ t }) => (
      <div className="flex flex-wrap gap-3">
        <Button size="s" variant="gold">
          {t('action.receive')}
        </Button>
        <Button size="s">{t('action.refresh')}</Button>
        <Button size="s" variant="plain">
          {t('statement.export')}
        </Button>
      </div>
    ),
    'with an icon, as wide as its place': ({ t }) => (
      <Button variant="gold" block>
        <Plus aria-hidden="true" className="size-5" />
        {t('deposit.qr.create')}
      </Button>
    ),
    'long text': ({ t }) => (
      <Button variant="gold" block>
        {t('deposit.manual.title')}, {t('deposit.bank.own')}
      </Button>
    ),
    'a link dressed as a button': ({ t }) => (
      <a href="#button" className={buttonClass({ variant: 'plain' })}>
        {t('menu.contact')}
      </a>
    ),
  },
};
