import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { register } from 'prom-client'
import './quick-resolve.ts'

/** What one edit may consist of: an editor or a tool that saves many files. */
const togetherMs = 30

/** Says once who hears what; said anew, it needs occasions that nobody hears yet. */
const hearers = '/src/processes/hearers.ts'
const occasions = '/src/platform/occasion.ts'

/** What the server reads that is no module, and the module that reads it; what it reads at each start has none. */
const read: [RegExp, string | undefined][] = [
  [/\/src\/portal-site\/designs\/[^/]+\.css$/, 'src/portal-site/styles.ts'],
  [/\/drizzle\/(?:meta\/_journal\.json|[^/]+\.sql)$/, undefined],
]

interface Watcher {
  on: (event: 'change' | 'add' | 'unlink', edited: (file: string) => void) => unknown
}

/**
 * The server's code as it stands in its files, read by Node as everywhere else. After an edit only what reads the edited
 * file is evaluated anew: under another address, as a module is there once for each.
 */
export class ServerCode {
  readonly #root: string
  readonly #own: string
  readonly #edited = new Set<string>()
  /** Of each file, by its address: who imports it. */
  readonly #readers = new Map<string, Set<string>>()
  readonly #versions = new Map<string, number>()
  #failed = false

  constructor(root: string) {
    this.#root = root
    this.#own = pathToFileURL(join(root, 'src/')).href
    // A module that is evaluated anew makes its metrics anew.
    const add = register.registerMetric.bind(register)
    register.registerMetric = (metric) => {
      register.removeSingleMetric((metric as unknown as { name: string }).name)
      add(metric)
    }
    registerHooks({
      resolve: (name, context, next) => {
        const found = next(name, context)
        if (!found.url.startsWith(this.#own)) return found
        const readers = this.#readers.get(found.url) ?? new Set()
        this.#readers.set(found.url, readers)
        if (context.parentURL) readers.add(withoutVersion(context.parentURL))
        return { ...found, url: this.#addressOf(found.url) }
      },
    })
  }

  async load<Module>(path: string): Promise<Module> {
    // Forgotten between two loads: in the midst of one, half of it would know another instance of what was edited.
    // What is edited meanwhile is the next load's.
    const edited = [...this.#edited]
    this.#edited.clear()
    this.#forget(edited)
    try {
      const module = await import(this.#addressOf(pathToFileURL(join(this.#root, path)).href))
      this.#failed = false
      return module
    } catch (error) {
      // A module that failed remembers that, and so do its readers: the next load forgets them once more.
      for (const file of edited) this.#edited.add(file)
      this.#failed = true
      throw error
    }
  }

  /** Calls back once an edit of what runs, however many files it consists of. */
  onEdit(watcher: Watcher, loadAnew: () => void) {
    let soon: NodeJS.Timeout | undefined
    const edited = (file: string) => {
      const { href } = pathToFileURL(file)
      const [as, reader] = read.find(([name]) => name.test(file)) ?? []
      // What failed half-way may have wanted a file that nobody has read yet.
      if (!as && !this.#readers.has(href) && !(this.#failed && href.startsWith(this.#own))) return
      if (!as) this.#edited.add(href)
      else if (reader) this.#edited.add(pathToFileURL(join(this.#root, reader)).href)
      clearTimeout(soon)
      soon = setTimeout(loadAnew, togetherMs)
    }
    for (const event of ['change', 'add', 'unlink'] as const) watcher.on(event, edited)
  }

  /** These and all that read them, by however many steps, are evaluated at the next load. */
  #forget(edited: readonly string[]) {
    const stale = new Set(edited)
    for (const file of stale) {
      for (const reader of this.#readers.get(file) ?? []) stale.add(reader)
      if (file.endsWith(hearers))
        for (const told of this.#readers.keys()) if (told.endsWith(occasions)) stale.add(told)
    }
    for (const file of stale) this.#versions.set(file, (this.#versions.get(file) ?? 0) + 1)
  }

  #addressOf(file: string): string {
    const version = this.#versions.get(file)
    return version ? `${file}?${version}` : file
  }
}

const withoutVersion = (address: string) => address.replace(/\?.*$/, '')
