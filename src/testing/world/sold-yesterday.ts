import { sql } from 'drizzle-orm'
import { message } from '#features/inbox/server/table.ts'
import { dayIn, saleWords } from '#features/inbox/server/tell-sales.ts'
import type { Tx } from '#platform/db.ts'
import { number, select } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { type PersonKey, people, portals } from './cast.ts'
import { worldId } from './random.ts'

type PortalKey = keyof typeof portals

/** Who is told of yesterday's sales, of which portal. */
const told: { person: PersonKey; portal: PortalKey }[] = [
  { person: 'artist', portal: 'ninoLobo' },
  { person: 'label', portal: 'claraVentisca' },
]

const columns = {
  orders: sql<number>`coalesce(sum(orders), 0)::int`,
  net: number(sql<string>`coalesce(sum(net_micros), 0)::bigint`),
}

/** Messages of what was sold the day before, with the figures that analytics gives for that day. */
export async function insertSoldYesterday(tx: Tx, now: Date): Promise<void> {
  const day = formatDay(dayOf(now.getTime()) - 1)
  for (const { person, portal } of told) {
    const { id, name } = portals[portal]
    const [sold] = await select(
      tx,
      columns,
      sql`order_line where portal_id = ${id} and at > ${day}::date - interval '1 day'
        and at < ${day}::date + interval '2 days' and ${dayIn(sql`at`)} = ${day}::date`,
    )
    if (!sold?.orders) continue
    const words = saleWords('dayTitle', name, sold.orders, sold.net)
    const [es, en] = [words('es'), words('en')]
    await tx
      .insert(message)
      .values({
        id: worldId(`sale ${person} ${portal}`),
        personId: people[person].id,
        kind: 'sale',
        about: `sales of ${id} in the demo`,
        words: {
          title: { es: es.title, en: en.title },
          body: { es: es.body, en: en.body },
          link: '/analytics/net-sales',
        },
        mailing: 'none',
        createdAt: new Date(now.getTime() - 4 * 3_600_000),
      })
      .onConflictDoNothing()
  }
}
