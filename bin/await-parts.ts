import type { Plugin } from 'vite'

/** What Vite's own helper does where a part of a page cannot be loaded, and what it does instead. */
const replacements = [
  // A style is not remembered as loaded once it has failed.
  [/\(err\) => \{\s*seen\[href\] = void 0;/, '(err) => { delete seen[href];'],
  // Without its style nothing is shown; who dealt with it asks for all of it once more.
  ['handlePreloadError(item.reason);', 'return handlePreloadError(item.reason);'],
  [
    'if (!e.defaultPrevented) throw err;',
    'if (!e.defaultPrevented) throw err; return Promise.resolve(e.again).then(() => preload(baseModule, deps, importerUrl));',
  ],
] as const

/**
 * Vite tells of a part of a page that cannot be loaded, and then it fails, which takes the page with it. With this one, who
 * hears of it may say when it is tried again (`again`): until then whoever wants the part waits (`src/ui/await-parts.ts`).
 */
export function awaitParts(): Plugin {
  return {
    name: 'await-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: (code) =>
        replacements.reduce((done, [from, to]) => {
          const next = done.replace(from, to)
          if (next === done) throw new Error(`Vite’s helper for parts of pages has changed: ${from}`)
          return next
        }, code),
    },
  }
}
