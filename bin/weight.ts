import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Entry {
  dev?: boolean
  devOptional?: boolean
}

/** Bytes on disk of a package's folder, the packages inside it aside. */
function bytesOf(folder: string): number {
  let bytes = lstatSync(folder).blocks * 512
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    bytes += entry.isDirectory() ? bytesOf(path) : lstatSync(path).blocks * 512
  }
  return bytes
}

/**
 * Megabytes of installed packages: all of them, those that a start needs when `dist` is there (`npm ci --omit=dev`), and
 * those without the Node among them. What tools keep in `node_modules` for later is not counted, nor a few packages that are
 * wanted both by tools and, if they are there, by others.
 */
export function weight(): { all: number; started: number; besidesNode: number } {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Entry>
  }
  const sum = (wanted: (folder: string, entry: Entry) => boolean) => {
    const folders = Object.entries(packages).filter(
      ([folder, entry]) => folder && existsSync(folder) && wanted(folder, entry),
    )
    return Math.round(folders.reduce((bytes, [folder]) => bytes + bytesOf(folder), 0) / 1_048_576)
  }
  const starts = (entry: Entry) => !entry.dev && !entry.devOptional
  return {
    all: sum(() => true),
    started: sum((_, entry) => starts(entry)),
    besidesNode: sum((folder, entry) => starts(entry) && !/\/node-(?:linux|win)-/.test(folder)),
  }
}
