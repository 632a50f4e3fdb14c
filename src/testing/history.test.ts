import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rollPortalMonths } from '#features/rollups/server/portal-months.ts'
import { noDifferences, rollupDifferences } from '#features/rollups/server/rollup-differences.ts'
import { migrate } from '#platform/migrate.ts'
import { openDatabase } from '#platform/open-database.ts'
import { fillHistory } from '../../bench/analytics-fill.ts'

test('the history that benches measure has the rollups that the program makes, and all of its keys', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backline-history-'))
  const database = await openDatabase({ url: undefined, folder })
  const keys = () =>
    database.query(`select tablename, indexdef from pg_indexes where schemaname = 'public' and tablename !~ '^bench_'
      and indexdef !~ '^CREATE INDEX page_view_portal_id_at_idx' order by 1, 2`)
  try {
    await migrate(database)
    const before = await keys()
    const volume = { portals: 30, products: 90, lines: 900, visits: 1_500, days: 800, rawViews: true }
    await fillHistory(database, volume, () => {})
    expect(await keys()).toEqual(before)
    const [row] = await database.query(
      `select (select count(*)::int from order_line) as lines, (select sum(visits)::int from visit_fact) as visits`,
    )
    expect(row).toEqual({ lines: volume.lines, visits: volume.visits })
    expect(await rollPortalMonths(database, { orders: 5, visits: 5 })).toBeGreaterThan(0)
    const found = await rollupDifferences(database)
    expect(Object.keys(found).length).toBeGreaterThan(30)
    expect(found).toEqual(noDifferences(found))
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
