import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { ApiKey } from '../contract.ts'

/** A key for a program that reads sales, for whoever has none yet. */
export function exampleKeys() {
  const key: ApiKey = {
    id: 'example',
    name: m['keys.exampleName'](),
    ending: '7f3a',
    permissions: ['analytics.viewanalytics'],
    writes: [],
    portal: null,
    createdAt: daysAgo(20),
    expiresAt: daysAgo(-70),
    lastUsedAt: daysAgo(0),
    state: 'live',
  }
  return examplePage([key])
}
