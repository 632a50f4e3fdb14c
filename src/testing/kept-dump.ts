import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '#platform/root.ts'

const root = fileURLToPath(projectRoot)
const folder = join(root, 'node_modules', '.cache', 'backline')

/** What was made of these files, by these patterns, and of whatever else is said: 16 hexadecimal digits. */
export function versionOf(patterns: readonly string[], exclude: readonly string[] = [], also = ''): string {
  const hash = createHash('sha256').update(also)
  for (const file of globSync(patterns, { cwd: root, exclude }).sort())
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** A dump of the embedded database that outlives its run: kept where packages are, and gone with them. One a name. */
export class KeptDump {
  readonly #name: string
  readonly file: string

  constructor(name: string, version: string) {
    this.#name = name
    this.file = join(folder, `${name}-${version}.tar`)
  }

  exists = () => existsSync(this.file)

  keep(dump: Uint8Array) {
    mkdirSync(folder, { recursive: true })
    for (const old of globSync(`${this.#name}-*`, { cwd: folder })) rmSync(join(folder, old), { force: true })
    // Two runs may make it at once: each writes its own, and either may be the one that stays.
    const own = join(folder, `${process.pid}-${this.#name}.tar`)
    writeFileSync(own, dump)
    renameSync(own, this.file)
  }
}
