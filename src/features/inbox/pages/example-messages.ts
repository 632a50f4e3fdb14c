import { m } from '#paraglide/messages.js'
import { daysAgo, examplePage } from '#ui/example-page.ts'
import type { Message } from '../contract.ts'

/** What one is told of, for whoever was told nothing yet. */
export function exampleMessages() {
  const message = (at: number, kind: Message['kind'], title: string, body: string): Message => ({
    id: `example-${at}`,
    kind,
    title: { es: title, en: title },
    description: null,
    body: { es: body, en: body },
    pictureUrl: null,
    link: null,
    at: daysAgo(at + 1),
    readAt: daysAgo(at),
    mustAcknowledge: false,
    acknowledgedAt: null,
  })
  return examplePage([
    message(0, 'sale', m['inbox.example.sale'](), m['inbox.example.saleText']()),
    message(4, 'info', m['inbox.example.news'](), m['inbox.example.newsText']()),
  ])
}
