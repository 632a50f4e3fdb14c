import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { ActivityEntry } from '../contract.ts'

/** Two things that somebody did, for whoever has done nothing yet. */
export function exampleActivity() {
  const person = m['activity.example.person']()
  const entry = (at: number, summary: string, own: Partial<ActivityEntry>): ActivityEntry => ({
    id: `example-${at}`,
    at: daysAgo(at),
    action: 'links.updateLink',
    summary,
    actor: { id: 'example', name: person },
    ...{ onBehalfOf: null, key: null, portal: null, target: null, changes: [], address: null },
    ...{ undo: null, changedSince: '', uncompared: false },
    ...own,
  })
  return examplePage([
    entry(0, m['activity.example.link'](), {
      target: { id: 'example', name: m['activity.example.linkName']() },
      changes: [
        {
          field: 'title',
          label: m['activity.example.field'](),
          before: m['activity.example.linkBefore'](),
          after: m['activity.example.linkName'](),
        },
      ],
    }),
    entry(2, m['activity.example.invited'](), {}),
  ])
}
