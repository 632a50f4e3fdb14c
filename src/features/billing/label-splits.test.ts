import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, people, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { tell } from './test-shop-sales.ts'
import {
  addProduct,
  artist,
  fieldsOf,
  file,
  openShop,
  order,
  portalId,
  third,
  thisMonth,
  today,
  zero,
} from './test-splits.ts'

const world = testDatabase()
const owner = () => as(world.database, 'artist')
const staff = () => as(world.database, 'billing')
/** Of Orquesta Poniente. */
const taxIdOf = async (accountId: string) => {
  const [row] = await world.database.query<{ tax_id: string }>(
    'select tax_id from billing_information where account_id = $1',
    [accountId],
  )
  return row?.tax_id ?? ''
}
const halves = (with_: string) => [
  { accountId: artist, shareBp: 5_000 },
  { accountId: with_, shareBp: 5_000 },
]

test('whose account pays shares what it sells with whom it knows, and what it spent comes back first', async () => {
  const { database } = world
  const connectorId = await openShop(database)
  const api = await owner()
  const made = await addProduct(database, 'LABEL-A')
  const wish = { portalId, productId: made.id, validFrom: thisMonth, payer: 'account' as const }
  const taxId = await taxIdOf(third)
  // Nobody is listed who does not share already: an account is found by its whole number alone.
  const known = ok(await api.billing.listSharers({ portalId })).accounts.map(({ id }) => id)
  const unknown = !known.includes(third)
  expect(ok(await api.billing.listSharers({ portalId, taxId: taxId.slice(0, 5) })).accounts).toHaveLength(
    known.length,
  )
  expect(ok(await api.billing.listSharers({ portalId, taxId })).accounts.map(({ id }) => id)).toContain(third)
  if (unknown)
    expect(fieldsOf(await api.billing.createSplit({ ...wish, parties: halves(third) }))).toEqual(['parties'])
  const stranger = accounts.bajamar.id
  expect(
    fieldsOf(await api.billing.createSplit({ ...wish, parties: halves(stranger), taxIds: [taxId] })),
  ).toEqual(['parties'])
  expect(
    fieldsOf(
      await api.billing.createSplit({ ...wish, payer: 'provider', parties: halves(third), taxIds: [taxId] }),
    ),
  ).toEqual(['payer'])
  const split = ok(await api.billing.createSplit({ ...wish, parties: halves(third), taxIds: [taxId] }))
  expect(split).toMatchObject({ payer: 'account', removable: true })
  expect(split.parties.map(({ account }) => account.name)).toEqual(['Niño Lobo', 'Orquesta Poniente'])

  const cost = {
    portalId,
    kind: 'pressing' as const,
    day: today,
    amountCents: 1_000,
    description: 'Vinilo',
    file,
  }
  const enter = (draft: object) => api.billing.createCost({ ...cost, accountId: artist, ...draft } as never)
  expect(fieldsOf(await enter({}))).toEqual(['releaseId'])
  expect(fieldsOf(await enter({ productId: made.id, accountId: third }))).toEqual(['accountId'])
  const entered = ok(await enter({ productId: made.id }))
  await tell(database, connectorId, [order('LABEL-A', today)])
  await accrueSales(database)
  // 29.75 less 10.00 are 19.75, of which half is owed: both read it alike.
  const span = { f: today, t: today }
  const owed = async (who: 'artist' | 'orquesta', at: string) =>
    ok(await (await as(database, who)).billing.getShares({ portalId: at, ...span })).statements.find(
      ({ payer, payee }) => payer?.id === artist && payee.id === third,
    )
  const mine = await owed('artist', portalId)
  expect([987, 988]).toContain(mine?.balance?.earnedCents)
  expect((await owed('orquesta', portals.orquestaPoniente.id))?.balance).toEqual(mine?.balance)
  expect(await zero(database)).toBe(0)
  expect(ok(await api.billing.listSplits({ portalId })).costs).toMatchObject([{ id: entered.id }])
  ok(await api.billing.withdrawCost({ portalId, costId: entered.id }))
  ok(await api.billing.removeSplit({ portalId, splitId: split.id }))
  expect(await zero(database)).toBe(0)
})

test('nobody goes over what the provider pays, or takes away what others decided or spent', async () => {
  const { database } = world
  const [api, office] = [await owner(), await staff()]
  const made = await addProduct(database, 'LABEL-B')
  const whole = ok(
    await office.billing.createSplit({
      ...{ portalId, validFrom: thisMonth, payer: 'provider', parties: halves(third) },
    }),
  )
  const wish = { portalId, validFrom: thisMonth, payer: 'account' as const, parties: halves(third) }
  // A product's own split would go before the portal's, and its money past those who share in that.
  expect(fieldsOf(await api.billing.createSplit({ ...wish, productId: made.id }))).toEqual(['validFrom'])
  expect(failureCode(await api.billing.removeSplit({ portalId, splitId: whole.id }))).toBe(
    'billing.label.notYours',
  )
  ok(await office.billing.removeSplit({ portalId, splitId: whole.id }))
  const taxIds = [await taxIdOf(third)]
  const split = ok(await api.billing.createSplit({ ...wish, productId: made.id, taxIds }))
  const cost = { portalId, productId: made.id, kind: 'advance' as const, day: today, amountCents: 500, file }
  const theirs = ok(await office.billing.createCost({ ...cost, accountId: third, description: 'De otros' }))
  expect(failureCode(await api.billing.withdrawCost({ portalId, costId: theirs.id }))).toBe(
    'billing.label.notYours',
  )
  ok(await office.billing.withdrawCost({ portalId, costId: theirs.id }))
  ok(await api.billing.removeSplit({ portalId, splitId: split.id }))
})

test('it takes the right on the account’s own portal; a label shares each of its portals, and nobody another’s', async () => {
  const { database } = world
  const label = await as(database, 'label')
  const master = portals.bajamar.id
  const { portals: own } = ok(await label.billing.listSplits({ portalId: master }))
  const child = own.find(({ id }) => id !== master)
  expect(own.length).toBeGreaterThan(1)
  const of = child?.id ?? ''
  expect(ok(await label.billing.listSplits({ portalId: master, of })).portal.id).toBe(of)
  expect(failureCode(await label.billing.listSplits({ portalId: of }))).toBe('billing.masterOnly')
  expect(failureCode(await label.billing.listSplits({ portalId: master, of: portalId }))).toBe('notFound')
  expect(failureCode(await label.billing.listSplits({ portalId }))).toBe('notFound')
  expect(failureCode(await label.billing.findAccounts({ q: 'a' }))).toBe('forbidden')
  const operations = await as(database, 'operations')
  expect(failureCode(await operations.billing.listSplits({ portalId: master }))).toBe('forbidden')
  const made = ok(
    await label.billing.createSplit({
      ...{ portalId: master, of, validFrom: thisMonth, payer: 'account', taxIds: [await taxIdOf(third)] },
      parties: [
        { accountId: accounts.bajamar.id, shareBp: 6_000 },
        { accountId: third, shareBp: 4_000 },
      ],
    }),
  )
  expect(ok(await label.billing.listSplits({ portalId: master, of })).splits).toMatchObject([{ id: made.id }])
  ok(await label.billing.removeSplit({ portalId: master, of, splitId: made.id }))
  expect(await zero(database)).toBe(0)
  expect(people.label).toBeDefined()
})
