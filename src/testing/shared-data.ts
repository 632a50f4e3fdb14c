import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../shared/data/', import.meta.url))

/** Path of a file of the real data sets kept beside the project, or undefined where they are absent. */
export function sharedData(path: string): string | undefined {
  return existsSync(root + path) ? root + path : undefined
}
