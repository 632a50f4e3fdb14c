import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { AppNews, AppUpdate, Redirect } from '../contract.ts'

const both = (text: string) => ({ es: text, en: text })
const told = () => ({
  id: 'example',
  title: both(m['communications.example.update']()),
  body: both(m['communications.example.updateText']()),
})

/** An address that leads to where its page has gone. */
export function exampleRedirects() {
  const redirect: Redirect = {
    id: 'example',
    path: '/tienda',
    to: '/products',
    external: false,
    reason: m['communications.example.reason'](),
    version: 1,
    updatedAt: daysAgo(12),
  }
  return examplePage([redirect])
}

/** Something new as staff tell it. */
export function exampleUpdates() {
  const update: AppUpdate = {
    ...told(),
    publishedAt: daysAgo(3),
    seen: 42,
    version: 1,
    updatedAt: daysAgo(3),
  }
  return examplePage([update])
}

/** The same as everybody reads it. */
export function exampleNews() {
  const news: AppNews = { ...told(), publishedAt: daysAgo(3) }
  return { items: [news], showAppUpdates: false, showTour: false }
}
