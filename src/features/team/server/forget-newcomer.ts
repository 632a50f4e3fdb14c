import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import { elevated, type Tx } from '#platform/db.ts'
import { invitation, member } from './table.ts'

/** Forgets whoever never chose a password, belongs to no team and is asked by none. */
export async function forgetNewcomer(tx: Tx, personId: string): Promise<void> {
  await elevated(tx, 'people', () =>
    tx
      .delete(person)
      .where(
        and(
          eq(person.id, personId),
          isNull(person.passwordHash),
          eq(person.staff, false),
          notExists(tx.select({ one: sql`1` }).from(member).where(eq(member.personId, personId))),
          notExists(tx.select({ one: sql`1` }).from(invitation).where(eq(invitation.personId, personId))),
        ),
      ),
  )
}
