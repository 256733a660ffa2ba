import { useState } from 'react';
import { deviceId } from '../../../platform/device.ts';
import { ChatLauncher } from './chat-launcher.tsx';

export default function GuestChat() {
  const [customer] = useState(() => ({ guestId: deviceId() }));
  return <ChatLauncher customer={customer} />;
}
