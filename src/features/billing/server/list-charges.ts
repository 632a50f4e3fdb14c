import { eq, type SQL, sql } from 'drizzle-orm'
import { type Database, rows, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { contains } from '#platform/like.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { number, select } from '#platform/select.ts'
import type { Charge, ChargeHead } from '../charges-contract.ts'
import type { ChargeKind } from '../choices.ts'
import { getCertificate } from './certificate.ts'
import { settledOf } from './charge-paper.ts'
import { charge, chargeLine } from './charge-table.ts'
import { recordStates } from './record-states.ts'
import { openSql } from './settle-charges.ts'

const heads = {
  id: sql<string>`c.id`,
  accountId: sql<string>`c.account_id`,
  accountName: sql<string>`a.name`,
  portalId: sql<string | null>`p.id`,
  number: sql<string>`c.number`,
  issuedOn: sql<string>`c.issued_on::text`,
  kinds: sql<ChargeKind[]>`(select jsonb_agg(distinct l.kind) from charge_line l where l.charge_id = c.id)`,
  totalCents: number(sql<string>`(c.totals->>'totalCents')::bigint`),
  openCents: number(sql<string>`${openSql}`),
  corrects: sql<
    ChargeHead['corrects']
  >`(select jsonb_build_object('id', o.id, 'number', o.number) from charge o where o.id = c.corrects_id)`,
  correctedBy: sql<
    ChargeHead['correctedBy']
  >`(select jsonb_build_object('id', o.id, 'number', o.number) from charge o where o.corrects_id = c.id)`,
}
const tables = sql`charge c join account a on a.id = c.account_id
  left join portal p on p.account_id = a.id and p.master and p.deleted_at is null`

const headsOf = async (tx: Tx, rest: SQL): Promise<ChargeHead[]> =>
  (await select(tx, heads, sql`${tables} ${rest}`)).map(({ accountId, accountName, portalId, ...one }) => ({
    ...{ ...one, account: { id: accountId, name: accountName, portalId } },
  }))

interface Query {
  accountId?: string
  q?: string | undefined
  open?: '1' | undefined
  page?: number | undefined
}

/** Invoices of the provider, newest first: to one account, or to all. */
export async function listCharges(tx: Tx, { accountId, q, open, page = 1 }: Query) {
  const where = sql.join(
    [
      sql`true`,
      ...(accountId ? [sql`c.account_id = ${accountId}`] : []),
      ...(q ? [sql`(${contains(sql`a.name`, q)} or ${contains(sql`c.number`, q)})`] : []),
      ...(open ? [sql`${openSql} <> 0`] : []),
    ],
    sql` and `,
  )
  const [counted] = await rows<{ total: number; cents: string | null }>(
    tx,
    sql`select count(*)::int as total, sum(${openSql}) as cents from ${tables} where ${where}`,
  )
  const items = await headsOf(tx, sql`where ${where} order by c.created_at desc, c.id desc ${pageRows(page)}`)
  return { ...listOf(items, counted?.total ?? 0, page), sumOpenCents: Number(counted?.cents ?? 0) }
}

/** The portal whose team reads a charge. */
export async function portalOfCharge(database: Database, chargeId: string): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(
    `select p.id from charge c join portal p on p.account_id = c.account_id and p.master and p.deleted_at is null
     where c.id = $1`,
    [chargeId],
  )
  return row?.id
}

/** One of them with its lines. @throws NotFound */
export async function getCharge(tx: Tx, chargeId: string, now: Date): Promise<Charge> {
  const [row] = await tx.select().from(charge).where(eq(charge.id, chargeId))
  const [head] = await headsOf(tx, sql`where c.id = ${chargeId}`)
  if (!row || !head) throw new NotFound()
  const lines = await tx
    .select()
    .from(chargeLine)
    .where(eq(chargeLine.chargeId, chargeId))
    .orderBy(chargeLine.position)
  const certificate = await getCertificate(tx, now)
  return {
    ...head,
    lines: lines.map(({ kind, description, units, taxBp, amountCents }) => ({
      ...{ kind, description, units: amountCents < 0 ? -units : units, taxBp, amountCents },
    })),
    ...{ totals: row.totals, taxName: row.tax.name, taxMention: row.tax.mention, taxLaw: row.tax.law },
    ...{ provider: row.provider.legalName, legalName: row.information.legalName, reason: row.reason },
    ...{ taxId: row.information.taxId, hash: row.hash },
    records: await recordStates(tx, sql`r.charge_id = ${chargeId}`),
    settlements: (await settledOf(tx, chargeId)).map(
      ({ day, number: of, cents: amountCents, billId, otherId }) => ({
        ...{ day, amountCents, bill: billId ? { id: billId, number: of ?? '' } : null },
        charge: otherId ? { id: otherId, number: of ?? '' } : null,
      }),
    ),
    signable: certificate !== null && certificate.state !== 'expired',
  }
}
