import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

/** A way to a server on which every answer takes as long as one likes. */
export async function slowWay(
  port: number,
): Promise<{ port: number; ms: (delay: number) => void; cut: () => void; stop: () => void }> {
  let delay = 0
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    // In order: a later answer never overtakes one that was held back longer.
    let free = 0
    far.on('data', (chunk) => {
      free = Math.max(free, performance.now() + delay)
      setTimeout(() => near.write(chunk), Math.max(0, free - performance.now()))
    })
    near.on('data', (chunk) => far.write(chunk))
    const ended = (one: Socket, then: () => void) => {
      open.add(one)
      one.on('error', then)
      one.on('close', () => {
        open.delete(one)
        then()
      })
    }
    ended(near, () => far.destroy())
    // What was held back is said before: an answer whose server closes behind it is whole.
    ended(far, () => setTimeout(() => near.destroySoon(), Math.max(0, free - performance.now()) + 5))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    ms: (next) => {
      delay = next
    },
    /** Every connection breaks off, whatever is on its way. */
    cut: () => {
      for (const socket of open) socket.destroy()
    },
    stop: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

/** A disk of its own that can be filled to the last byte: a small file system in memory. */
export class SmallDisk {
  readonly folder: string

  private constructor(folder: string) {
    this.folder = folder
  }

  /** Undefined where this person may not mount. */
  static make(folder: string, megabytes: number, owner?: string): SmallDisk | undefined {
    mkdirSync(folder, { recursive: true })
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    } catch {
      return undefined
    }
    if (owner) execFileSync('chown', [owner, folder])
    return new SmallDisk(folder)
  }

  #ballast = () => join(this.folder, 'ballast')
  #again: NodeJS.Timeout | undefined

  /** Full until it is freed: what the one who uses it deletes meanwhile is filled too. */
  fill() {
    this.#fillUp()
    this.#again = setInterval(() => this.#fillUp(), 20)
  }

  #fillUp() {
    const file = openSync(this.#ballast(), 'a')
    try {
      for (const size of [1 << 20, 1 << 12])
        try {
          for (;;) writeSync(file, Buffer.alloc(size))
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
    } finally {
      closeSync(file)
    }
  }

  free() {
    clearInterval(this.#again)
    rmSync(this.#ballast(), { force: true })
  }

  remove() {
    clearInterval(this.#again)
    execFileSync('umount', ['--lazy', this.folder], { stdio: 'ignore' })
    rmSync(this.folder, { recursive: true, force: true })
  }
}
