import { Component, type ReactNode, useEffect, useState } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { RetryPanel } from '../ui/retry-panel.tsx';
import { useOnline } from '../ui/use-online.ts';

/** `at`: the address of a screen inside a shell, whose menu stays; another address is another try. */
type ErrorBoundaryProps = { at?: string; children: ReactNode };

/** A screen that breaks, or whose code cannot be fetched, offers to load the page anew. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidUpdate({ at }: ErrorBoundaryProps) {
    if (at !== this.props.at && this.state.broken) this.setState({ broken: false });
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    if (this.props.at) return <Broken />;
    return (
      <main className="page-glow grid min-h-dvh place-items-center px-4">
        <Broken />
      </main>
    );
  }
}

/** Without the network it is said to be the reason, and the page is loaded when the network is back. */
function Broken() {
  const { t } = useI18n();
  const isOnline = useOnline();
  const [wasOnline] = useState(isOnline);
  useEffect(() => {
    if (isOnline && !wasOnline) window.location.reload();
  }, [isOnline, wasOnline]);
  return (
    <RetryPanel text={t(wasOnline ? 'state.wrong' : 'error.NETWORK_ERROR')} onRetry={() => window.location.reload()} />
  );
}
