import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { addHashedViews } from '#features/visits/server/ingest-views.ts'
import { saltDay, viewRow } from '#features/visits/server/stage-views.ts'
import type { ViewDraft } from '#features/visits/server/view-draft.ts'
import { recentSalts } from '#features/visits/server/visit-salts.ts'
import { VisitSpool } from '#features/visits/server/visit-spool.ts'
import type { Database } from '#platform/db.ts'
import type { Figure } from './figures.ts'

/** The two ways of a batch: hashed and durable on disk, by one process; then from disk into the database. */
export async function measureSpool(
  database: Database,
  batches: readonly (readonly ViewDraft[])[],
): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'backline-spool-'))
  try {
    const spool = new VisitSpool(folder)
    const salts = await recentSalts(database)(new Set(batches.flat().map(saltDay)))
    const started = performance.now()
    for (const drafts of batches) {
      const rows = drafts.flatMap((draft) => {
        const salt = salts.get(saltDay(draft))
        return salt ? [viewRow(draft, salt)] : []
      })
      await spool.put({ id: v7(), rows })
    }
    const onDisk = performance.now()
    for (const id of await spool.waiting()) {
      const batch = await spool.read(id)
      if (batch && batch !== 'lost') await addHashedViews(database, id, batch.rows)
      await spool.done(id)
    }
    const views = batches.flat().length
    return [
      {
        what: 'visits hashed and durable on disk, one process',
        value: views / ((onDisk - started) / 1_000),
        unit: 'per second',
      },
      {
        what: 'of these from disk into the database, one process',
        value: views / ((performance.now() - onDisk) / 1_000),
        unit: 'per second',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
