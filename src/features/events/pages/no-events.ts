import { m } from '#paraglide/messages.js'

/** What is said where filters leave no event. */
export const noEvents = (q: string | undefined) => ({
  title: q ? m['events.noResults.title']({ q }) : m['events.noResults.filtered'](),
  text: m['events.noResults.text'](),
})
