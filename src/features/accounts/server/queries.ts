import { type SQL, sql } from 'drizzle-orm'
import { pageSize } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import { rows, type Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { listOf } from '#platform/shapes.ts'
import type { Account } from '../contract.ts'

interface Columns {
  id: string
  name: string
  type: 'master' | 'simple'
  organisation_type: number
  version: number
  master_portal_id: string | null
  portals: number
  people: number
}

const find = (tx: Tx, where: SQL, page: number) =>
  rows<Columns>(
    tx,
    sql`select a.id, a.name, a.type, a.organisation_type, a.version,
        (select p.id from portal p where p.account_id = a.id and p.master and p.deleted_at is null) as master_portal_id,
        (select count(*)::int from portal p where p.account_id = a.id and p.deleted_at is null) as portals,
        (select count(distinct m.person_id)::int from member m join portal p on p.id = m.portal_id
          where p.account_id = a.id and p.deleted_at is null) as people
      from account a where ${where}
      order by ${plain(sql`a.name`)}, a.id limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )

const toAccount = (row: Columns): Account => ({
  id: row.id,
  name: row.name,
  type: row.type,
  organisationType: row.organisation_type,
  version: row.version,
  masterPortalId: row.master_portal_id,
  portals: row.portals,
  people: row.people,
})

/** A page of accounts by name. */
export async function listAccounts(
  tx: Tx,
  { q, page = 1 }: { q?: string | undefined; page?: number | undefined },
) {
  const where = q ? contains(sql`a.name`, q) : sql`true`
  const total = await countRows(tx, sql`account a where ${where}`)
  return listOf((await find(tx, where, page)).map(toAccount), total, page)
}

/** One account, or undefined. */
export async function getAccount(tx: Tx, accountId: string): Promise<Account | undefined> {
  const [row] = await find(tx, sql`a.id = ${accountId}`, 1)
  return row && toAccount(row)
}

interface AccountMember {
  id: string
  name: string
  email: string
  role: string
  portal: string
}

/** Everybody with a membership in one of the account's portals, once for each. */
export const peopleOf = (tx: Tx, accountId: string) =>
  rows<AccountMember>(
    tx,
    sql`select x.id, x.name, x.email, m.role, p.name as portal
      from member m join portal p on p.id = m.portal_id join person x on x.id = m.person_id
      where p.account_id = ${accountId} and p.deleted_at is null
      order by p.master desc, ${plain(sql`p.name`)}, ${plain(sql`x.name`)} limit 500`,
  )
