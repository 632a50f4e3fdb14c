import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import type { CallerPlace } from '#platform/place-headers.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { fanPlace } from './table.ts'

/** Counts a fan who has just confirmed an address, where they are. */
export async function countFan(
  tx: Tx,
  portalId: string,
  { country, province, city }: CallerPlace,
): Promise<void> {
  await tx
    .insert(fanPlace)
    .values({
      portalId,
      day: formatDay(dayOf(Date.now())),
      ...{ country: country ?? '', province: province ?? '', city: city ?? '', fans: 1 },
    })
    .onConflictDoUpdate({
      target: [fanPlace.portalId, fanPlace.day, fanPlace.country, fanPlace.province, fanPlace.city],
      set: { fans: sql`${fanPlace.fans} + 1` },
    })
}
