import { CHAT_CONNECTION_CHECK_MS, CHAT_RECONNECT_MS } from '../platform/socket.ts';

/** A wait that grows with every failure, and that a sign of recovery ends early. */
export function createPause() {
  let ms = CHAT_RECONNECT_MS;
  let end: (() => void) | null = null;
  return {
    async take(): Promise<void> {
      let timer: ReturnType<typeof setTimeout> | undefined;
      await new Promise<void>((resolve) => {
        end = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
      end = null;
      ms = Math.min(ms * 2, CHAT_CONNECTION_CHECK_MS);
    },
    end(): void {
      ms = CHAT_RECONNECT_MS;
      end?.();
    },
  };
}
