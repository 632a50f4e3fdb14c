const key = 'last-path'

/** Remembers the path that was left: the origin of the navigation that led here (specification §2). */
export function rememberPath(href: string) {
  try {
    sessionStorage.setItem(key, href)
  } catch {
    // Without storage there is no origin: pages then lead back to their plain list.
  }
}

/** Where the person came from when that was `path`, with its filters; else the plain path. */
export function backTo(path: string): string {
  try {
    const from = sessionStorage.getItem(key)
    return from && (from === path || from.startsWith(`${path}?`)) ? from : path
  } catch {
    return path
  }
}
