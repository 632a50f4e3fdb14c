import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A folder that another process holds. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
  constructor(folder: string, pid: number) {
    super(
      `The data folder ${folder} is in use by process ${pid}. Stop it first, or set DATA_DIR to another folder.`,
    )
  }
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Takes the folder for this process and returns what gives it back.
 * PGlite locks nothing itself: two processes on one folder lose rows.
 * A lock whose process has ended is taken over.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'lock')
  for (;;) {
    try {
      const handle = openSync(path, 'wx')
      writeSync(handle, String(process.pid))
      closeSync(handle)
      const release = () => rmSync(path, { force: true })
      process.once('exit', release)
      return () => {
        process.off('exit', release)
        release()
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const pid = Number(readFileSync(path, 'utf8'))
      if (pid && pid !== process.pid && alive(pid)) throw new FolderInUse(folder, pid)
      rmSync(path, { force: true })
    }
  }
}
