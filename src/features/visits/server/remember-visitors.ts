import { type Bulk, inBulk } from '#platform/bulk.ts'
import type { Database } from '#platform/db.ts'
import { VisitorMemory } from './visitor-memory.ts'

/**
 * Makes the memory of visitors anew: of all lots that are done, and of the views that passed through PostgreSQL before there were
 * lots.
 */
export async function rememberVisitors(database: Database): Promise<VisitorMemory> {
  const memory = new VisitorMemory()
  await inBulk(database, async (bulk) => {
    let rest = ''
    for await (const piece of bulk.out(
      `select encode(visitor_hash, 'hex'), round(extract(epoch from at) * 1000) from page_view where kind = 'view'`,
    )) {
      const lines = (rest + piece.toString()).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        memory.see(
          Number.parseInt(line.slice(0, 8), 16),
          Number.parseInt(line.slice(8, 16), 16),
          Number(line.slice(33)),
        )
    }
    await eachLot(bulk, async (seen) => memory.seeAll(seen))
  })
  return memory
}

/** Whom each lot that is done has seen, one after the other. */
export async function eachLot(bulk: Bulk, use: (seen: Buffer) => Promise<void>): Promise<void> {
  const lots = await bulk.query<{ number: string }>(
    'select number from visit_lot where visitors is not null order by number',
  )
  for (const { number } of lots) {
    const [lot] = await bulk.query<{ visitors: Uint8Array }>(
      'select visitors from visit_lot where number = $1',
      [number],
    )
    if (lot) await use(Buffer.from(lot.visitors))
  }
}
