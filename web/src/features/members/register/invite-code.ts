import { useState } from 'react';
import { readStored, removeStored, writeStored } from '../../../platform/storage.ts';

/** The code of an invite link is kept, so that it still counts when the newcomer registers days later. */
function rememberedCode(search: string): string {
  const code = new URLSearchParams(search).get('code')?.trim().slice(0, 40);
  if (code) writeStored('invite-code', code);
  return code || (readStored('invite-code') ?? '');
}

export function forgetInviteCode(): void {
  removeStored('invite-code');
}

export function useInviteCode(search: string) {
  const [code] = useState(() => rememberedCode(search));
  const [isFixed, setIsFixed] = useState(code !== '');
  return {
    code,
    isFixed,
    /** A link may carry a code that leads nowhere; it must not keep the newcomer from registering. */
    release: () => {
      forgetInviteCode();
      setIsFixed(false);
    },
  };
}
