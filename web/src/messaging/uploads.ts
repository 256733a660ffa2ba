export type UploadFile = (file: File, signal: AbortSignal, onProgress: (share: number) => void) => Promise<string>;

/** Files on their way up, by the id of the message that they belong to. */
export function createUploads(upload: UploadFile) {
  const running = new Map<string, AbortController>();
  return {
    /** Returns the file's path at the server, or `null` if the upload was given up. */
    async carry(id: string, file: File, onProgress: (share: number) => void): Promise<string | null> {
      const controller = new AbortController();
      const { signal } = controller;
      running.set(id, controller);
      try {
        const filePath = await upload(file, signal, onProgress);
        return signal.aborted ? null : filePath;
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      } finally {
        if (running.get(id) === controller) running.delete(id);
      }
    },
    giveUp(id: string): void {
      running.get(id)?.abort();
      running.delete(id);
    },
    giveUpAll(): void {
      for (const controller of running.values()) controller.abort();
      running.clear();
    },
  };
}
