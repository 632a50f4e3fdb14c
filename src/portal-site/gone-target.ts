/** A page of a portal, or of one of its products, at the start of a path; on its own host without the portal's address. */
const page = /^(\/en)?\/[a-z0-9-]{3,40}(\/product\/[0-9a-f-]{36}(\/[0-9a-f-]{36})?)?(?=\/|$)/
const ownPage = /^(\/en)?(\/product\/[0-9a-f-]{36}(\/[0-9a-f-]{36})?)?(?=\/|$)/

/**
 * Where somebody is led who presses what its team has just taken off the page: back to the page that they press it on, which
 * shows what there is now. Undefined where they come from elsewhere.
 */
export const pageBehind = (referer: string | undefined, host: string | undefined): string | undefined =>
  pathOf(referer, host, page)

/** The same on a portal's own host, where there is always its page. */
export const ownPageBehind = (referer: string | undefined, host: string | undefined): string =>
  pathOf(referer, host, ownPage) || '/'

function pathOf(referer: string | undefined, host: string | undefined, shape: RegExp): string | undefined {
  if (!referer || !URL.canParse(referer)) return undefined
  const from = new URL(referer)
  return from.host === host?.toLowerCase() ? shape.exec(from.pathname)?.[0] : undefined
}
