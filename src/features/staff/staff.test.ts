import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { activity, mail } from '#platform/table.ts'
import { as, clientFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people } from '#testing/world/cast.ts'

const world = testDatabase()
const fields = (result: unknown) =>
  Object.keys((result as { error?: { fields?: object } }).error?.fields ?? {})
const invitation = {
  name: 'Elena Vidal',
  email: 'Elena@Proveedor.test',
  permissions: ['analytics.viewanalytics'],
}
const draftOf = async (id: string) => {
  const boss = await as(world.database, 'super')
  const {
    name,
    email,
    permissions,
    super: all,
    twoFactorRequired,
    version,
  } = ok(await boss.staff.getStaff({ staffId: id }))
  return { draft: { staffId: id, name, email, permissions, super: all, twoFactorRequired }, version }
}

describe('the list of staff', () => {
  test('is searched without accents, filtered and sorted', async () => {
    const staff = await as(world.database, 'staff')
    const all = ok(await staff.staff.listStaff({}))
    expect(all.items.map(({ name }) => name)).toEqual(
      all.items.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'es')),
    )
    expect(all.items.every(({ id }) => id !== people.label.id)).toBe(true)
    const found = ok(await staff.staff.listStaff({ q: 'lucia' }))
    expect(found.items.map(({ id }) => id)).toEqual([people.analyst.id])
    expect(ok(await staff.staff.listStaff({ state: 'suspended' })).total).toBe(0)
    expect(ok(await staff.staff.listStaff({ orderBy: '-email' })).items[0]?.email).toBe(people.super.email)
  })

  test('is for staff who may see staff; changing it takes another key', async () => {
    for (const who of ['analyst', 'label', 'catalogue'] as const)
      expect(failureCode(await (await as(world.database, who)).staff.listStaff({}))).toBe('forbidden')
    const boss = await as(world.database, 'super')
    const { draft, version } = await draftOf(people.analyst.id)
    ok(await boss.staff.updateStaff({ ...draft, permissions: ['staff.viewstaff'] }, { version }))
    const viewer = await as(world.database, 'analyst')
    expect(ok(await viewer.staff.getStaff({ staffId: people.billing.id })).may.edit).toBe(false)
    expect(failureCode(await viewer.staff.inviteStaff(invitation))).toBe('forbidden')
  })

  test('a member is nobody of the staff', async () => {
    const boss = await as(world.database, 'super')
    expect(failureCode(await boss.staff.getStaff({ staffId: people.label.id }))).toBe('notFound')
    expect(failureCode(await boss.staff.suspendStaff({ staffId: people.label.id }))).toBe('notFound')
  })
})

describe('inviting staff', () => {
  test('mails a link; until it is used the person is invited, then active', async () => {
    const boss = await as(world.database, 'super')
    const made = ok(await boss.staff.inviteStaff(invitation))
    expect(made).toMatchObject({ email: 'elena@proveedor.test', state: 'invited', lastSeenAt: null })
    const [sent] = (await world.database.db.select().from(mail)).filter(({ to }) => to === made.email)
    const token = /activate-account\?token=([\w-]+)/.exec(sent?.text ?? '')?.[1] ?? ''
    const nobody = clientFor(testApp(world.database))
    ok(await nobody.account.activateAccount({ token, password: 'una clave bien larga' }))
    const now = ok(await boss.staff.getStaff({ staffId: made.id }))
    expect(now).toMatchObject({ state: 'active' })
    expect(now.lastSeenAt).not.toBeNull()
  })

  test('a new link replaces the first, and taking it back forgets the person', async () => {
    const boss = await as(world.database, 'super')
    const { id: staffId } = ok(await boss.staff.inviteStaff({ ...invitation, email: 'dos@proveedor.test' }))
    expect(await boss.staff.resendStaffInvitation({ staffId })).toBeNull()
    expect(await boss.staff.revokeStaff({ staffId })).toBeNull()
    expect(failureCode(await boss.staff.getStaff({ staffId }))).toBe('notFound')
    for (const call of ['revokeStaff', 'resendStaffInvitation'] as const)
      expect(failureCode(await boss.staff[call]({ staffId: people.analyst.id }))).toBe('staff.notPending')
  })

  test('an address that has a login is said so by the field', async () => {
    const boss = await as(world.database, 'super')
    const taken = await boss.staff.inviteStaff({ ...invitation, email: people.analyst.email })
    expect([failureCode(taken), fields(taken)]).toEqual(['staff.emailTaken', ['email']])
    const member = await boss.staff.inviteStaff({ ...invitation, email: people.label.email })
    expect(failureCode(member)).toBe('staff.emailOfMember')
  })
})

describe('what staff may give', () => {
  test('only super staff make, unmake, change or suspend super staff', async () => {
    const staff = await as(world.database, 'staff')
    const made = await staff.staff.inviteStaff({ ...invitation, email: 'x@proveedor.test', super: true })
    expect([failureCode(made), fields(made)]).toEqual(['staff.superOnly', ['super']])
    const { draft, version } = await draftOf(people.super.id)
    expect(failureCode(await staff.staff.updateStaff({ ...draft, super: false }, { version }))).toBe(
      'staff.superOnly',
    )
    expect(failureCode(await staff.staff.suspendStaff({ staffId: people.super.id }))).toBe('staff.superOnly')
    expect(ok(await staff.staff.getStaff({ staffId: people.super.id })).may).toMatchObject({
      edit: false,
      suspend: false,
      changeSuper: false,
    })
  })

  test('nobody gives a key that they lack, nor touches whoever holds one', async () => {
    const boss = await as(world.database, 'super')
    const managing = await draftOf(people.billing.id)
    const permissions = [...managing.draft.permissions, 'staff.viewstaff', 'staff.managestaff']
    ok(await boss.staff.updateStaff({ ...managing.draft, permissions }, { version: managing.version }))
    const manager = await as(world.database, 'billing')
    const stronger = await draftOf(people.catalogue.id)
    const { version: seen } = stronger
    const staffId = people.catalogue.id
    const fewerOf = { ...stronger.draft, permissions: stronger.draft.permissions.slice(1) }
    expect(failureCode(await manager.staff.updateStaff(fewerOf, { version: seen }))).toBe('staff.beyondOwn')
    expect(failureCode(await manager.staff.suspendStaff({ staffId }))).toBe('staff.beyondOwn')
    expect(failureCode(await manager.staff.liftSuspension({ staffId }))).toBe('staff.beyondOwn')
    const { draft, version } = await draftOf(people.analyst.id)
    const more = { ...draft, permissions: [...draft.permissions, 'contacts.viewcontacts'] }
    const refused = await manager.staff.updateStaff(more, { version })
    expect([failureCode(refused), fields(refused)]).toEqual(['staff.keysLacking', ['permissions']])
    const fewer = { ...draft, permissions: draft.permissions.slice(1) }
    expect(ok(await manager.staff.updateStaff(fewer, { version })).permissions).toEqual(fewer.permissions)
    expect(failureCode(await manager.staff.updateStaff(fewer, { version }))).toBe('stale')
  })

  test('nobody changes or suspends themself', async () => {
    const staff = await as(world.database, 'staff')
    const { draft, version } = await draftOf(people.staff.id)
    expect(failureCode(await staff.staff.updateStaff({ ...draft, permissions: [] }, { version }))).toBe(
      'staff.own',
    )
    expect(failureCode(await staff.staff.suspendStaff({ staffId: people.staff.id }))).toBe('staff.own')
  })

  test('two super people who unmake each other at once leave one', async () => {
    const boss = await as(world.database, 'super')
    const { draft, version } = await draftOf(people.staff.id)
    ok(await boss.staff.updateStaff({ ...draft, super: true }, { version }))
    const other = await as(world.database, 'staff')
    const results = await Promise.all([
      boss.staff.suspendStaff({ staffId: people.staff.id }),
      other.staff.suspendStaff({ staffId: people.super.id }),
    ])
    expect(results.map(failureCode).filter((code) => code === undefined)).toHaveLength(1)
    const [left] = await world.database.query<{ count: string }>(
      'select count(*) from person where super and suspended_at is null',
    )
    expect(Number(left?.count)).toBe(1)
    // Either may have won: the tests below find both as they were.
    await world.database.query(
      'update person set suspended_at = null, super = (id = $1) where id in ($1, $2)',
      [people.super.id, people.staff.id],
    )
  })
})

describe('suspending', () => {
  test('ends every session on the next request, and is lifted again', async () => {
    const boss = await as(world.database, 'super')
    const billing = await as(world.database, 'billing')
    ok(await billing.account.session({}))
    const staffId = people.billing.id
    expect(ok(await boss.staff.suspendStaff({ staffId })).state).toBe('suspended')
    expect(failureCode(await billing.account.session({}))).toBe('notSignedIn')
    expect(ok(await boss.staff.liftSuspension({ staffId })).state).toBe('active')
    // The old session stays ended.
    expect(failureCode(await billing.account.session({}))).toBe('notSignedIn')
    const entries = (await world.database.db.select().from(activity)).filter(
      ({ targetId }) => targetId === staffId,
    )
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['staff.suspendStaff', 'staff.liftSuspension']),
    )
  })
})
