import { type ResolveFnOutput, registerHooks } from 'node:module'

/**
 * Names are looked up once. Node reads all that a package exports anew for every import of it and in it, and Drizzle's list
 * is long: of the 4 s in which the program is read, some 2 went there.
 */
const known = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve(name, context, next) {
    const { parentURL, conditions } = context
    if (!parentURL?.startsWith('file:') || !conditions.includes('import')) return next(name, context)
    if (/^\.{1,2}\//.test(name)) {
      // Whether a file is a module hangs on the nearest `package.json`, and so on nothing but its folder and its ending.
      const { href } = new URL(name, parentURL)
      const folder = href.replace(/[^/]+(?=\.\w+$)/, '')
      const found = known.get(folder) ?? next(name, context)
      known.set(folder, found)
      return { ...found, url: href, shortCircuit: true }
    }
    // Only packages may hold a package of the same name and another version.
    if (/^[a-z]+:/.test(name) || parentURL.includes('/node_modules/')) return next(name, context)
    const found = known.get(name) ?? next(name, context)
    known.set(name, found)
    return { ...found, shortCircuit: true }
  },
})
