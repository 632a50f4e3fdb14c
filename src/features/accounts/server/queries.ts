import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { account } from '#features/portals/server/table.ts'
import { selectPage } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { keyedOrder } from '#platform/keyed-order.ts'
import { contains, plain } from '#platform/like.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { select } from '#platform/select.ts'
import { teamMax } from '../choices.ts'
import type { Account } from '../contract.ts'

const a = alias(account, 'a')
const ofAccount = sql`from portal p where p.account_id = a.id and p.deleted_at is null`
const columns = {
  id: a.id,
  name: a.name,
  type: a.type,
  organisationType: a.organisationType,
  version: a.version,
  masterPortalId: sql<string | null>`(select p.id ${ofAccount} and p.master)`,
  portals: sql<number>`(select count(*)::int ${ofAccount})`,
  people: sql<number>`(select count(distinct m.person_id)::int from member m join portal p on p.id = m.portal_id
    where p.account_id = a.id and p.deleted_at is null)`,
}

const byName = () =>
  keyedOrder([
    { by: plain(sql`a.name`), as: 'text' },
    { by: sql`a.id`, as: 'id' },
  ])

/** A page of accounts by name. */
export async function listAccounts(
  tx: Tx,
  { q, page = 1 }: { q?: string | undefined; page?: number | undefined },
) {
  const where = q ? contains(sql`a.name`, q) : sql`true`
  const of = sql`account a where ${where}`
  const { order, after, key } = byName()
  const from = sql`${of} and ${after} order by ${order} ${pageRows(page)}`
  const { found, total } = await selectPage(tx, columns, { from, of, page, key })
  return listOf(found, total, page)
}

/** One account, or undefined. */
export async function getAccount(tx: Tx, accountId: string): Promise<Account | undefined> {
  const [row] = await select(tx, columns, sql`account a where a.id = ${accountId}`)
  return row
}

const people = {
  id: sql<string>`x.id`,
  name: sql<string>`x.name`,
  email: sql<string>`x.email`,
  role: sql<string>`m.role`,
  grants: sql<string[]>`m.grants`,
  denies: sql<string[]>`m.denies`,
  portal: sql<string>`p.name`,
}

/** Everybody with a membership in one of the account's portals, once for each; `teamMax` of them at most. */
export const peopleOf = (tx: Tx, accountId: string) =>
  select(
    tx,
    people,
    sql`member m join portal p on p.id = m.portal_id join person x on x.id = m.person_id
      where p.account_id = ${accountId} and p.deleted_at is null
      order by p.master desc, ${plain(sql`p.name`)}, ${plain(sql`x.name`)} limit ${teamMax}`,
  )
