import type { html } from 'hono/html'

/** Markup whose texts are escaped. */
export type Html = ReturnType<typeof html>

/**
 * http and https go through the counted redirect; mail and telephone programs would not follow one. `place`: which of
 * the addresses of an event or a release.
 */
export const hrefOf = (of: { id: string; url: string }, place?: number): string =>
  /^https?:/i.test(of.url) ? `/go/${of.id}${place === undefined ? '' : `/${place}`}` : of.url
