import { Component, type ReactNode } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { RetryPanel } from '../ui/retry-panel.tsx';

/** A screen that breaks, or whose code can no longer be fetched after an update, offers to load the page anew. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <BrokenScreen /> : this.props.children;
  }
}

function BrokenScreen() {
  const { t } = useI18n();
  return (
    <main className="page-glow grid min-h-dvh place-items-center px-4">
      <RetryPanel text={t('state.wrong')} onRetry={() => window.location.reload()} />
    </main>
  );
}
