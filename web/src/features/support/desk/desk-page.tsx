import { QueryClientProvider } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { deskQueries } from './desk.queries.ts';
import { Desk } from './desk.tsx';
import { DeskLogin } from './desk-login.tsx';
import { deskToken, watchDesk } from './desk-session.ts';

/** The other side of the chat, for the service's operators. It stands outside of the members' shell. */
export default function DeskPage() {
  const token = useSyncExternalStore(watchDesk, deskToken);
  if (token === null) return <DeskLogin />;
  return (
    <QueryClientProvider client={deskQueries}>
      <Desk key={token} />
    </QueryClientProvider>
  );
}
