import { eq } from 'drizzle-orm'
import { beforeEach, vi } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putInformation } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { charge } from './server/charge-table.ts'
import { issueCharge } from './server/issue-charge.ts'
import { chargeTurned } from './server/occasions.ts'

/** The new year has begun in Madrid. */
export const now = new Date('2026-12-31T23:30:00Z')
export const today = '2027-01-01'
export const issuer = { now, actorId: null, appOrigin: 'https://b.test' }

type Drafts = Parameters<typeof issueCharge>[2]
export const line = (row: Partial<Drafts[number]> = {}): Drafts[number] => ({
  ...{ kind: 'postage', description: 'Envíos', units: 2, unitCents: 500, ...row },
})

/** Why it is refused, by its code or its fields. */
export const why = (run: Promise<unknown>) =>
  run.then(
    () => 'done',
    ({ code, fields }: { code: string; fields?: Record<string, { code: string }> }) =>
      fields ? Object.entries(fields).map(([name, fault]) => `${name} ${fault.code}`) : code,
  )

/** A world in which each test charges an account of its own, and hears what is told of it. */
export function charging() {
  const world = testDatabase()
  const told = vi.spyOn(chargeTurned, 'tell')
  const to = { accountId: '' }
  beforeEach(async () => {
    to.accountId = (await putAccount(world.database, 'Cuenta')).accountId
    await putInformation(world.database, { accountId: to.accountId, taxId: 'A' })
    await world.database.query('delete from mail')
    told.mockClear()
  })
  const issue = (...drafts: Drafts) =>
    inTrial(world.database, (tx) =>
      issueCharge(tx, to.accountId, drafts.length > 0 ? drafts : [line()], issuer),
    )
  const read = async (id: string) => {
    const [row] = await inTrial(world.database, (tx) => tx.select().from(charge).where(eq(charge.id, id)))
    if (!row) throw new Error('no charge')
    return row
  }
  return { world, told, to, issue, read }
}
