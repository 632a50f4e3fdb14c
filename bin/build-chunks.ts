import type { Plugin } from 'vite'

/** Libraries that a page should not carry for another one's sake. The others are loaded by every page anyway. */
const library =
  /node_modules\/(?!(react|react-dom|scheduler|clsx|use-sync-external-store|isbot|seroval|seroval-plugins|cookie-es|@mdi|@tanstack|@mantine\/(hooks|core\/esm\/core\/(MantineProvider|utils\/noop)))\/)/
/** Pages for who is not signed in: the first that anybody loads. */
const publicPage = /(public-frame|login-page)\.tsx\?tsr-split/
/** The part of a page's module that is loaded when the page is opened. */
const page = /\?tsr-split/
const ofFeature = /src\/(?:features|pages)\/([\w-]+)\//
/** What dialogs and menus both stand on comes with dialogs; menus bring the rest. */
const dialog =
  /src\/ui\/(dialog|dialog-parts|modal-root)\.tsx|node_modules\/(@floating-ui|react-remove-scroll|@mantine\/core\/esm\/components\/(Modal|ModalBase|CloseButton|Portal|Overlay|ScrollArea|Transition|FocusTrap))/
const messages = /paraglide\/messages\.js$/
const message = /paraglide\/messages\/\w+\.js$/
const kitPages = 4
const smallCharacters = 1_500

/**
 * Which modules travel in one file. Split by who needs what, a page came in 60 to 100 files, and each round over a slow
 * line costs more than the bytes that it saves. So: `core` is what the entry and signing in need; `kit` what pages of
 * several features share, unless a library hangs on it; `of-…` what the pages of one feature share; the rest stays with
 * its page, or with the dialog that needs it.
 */
export function chunks(): Plugin {
  const core = new Set<string>()
  const shared = new Map<string, string>()
  return {
    name: 'chunks',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildEnd() {
      const known: KnownModule = (id) => this.getModuleInfo(id)
      const ids = [...this.getModuleIds()]
      const importsOf = importsWithMessages(ids, known)
      for (const id of ids)
        if (publicPage.test(id)) for (const one of importsOf(id)) reach(one, core, importsOf)
      const heavy = heavyOf(ids, importsOf)
      const onPages = featuresOf(
        ids.filter((id) => page.test(id)),
        importsOf,
      )
      for (const [id, features] of featuresOf(opened(ids, known), importsOf)) {
        if (features.length < 2 || heavy.has(id) || page.test(id)) continue
        const pages = onPages.get(id)?.length ?? 0
        const small = (known(id)?.code ?? '').length < smallCharacters
        const [only, ...more] = new Set(features)
        if (more.length === 0) shared.set(id, `of-${only}`)
        else if (pages >= kitPages || (pages > 1 && small)) shared.set(id, 'kit')
      }
    },
    outputOptions: (options) => ({
      ...options,
      codeSplitting: {
        groups: [
          { name: 'core', tags: ['$initial'], priority: 4 },
          { name: (id) => (core.has(id) ? 'core' : null), priority: 3 },
          { name: (id) => shared.get(id) ?? null, priority: 2 },
          { name: 'dialog', test: dialog, minShareCount: 2, priority: 1 },
          { name: 'menu', test: /@mantine\/core/, minShareCount: 2 },
        ],
      },
    }),
  }
}

type ImportsOf = (id: string) => readonly string[]
type KnownModule = (
  id: string,
) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null } | null

/** What a module imports; of the list of all messages, those that it names: `m['account.title']`. */
function importsWithMessages(ids: readonly string[], known: KnownModule): ImportsOf {
  const byKey = new Map<string, string>()
  for (const id of ids.filter((one) => message.test(one))) {
    const key = /export \{ \w+ as ["']([^"']+)["']/.exec(known(id)?.code ?? '')?.[1]
    if (key) byKey.set(key, id)
  }
  return (id) => {
    const { importedIds = [], code } = known(id) ?? {}
    if (!importedIds.some((one) => messages.test(one))) return importedIds
    const keys = [...(code ?? '').matchAll(/\bm\[["']([\w.]+)["']\]/g)].map(([, key = '']) => key)
    return [
      ...importedIds.filter((one) => !messages.test(one)),
      ...keys.flatMap((key) => byKey.get(key) ?? []),
    ]
  }
}

function reach(id: string, reached: Set<string>, importsOf: ImportsOf): Set<string> {
  if (reached.has(id)) return reached
  reached.add(id)
  for (const one of importsOf(id)) reach(one, reached, importsOf)
  return reached
}

/** What is loaded when it is needed: pages, dialogs, menus. */
const opened = (ids: readonly string[], known: KnownModule) => [
  ...new Set([
    ...ids.filter((id) => page.test(id)),
    ...ids.flatMap((id) => known(id)?.dynamicallyImportedIds ?? []),
  ]),
]

/** Each module with the features of what needs it, one entry a page or dialog. */
function featuresOf(entries: readonly string[], importsOf: ImportsOf): Map<string, string[]> {
  const features = new Map<string, string[]>()
  for (const id of entries) {
    const feature = ofFeature.exec(id)?.[1]
    if (!feature) continue
    for (const one of reach(id, new Set(), importsOf))
      features.set(one, [...(features.get(one) ?? []), feature])
  }
  return features
}

/** Modules that need a library, themselves or through what they import. */
function heavyOf(ids: readonly string[], importsOf: ImportsOf): Set<string> {
  const heavy = new Set<string>()
  const seen = new Set<string>()
  const needsLibrary = (id: string): boolean => {
    if (seen.has(id)) return heavy.has(id)
    seen.add(id)
    // Every import is looked at, so that each is known afterwards.
    const found = importsOf(id).filter(needsLibrary).length > 0
    if (found || library.test(id)) heavy.add(id)
    return heavy.has(id)
  }
  ids.forEach(needsLibrary)
  return heavy
}
