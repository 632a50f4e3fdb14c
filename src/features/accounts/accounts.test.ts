import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const draft = {
  name: 'Mar Adentro',
  type: 'simple' as const,
  organisationType: 2 as const,
  code: 'MAR',
  customUrl: 'mar-adentro',
}

test('staff see accounts with their people; members see none', async () => {
  const staff = await as(world.database, 'staff')
  const found = ok(await staff.accounts.listAccounts({ q: 'bajamar' }))
  expect(found).toMatchObject({ total: 1, items: [{ name: 'Bajamar Discos', type: 'master', portals: 9 }] })
  const account = ok(await staff.accounts.getAccount({ accountId: portals.bajamar.accountId }))
  expect(account).toMatchObject({ masterPortalId: portals.bajamar.id })
  expect(account.team.map(({ id }) => id)).toContain(people.label.id)
  for (const who of ['label', 'artist', 'lector'] as const)
    expect(failureCode(await (await as(world.database, who)).accounts.listAccounts({}))).toBe('forbidden')
})

test('a new account comes with exactly one master portal', async () => {
  const staff = await as(world.database, 'staff')
  const made = ok(await staff.accounts.createAccount(draft))
  expect(made).toMatchObject({ name: 'Mar Adentro', portals: 1, people: 0, version: 1 })
  const portal = ok(await staff.portals.getPortal({ portalId: made.masterPortalId ?? '' }))
  expect(portal).toMatchObject({ code: 'MAR', master: true, label: false })
  ok(
    await staff.portals.createPortal({
      name: 'Otro',
      code: 'OTRO',
      customUrl: 'otro-mas',
      accountId: made.id,
    }),
  )
  const after = ok(await staff.accounts.getAccount({ accountId: made.id }))
  expect(after).toMatchObject({ portals: 2, masterPortalId: made.masterPortalId })
})

test('becoming a label bites at once, from the version one has seen', async () => {
  const staff = await as(world.database, 'staff')
  const accountId = portals.ninoLobo.accountId
  const { version, name } = ok(await staff.accounts.getAccount({ accountId }))
  const change = { accountId, name, type: 'master' as const, organisationType: 1 as const }
  expect(ok(await staff.accounts.updateAccount(change, { version }))).toMatchObject({
    type: 'master',
    version: version + 1,
  })
  expect(failureCode(await staff.accounts.updateAccount(change, { version }))).toBe('stale')
  const artist = await as(world.database, 'artist')
  expect(ok(await artist.portals.getPortal({ portalId: portals.ninoLobo.id })).label).toBe(true)
  const absent = '00000000-0000-7000-8000-000000000000'
  expect(failureCode(await staff.accounts.updateAccount({ ...change, accountId: absent }, { version }))).toBe(
    'notFound',
  )
})
