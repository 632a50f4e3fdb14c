import { v7 } from 'uuid'
import { beforeEach } from 'vitest'
import { person } from '#features/account/server/table.ts'
import type { Person } from '#platform/actor.ts'
import { findPortal } from '#platform/actor-portals.ts'
import { queriesIn, type Tx } from '#platform/db.ts'
import type { Role } from '#platform/permissions.ts'
import { testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { invitation, member } from './server/table.ts'

/** The moment of every call and of every mail, where nothing else is said. */
export const now = new Date('2026-06-01T10:00:00Z')

/** A label with a portal beside its own, and a portal of somebody else's, new for each test; people and teams are put by hand. */
export function teamRows() {
  const world = testDatabase()
  const run = <T>(of: (tx: Tx) => Promise<T>) => inTrial(world.database, of)
  const of = { accountId: '', label: '', child: '', alone: '' }
  beforeEach(async () => {
    const label = await putAccount(world.database, 'Sello')
    await world.database.query(`update account set type = 'master' where id = $1`, [label.accountId])
    of.accountId = label.accountId
    of.label = label.portalId
    of.child = await putPortal(world.database, label.accountId, { name: 'á Hija' })
    of.alone = (await putAccount(world.database, 'Solo')).portalId
  })

  async function put(row: Partial<typeof person.$inferInsert> = {}): Promise<Person> {
    const id = v7()
    const one = { name: 'Alguien', email: `${id}@sala.test`, passwordHash: 'x', ...row, id }
    await run((tx) => tx.insert(person).values(one))
    return { ...{ locale: 'es', staff: false, super: false, permissions: [] }, ...one } as Person
  }
  const join = (portalId: string, { id }: Person, role: Role = 'Lector', more: object = {}) =>
    run((tx) => tx.insert(member).values({ portalId, personId: id, role, ...more }))
  const ask = async (
    portalIds: string[],
    { id: personId }: Person,
    row: Partial<typeof invitation.$inferInsert> = {},
  ) => {
    const id = row.id ?? v7()
    const one = { personId, name: 'N', role: 'Lector' as const, sentAt: now, ...row, id }
    await run((tx) => tx.insert(invitation).values(portalIds.map((portalId) => ({ ...one, portalId }))))
    return id
  }
  const teamsOf = async (who: Person) =>
    (
      await world.database.query<{ portal: string; role: string }>(
        'select portal_id as portal, role from member where person_id = $1 order by portal_id',
        [who.id],
      )
    ).map(({ portal, role }) => [portal, role])
  const asksOf = async (who: Person) =>
    (
      await world.database.query<{ id: string }>('select distinct id from invitation where person_id = $1', [
        who.id,
      ])
    ).map(({ id }) => id)
  const isThere = async (who: Person) =>
    (await world.database.query('select 1 from person where id = $1', [who.id])).length === 1
  /** Who asks, with what they have written down. */
  const calling = (who: Person) => {
    const recorded: object[] = []
    return { recorded, of: { actor: { person: who }, record: (row: object) => void recorded.push(row) } }
  }
  async function asMember<T>(who: Person, portalId: string, verb: (call: never) => Promise<T>) {
    const { recorded, of } = calling(who)
    const answer = await run(async (tx) => {
      const portal = await findPortal(queriesIn(tx), who, portalId)
      return verb({ ...of, tx, portal, now, services: testServices } as never)
    })
    return { answer, recorded }
  }
  return { world, run, of, put, join, ask, teamsOf, asksOf, isThere, calling, asMember }
}
