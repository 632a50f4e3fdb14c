/** Any origin that nothing else has: what resolves away from it would leave whichever page it is followed on. */
const here = 'http://here.invalid'

/**
 * The path, with its query, of a page of our own that an address from outside may lead to; undefined for whatever could
 * lead away. What counts is where a browser would end, not what the text looks like: it drops tabs, takes a backslash
 * for a slash, and resolves `/.//host`. The same holds once the language is put before the path or taken off it.
 */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length >= 2_000 || !value.startsWith('/')) return undefined
  const path = landingOf(value)
  if (!path) return undefined
  const bare = path.replace(/^\/(en|es)(?=\/)/, '')
  return [bare, `/en${path}`, `/es${path}`].every((other) => landingOf(other) !== undefined)
    ? path
    : undefined
}

function landingOf(path: string): string | undefined {
  if (!URL.canParse(path, here)) return undefined
  const { origin, pathname, search, hash } = new URL(path, here)
  const landing = pathname + search + hash
  if (origin !== here || isStrange(pathname)) return undefined
  // What has been resolved is followed again: `/.//host` has become `//host`.
  return URL.canParse(landing, here) && new URL(landing, here).origin === here ? landing : undefined
}

/** No page of ours has an empty part, a backslash or a control character in its path, however often it was encoded. */
function isStrange(pathname: string): boolean {
  let path = pathname
  for (let depth = 0; depth < 4; depth++) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    if (/\/\/|[\\\u0000-\u001f\u007f]/.test(path)) return true
    try {
      const decoded = decodeURIComponent(path)
      if (decoded === path) return false
      path = decoded
    } catch {
      return true
    }
  }
  return true
}
