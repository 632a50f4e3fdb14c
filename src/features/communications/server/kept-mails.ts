import { desc, eq, sql } from 'drizzle-orm'
import { countRows } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { pageSize, pageStart } from '#platform/paging.ts'
import { mail } from '#platform/table.ts'
import type { KeptMail } from '../notifications-contract.ts'

const kept = eq(mail.state, 'kept')
const address = /https?:\/\/[^\s<>"]+/g

/** A page of the mails that nobody was sent, newest first, and how many there are. */
export async function findKeptMails(tx: Tx, page: number): Promise<{ items: KeptMail[]; total: number }> {
  const found = await tx
    .select({ id: mail.id, at: mail.createdAt, to: mail.to, subject: mail.subject, text: mail.text })
    .from(mail)
    .where(kept)
    .orderBy(desc(mail.createdAt), desc(mail.id))
    .limit(pageSize())
    .offset(pageStart(page))
  return {
    items: found.map((one) => ({
      ...one,
      at: one.at.toISOString(),
      links: [...new Set(one.text.match(address) ?? [])],
    })),
    total: await countRows(tx, sql`${mail} where ${kept}`),
  }
}
