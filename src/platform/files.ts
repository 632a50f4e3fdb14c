import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where uploaded bytes live. Keys are made by the program and never by a caller. */
export interface FileStore {
  put: (key: string, bytes: Uint8Array) => Promise<void>
  read: (key: string) => Promise<Uint8Array | undefined>
  remove: (key: string) => Promise<void>
}

/** Files in a folder beside the embedded database; processes on several machines need it shared. */
export function openFileStore(dataDir: string): FileStore {
  const location = pathToFileURL(`${resolve(join(dataDir, 'files'))}/`)
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  return {
    put: (key, bytes) => disk.put(key, bytes),
    read: async (key) => ((await disk.exists(key)) ? new Uint8Array(await disk.getBytes(key)) : undefined),
    remove: (key) => disk.delete(key),
  }
}
