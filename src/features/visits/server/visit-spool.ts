import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cell } from '#platform/bulk.ts'

/** Views under one id: however often they are written, they count once. */
export interface ViewBatch {
  id: string
  rows: readonly (readonly Cell[])[]
}

/** About two and a half million views. */
const bytesMax = 512 * 1024 * 1024
/** What another process has put down is left to it for so long; then it is taken to be gone. */
const ownMs = 60_000
/** Raw views and their salts live 48 h, and so does the memory of which batches are written. */
export const keptMs = 47 * 3_600_000
const ending = '.views'

/** When an id (UUIDv7) was made. */
const madeAt = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/**
 * Batches of views on disk, a file each, which is whole or not there: written beside, synced, then named. Processes may share
 * the folder, and read what one that was killed has left.
 */
export class VisitSpool {
  private readonly folder: string
  private readonly most: number
  /** What this process has put down, and how much of it waits on disk. */
  private readonly own = new Map<string, number>()
  private bytes = 0
  /** The latest batch, which is mostly the next to be written. */
  private latest: ViewBatch | undefined

  constructor(folder: string, most = bytesMax) {
    this.folder = folder
    this.most = most
    mkdirSync(folder, { recursive: true })
  }

  /** Keeps a batch: when this answers, it outlives the process and the machine. @throws Error when the disk or the spool is full. */
  async put(batch: ViewBatch): Promise<void> {
    const text = JSON.stringify(batch.rows)
    const size = Buffer.byteLength(text)
    if (this.bytes + size > this.most) throw new Error('the spool of visits is full')
    await this.write(batch.id, text, this.pathOf(batch.id))
    this.own.set(batch.id, size)
    this.bytes += size
    this.latest = batch
  }

  /** Whole under its name, or not there. */
  private async write(id: string, text: string, path: string): Promise<void> {
    const draft = join(this.folder, `${id}.draft`)
    try {
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(`${sumOf(text)}\n${text}`)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
      await this.syncFolder()
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {})
      throw error
    }
  }

  /** Ids that wait, the oldest first: of this process, and of those that have not written theirs for a minute. */
  async waiting(now = Date.now()): Promise<string[]> {
    const found: string[] = []
    await this.refused(now)
    for (const name of await readdir(this.folder)) {
      const id = name.slice(0, name.lastIndexOf('.'))
      const late = now - madeAt(id) > ownMs
      if (name.endsWith('.draft') && late) await rm(join(this.folder, name), { force: true })
      if (name.endsWith(ending) && (late || this.own.has(id))) found.push(id)
    }
    return found.sort()
  }

  /**
   * Undefined when another process has written it meanwhile; `lost` when it is not what was put down, or older than raw views
   * may be: then it is gone.
   */
  async read(id: string, now = Date.now()): Promise<ViewBatch | 'lost' | undefined> {
    if (this.latest?.id === id) return this.latest
    const text = await readFile(this.pathOf(id), 'utf8').catch((error: { code?: string }) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (text === undefined) return undefined
    const end = text.indexOf('\n')
    const rows = text.slice(end + 1)
    if (now - madeAt(id) <= keptMs && end > 0 && text.slice(0, end) === sumOf(rows))
      return { id, rows: JSON.parse(rows) as Cell[][] }
    await this.done(id)
    return 'lost'
  }

  /** Forgets a batch that is written. */
  async done(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    this.bytes -= this.own.get(id) ?? 0
    this.own.delete(id)
    if (this.latest?.id === id) this.latest = undefined
  }

  /** Sets aside what the database would refuse again of a batch, so that it keeps nothing waiting; moved back, it is tried once more. */
  async refuse({ id, rows }: ViewBatch): Promise<void> {
    await mkdir(this.aside, { recursive: true })
    await this.write(id, JSON.stringify(rows), join(this.aside, id + ending))
    await this.done(id)
  }

  /** How many batches were set aside and are not too old to be written. */
  async refused(now = Date.now()): Promise<number> {
    let count = 0
    for (const name of await readdir(this.aside).catch(() => []))
      if (now - madeAt(name) <= keptMs) count++
      else await rm(join(this.aside, name), { force: true })
    return count
  }

  /** Bytes that wait in the folder, whoever has put them there. */
  async size(): Promise<number> {
    const names = (await readdir(this.folder)).filter((name) => name.endsWith(ending))
    const sizes = names.map((name) =>
      stat(join(this.folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  }

  private get aside() {
    return join(this.folder, 'refused')
  }

  private readonly pathOf = (id: string) => join(this.folder, id + ending)

  /** A new name is kept once its folder is. */
  private async syncFolder(): Promise<void> {
    const folder = await open(this.folder, 'r')
    await folder.sync().finally(() => folder.close())
  }
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')
