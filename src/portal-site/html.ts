import type { html } from 'hono/html'

/** Markup whose texts are escaped. */
export type Html = ReturnType<typeof html>

/** http and https go through the counted redirect; mail and telephone programs would not follow one. */
export const hrefOf = (link: { id: string; url: string }): string =>
  /^https?:/i.test(link.url) ? `/go/${link.id}` : link.url
