import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where uploaded files are kept. Names are made by us, never by the uploader. */
export type Storage = {
  /** Moves the file at `path` into the storage. */
  keep: (name: string, path: string) => Promise<void>;
  /** A path to read the file at; null if it is gone. */
  locate: (name: string) => Promise<string | null>;
  /** Removes the file, if it is there. */
  remove: (name: string) => Promise<void>;
};

/** A folder of this machine, or one that all nodes share. */
export function folderStorage(folder: string): Storage {
  const pathOf = (name: string) => join(folder, name);
  return {
    keep: async (name, path) => {
      await mkdir(dirname(pathOf(name)), { recursive: true });
      await rename(path, pathOf(name)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error;
        // On another file system the file is copied under another name first, so that no reader finds half a file.
        await copyFile(path, `${pathOf(name)}.part`);
        await rename(`${pathOf(name)}.part`, pathOf(name));
        await rm(path, { force: true });
      });
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    locate: async (name) =>
      stat(pathOf(name)).then(
        () => pathOf(name),
        (error: NodeJS.ErrnoException) => {
          // Any other error means that the folder cannot be read, not that the file is gone.
          if (error.code === 'ENOENT') return null;
          throw error;
        },
      ),
  };
}
