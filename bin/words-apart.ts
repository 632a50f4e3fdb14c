import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Where the words stand twice: as a module a language, for whatever runs as it was written (six thousand modules took
 * development, a test's start and each tool longer than all the rest); and as a module a message, so that a page's script
 * carries the words of that page alone.
 */
export const wordsFolders = { together: 'src/paraglide', apart: 'node_modules/.cache/paraglide' } as const
export type WordsShape = keyof typeof wordsFolders
/** What the words that stand there were compiled of. */
export const wordsStamp = (shape: WordsShape) => `node_modules/.cache/backline-words-${shape}`

/** What is built is built of the messages that are modules of their own: a server of the others holds ten megabytes more. */
export function wordsApart(root: string): Plugin {
  const prefix = '#paraglide/'
  return {
    name: 'words-apart',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) =>
      id.startsWith(prefix) ? join(root, wordsFolders.apart, id.slice(prefix.length)) : undefined,
  }
}
