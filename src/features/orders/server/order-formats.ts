import { and, desc, eq, sql } from 'drizzle-orm'
import { countRows } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { iso, select } from '#platform/select.ts'
import type { uploadFormats } from '../choices.ts'
import type { OrderFormat, Wish } from '../reading-contract.ts'
import { orderFormat } from './table.ts'

const f = orderFormat

/** A page of the ways in which a portal's files are read, the last used first. */
export async function listOrderFormats(tx: Tx, portalId: string, page = 1) {
  const of = sql`${f} where ${f.portalId} = ${portalId}`
  const total = await countRows(tx, of)
  const columns = {
    id: f.id,
    name: f.name,
    format: f.format,
    columns: f.columns,
    usedAt: iso(f.usedAt),
  }
  const items: OrderFormat[] = await select(
    tx,
    columns,
    sql`${of} order by ${desc(f.usedAt)}, ${f.id} ${pageRows(page)}`,
  )
  return listOf(items, total, page)
}

/** How files with these columns are read in a portal. */
export async function formatBySignature(tx: Tx, portalId: string, signature: string) {
  const [found] = await tx
    .select({ id: f.id, name: f.name, wish: f.wish })
    .from(f)
    .where(and(eq(f.portalId, portalId), eq(f.signature, signature)))
  return found
}

interface Saved {
  name: string
  signature: string
  columns: number
  format: (typeof uploadFormats)[number]
  wish: Wish
}

/** Keeps how a file was read, in the place of what was known of files with its columns. */
export async function saveOrderFormat(tx: Tx, portalId: string, saved: Saved): Promise<void> {
  await tx
    .insert(f)
    .values({ portalId, ...saved })
    .onConflictDoUpdate({
      target: [f.portalId, f.signature],
      set: { ...saved, usedAt: sql`clock_timestamp()` },
    })
}

/** @throws NotFound */
export async function deleteOrderFormat(tx: Tx, portalId: string, formatId: string) {
  const [gone] = await tx
    .delete(f)
    .where(and(eq(f.portalId, portalId), eq(f.id, formatId)))
    .returning({ name: f.name })
  if (!gone) throw new NotFound()
  return gone
}
