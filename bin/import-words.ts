import en from '../messages/en/import.json' with { type: 'json' }
import es from '../messages/es/import.json' with { type: 'json' }
import { UnreadableFile } from '../src/platform/csv.ts'

type Params = Record<string, string | number>
interface Tree {
  [key: string]: string | Tree
}

// Read as files and not through the compiled messages: an import may run before anything was ever built.
const locale = new Intl.DateTimeFormat().resolvedOptions().locale
const tree: Tree = (locale.startsWith('es') ? es : en).import

/** Words of the area `import` in the terminal's language. */
export function say(key: string, params: Params = {}): string {
  const found = key
    .split('.')
    .reduce<string | Tree | undefined>((node, part) => (node as Tree | undefined)?.[part], tree)
  if (typeof found !== 'string') throw new Error(`No message "import.${key}"`)
  return found.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}

const numbers = new Intl.NumberFormat(locale)
export const count = (value: number) => numbers.format(value)

/** A wrong command line; the words for `code` are among those of the area `import`. */
export class WrongUse extends UnreadableFile {}
