import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { demandsSecondFactor } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import { NotSignedIn } from '#platform/errors.ts'
import { select } from '#platform/select.ts'
import type { OwnAccount } from '../own-contract.ts'
import { person, recoveryCode } from './table.ts'

/** A person as they see themselves. */
export async function ownAccount(tx: Tx, personId: string): Promise<OwnAccount> {
  const [own] = await tx.select().from(person).where(eq(person.id, personId))
  if (!own) throw new NotSignedIn()
  const [codes] = await tx
    .select({ left: count() })
    .from(recoveryCode)
    .where(and(eq(recoveryCode.personId, personId), isNull(recoveryCode.usedAt)))
  const { name, email, locale, colorMode, pictureUrl } = own
  return {
    name,
    email,
    locale,
    colorMode,
    pictureUrl,
    twoFactor: {
      enabled: own.totpConfirmedAt !== null,
      required: await mustHaveSecondFactor(tx, personId),
      codesLeft: codes?.left ?? 0,
    },
  }
}

const demand = { required: sql<boolean>`${sql.raw(demandsSecondFactor('p'))}` }

/** May the person not do without a second factor? */
export async function mustHaveSecondFactor(tx: Tx, personId: string): Promise<boolean> {
  const [row] = await select(tx, demand, sql`person p where p.id = ${personId}`)
  return row?.required ?? false
}
