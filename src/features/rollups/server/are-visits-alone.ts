import type { Bulk } from '#platform/bulk.ts'

/** Are there visits of which only ClickHouse has facts, or may be? */
export async function visitsAreAlone(asks: Pick<Bulk, 'query'>): Promise<boolean> {
  const [row] = await asks.query<{ alone: boolean }>(
    `select exists (select from visit_alone) or exists (select from visit_lot where done_at is null) as alone`,
  )
  return row?.alone === true
}

/** What would lose visits is not done: only ClickHouse has their facts. `npm run analytics -- use postgres` brings them back. */
export class VisitsAlone extends Error {
  override name = 'VisitsAlone'

  constructor() {
    super(
      'Only ClickHouse has the facts of some visits. "npm run analytics -- use postgres" brings them back.',
    )
  }
}
