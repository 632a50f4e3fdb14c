import type { Plugin } from 'vite'
import { groupsOf } from './build-groups.ts'

/** Pages for who is not signed in: the first that anybody loads. */
const publicPage = /(public-frame|login-page)\.tsx\?tsr-split/
/** What stands around every page of who is signed in. */
const appFrame = /app-frame\.tsx\?tsr-split/
/** The part of a page's module that is loaded when the page is opened. */
const page = /\?tsr-split/
const messages = /paraglide\/messages\.js$/
const message = /paraglide\/messages\/\w+\.js$/
/** What one more file costs a page on a slow line, in characters of source. */
const perFile = 40_000
/** A dialog is opened by one visitor in several, and nobody waits for its page meanwhile. */
const weightOfDialog = 0.1
/** More groups than these, and a page comes in more than twelve files. */
const mostGroups = 6
/** As many groups as there may be: the bundler wants them named beforehand. */
const ranks = 120

/**
 * Which modules travel in one file. Split by who needs what, a page came in 60 to 100 files, and each round over a slow
 * line costs more than the bytes that it saves; with all that pages share in one file, a list brought 30 kB of forms. So:
 * `core` is what the entry and signing in need; what other pages and dialogs share is grouped by what it costs; the rest
 * stays with its page, or with the dialog that needs it.
 */
export function chunks(): Plugin {
  const core = new Set<string>()
  const rankOf = new Map<string, number>()
  return {
    name: 'chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const ids = [...this.getModuleIds()]
      // Each is asked for once: the bundler makes the answer anew, with the whole code, and every opening comes by.
      const told = new Map(ids.map((id) => [id, toldOf(this.getModuleInfo(id))]))
      const known: KnownModule = (id) => told.get(id) ?? null
      const named = importsByName(ids, known)
      const imports = new Map(ids.map((id) => [id, named(id)]))
      const importsOf: ImportsOf = (id) => imports.get(id) ?? []
      for (const id of ids)
        if (publicPage.test(id)) for (const one of importsOf(id)) reach(one, core, importsOf)
      const opened = openedOf(ids, known)
      const shared = [...openingsOf(opened, importsOf)]
        .filter(([id, openings]) => openings.length > 1 && !core.has(id) && !page.test(id))
        .map(([id, openings]) => ({
          id,
          openings,
          characters: charactersOf(known(id)?.code),
          imports: importsOf(id),
        }))
      const weights = opened.map((id) => (page.test(id) ? 1 : weightOfDialog))
      for (const [rank, group] of groupsOf(shared, { weights, perFile, most: mostGroups }).entries())
        for (const id of group) rankOf.set(id, rank)
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        groups: [
          { name: 'core', tags: ['$initial'], priority: ranks + 2 },
          { name: (id) => (core.has(id) ? 'core' : null), priority: ranks + 1 },
          // The widest first, because a group takes along what its modules import.
          ...Array.from({ length: ranks }, (_, rank) => ({
            name: (id: string) => (rankOf.get(id) === rank ? `shared-${rank}` : null),
            priority: ranks - rank,
          })),
        ],
      },
    }),
  }
}

type ImportsOf = (id: string) => readonly string[]
interface Told {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
  code: string | null
}
type KnownModule = (id: string) => Told | null
const toldOf = (info: Told | null): Told | null =>
  info && {
    importedIds: info.importedIds,
    dynamicallyImportedIds: info.dynamicallyImportedIds,
    code: info.code,
  }

/** Characters of a module without its comments, which are most of a message's. */
const charactersOf = (code?: string | null) => (code ?? '').replace(/\/\*[\s\S]*?\*\//g, '').length

/** Lists that only pass on, of which an importer needs what it names. */
const passesOn = /@mantine\/(core|hooks)\/esm\/index\.mjs$/

/**
 * What a module imports. Of the list of all messages those that it names (`m['account.title']`), of a library's list of its
 * parts those that it imports by name.
 */
function importsByName(ids: readonly string[], known: KnownModule): ImportsOf {
  const byKey = new Map<string, string>()
  for (const id of ids.filter((one) => message.test(one))) {
    const key = /export \{ \w+ as ["']([^"']+)["']/.exec(known(id)?.code ?? '')?.[1]
    if (key) byKey.set(key, id)
  }
  const byName = new Map(
    ids.filter((one) => passesOn.test(one)).map((list) => [list, partsByName(list, known)]),
  )
  return (id) => {
    const { importedIds = [], code } = known(id) ?? {}
    return importedIds.flatMap((one) => {
      const named = byName.get(one)
      if (messages.test(one))
        return [...(code ?? '').matchAll(/\bm\[["']([\w.]+)["']\]/g)].flatMap(
          ([, key = '']) => byKey.get(key) ?? [],
        )
      if (!named || byName.has(id)) return one
      return namesFrom(code ?? '', one).flatMap((name) => named.get(name) ?? [])
    })
  }
}

const anImport = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g
const namesOf = (listed: string) =>
  listed
    .split(',')
    .map((one) => one.trim().split(/\s+as\s+/)[0] ?? '')
    .filter(Boolean)

/** Each name that a list of parts passes on, with the module that it comes from. */
function partsByName(list: string, known: KnownModule): Map<string, string> {
  const { importedIds = [], code } = known(list) ?? {}
  const parts = new Map<string, string>()
  for (const [, names = '', from = ''] of (code ?? '').matchAll(anImport)) {
    const part = importedIds.find((one) => one.endsWith(from.replace(/^\./, '')))
    if (part) for (const name of namesOf(names)) parts.set(name, part)
  }
  return parts
}

/** What a module's code imports by name from a list of parts. */
function namesFrom(code: string, list: string): string[] {
  const library = /(@mantine\/\w+)\/esm/.exec(list)?.[1]
  return [...code.matchAll(anImport)].flatMap(([, names = '', from]) =>
    from === library ? namesOf(names) : [],
  )
}

function reach(id: string, reached: Set<string>, importsOf: ImportsOf): Set<string> {
  if (reached.has(id)) return reached
  reached.add(id)
  for (const one of importsOf(id)) reach(one, reached, importsOf)
  return reached
}

/** What is loaded when it is needed: pages, dialogs, menus. */
const openedOf = (ids: readonly string[], known: KnownModule) => [
  ...new Set([
    ...ids.filter((id) => page.test(id)),
    ...ids.flatMap((id) => known(id)?.dynamicallyImportedIds ?? []),
  ]),
]

/** Each module with the openings that need it. Every page needs what stands around it. */
function openingsOf(opened: readonly string[], importsOf: ImportsOf): Map<string, number[]> {
  const around = opened.filter((id) => appFrame.test(id))
  const openings = new Map<string, number[]>()
  for (const [opening, entry] of opened.entries()) {
    const reached = reach(entry, new Set(), importsOf)
    if (page.test(entry) && !publicPage.test(entry)) for (const one of around) reach(one, reached, importsOf)
    for (const id of reached) openings.set(id, [...(openings.get(id) ?? []), opening])
  }
  return openings
}
