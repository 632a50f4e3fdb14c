import { beforeAll, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { asService } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { recoupCosts } from './server/recoup-costs.ts'
import { addProduct, artist, fieldsOf, file, portalId, third, thisMonth, today, zero } from './test-splits.ts'
import { pdfText } from './test-taxes.ts'

/**
 * A label pays who share; one of them, an artist with a NIF, becomes a company with another. What she has is hers, what the company
 * has is the company's, and neither makes up for the other.
 */

const world = testDatabase()
const month = (back: number) => formatDay(startOfMonth(dayOf(Date.now()), -back))
const hers = { taxId: '44556678Z', name: 'Inés Alba Ruiz' }
const companys = { taxId: 'B43000025', name: 'Alba Discos, S. L.' }
const far = { f: '2020-01-01', t: today }
let splitId = ''

/** What is shared of a month, as order lines would have brought it: to the payer as a whole, and a part to each. */
const shared = async (back: number, parts: Record<string, number>) => {
  for (const [accountId, cents] of Object.entries(parts))
    await world.database.query(
      `insert into ledger_entry (id, account_id, "from", "to", amount_cents, micros, type, portal_id, month, commission_bp, split_id, payer_id)
        values (gen_random_uuid(), $1, 'sales', 'royalties', $2, $2::bigint * 10000, 'Income', $3, $4, 2000, $5, $6)`,
      [accountId, cents, portalId, month(back), splitId, artist],
    )
}
const recouped = () => world.database.transaction(asService('trial'), (tx) => recoupCosts(tx, portalId))
const statement = async () => {
  const owner = await as(world.database, 'artist')
  const { statements } = ok(await owner.billing.getShares({ portalId, ...far }))
  const found = statements.find(({ payee, payer }) => payee.id === third && payer?.id === artist)
  if (!found) throw new Error('no statement')
  return found
}
const pay = async (amountCents: number, of: { series?: number; payerSeries?: number } = {}) =>
  (await as(world.database, 'artist')).billing.recordSharePayment({
    ...{ portalId, accountId: third, amountCents, on: today, ...of },
  })
/** By raw rows: what the account has of whom, each month by who had it then. */
const raw = async (since: string) => {
  const rows = await world.database.query<{ former: boolean; cents: string }>(
    `select case when 'settled' in ("from", "to") then tax_id = $3 else month < $2::date end as former,
        sum(case when "to" = 'royalties' then amount_cents else -amount_cents end) as cents from ledger_entry
      where account_id = $1 and payer_id = $4 and 'royalties' in ("from", "to") group by 1`,
    [third, since, hers.taxId, artist],
  )
  return {
    former: 0,
    present: 0,
    ...Object.fromEntries(rows.map((row) => [row.former ? 'former' : 'present', Number(row.cents)])),
  }
}

beforeAll(async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  await database.query(
    `update billing_information set kind = 'person', tax_id = $2, legal_name = $3, since = null, series = 1 where account_id = $1`,
    [third, hers.taxId, hers.name],
  )
  const made = await addProduct(database, 'SPLIT-P')
  const split = ok(
    await staff.billing.createSplit({
      ...{ portalId, productId: made.id, validFrom: thisMonth, payer: 'account' },
      parties: [
        { accountId: artist, shareBp: 5_000 },
        { accountId: third, shareBp: 5_000 },
      ],
    }),
  )
  splitId = split.id
  // An advance that she had, which comes off her own share.
  ok(
    await staff.billing.createCost({
      ...{ portalId, productId: made.id, accountId: artist, partyId: third, kind: 'advance', day: month(4) },
      ...{ amountCents: 30_000, description: 'Anticipo', file },
    }),
  )
  await database.query('update split_cost set month = $2 where portal_id = $1', [portalId, month(4)])
})

test('each month is of who had the account; payments and what is owed are of one of them', async () => {
  const { database } = world
  const [owner, others] = [await as(database, 'artist'), await as(database, 'orquesta')]
  await shared(3, { [artist]: 20_000, [third]: 20_000 })
  await recouped()
  // 200 of her advance of 300 have come back.
  expect((await statement()).persons).toEqual([])
  expect((await statement()).balance?.closingCents).toBe(0)
  ok(
    await others.billing.setShareByFile({
      ...{ portalId: portals.orquestaPoniente.id, payerId: artist, allowed: true },
    }),
  )
  const { version, ...of } = ok(
    await others.billing.getBillingInformation({ portalId: portals.orquestaPoniente.id }),
  )
  const since = month(1)
  const { givenName: _, firstSurname: _f, secondSurname: _s, ...rest } = of
  const staff = await as(database, 'billing')
  const company = {
    kind: 'company' as const,
    taxId: companys.taxId,
    legalName: companys.name,
    holder: companys.name,
  }
  ok(
    await staff.billing.updateBillingInformation(
      {
        ...{ ...rest, ...company, portalId: portals.orquestaPoniente.id, since, supply: 'services' },
        ...{ retention: 'none', retentionReason: 'Sociedad' },
      },
      { version },
    ),
  )
  await shared(1, { [artist]: 50_000, [third]: 50_000 })
  await recouped()
  // The 100 that are left of her advance do not come off what the company has.
  expect(await raw(since)).toEqual({ former: 0, present: 50_000 })
  const now = await statement()
  expect(now.persons).toMatchObject([
    { payee: companys.name, present: true, owedCents: 50_000 },
    { payee: hers.name, present: false, owedCents: 0 },
  ])
  // Something of hers came back: she owes it, and the company is paid whole.
  await shared(2, { [artist]: -8_000, [third]: -8_000 })
  await recouped()
  const after = await statement()
  const [present, former] = after.persons
  expect(after.persons.reduce((sum, { owedCents }) => sum + owedCents, 0)).toBe(after.balance?.closingCents)
  expect([former?.owedCents, present?.owedCents]).toEqual(Object.values(await raw(since)))
  expect(present?.owedCents).toBe(50_000)
  // 42,000 together, and yet the company may be paid its 50,000, and nothing to her.
  expect(fieldsOf(await pay(50_001))).toContain('amountCents')
  expect(
    fieldsOf(await pay(1, { series: former?.series ?? 0, payerSeries: former?.payerSeries ?? 0 })),
  ).toContain('amountCents')
  ok(await pay(50_000))
  expect((await statement()).persons.map(({ owedCents }) => owedCents)).toEqual([0, former?.owedCents])
  // Hers of a month that came late.
  await shared(3, { [artist]: 40_000, [third]: 40_000 })
  await recouped()
  const late = (await statement()).persons[1]
  expect(late?.owedCents).toBe((await raw(since)).former)
  expect(late?.owedCents).toBeGreaterThan(0)
  // The company has not said that the label may have its IBAN; she cannot be paid by a file at all.
  expect(failureCode(await owner.billing.createShareFile({ portalId, on: today }))).toBe(
    'billing.nothingToPay',
  )
  const person = { series: late?.series ?? 0, payerSeries: late?.payerSeries ?? 0 }
  ok(await pay(late?.owedCents ?? 0, person))
  expect((await statement()).persons.map(({ owedCents }) => owedCents)).toEqual([0, 0])
  expect(await raw(since)).toEqual({ former: 0, present: 0 })
  expect(await zero(database)).toBe(0)
})

test('a file pays who has the account now, at the IBAN of now; papers say whose the rest is', async () => {
  const { database } = world
  const [owner, others] = [await as(database, 'artist'), await as(database, 'orquesta')]
  await shared(3, { [artist]: 7_000, [third]: 7_000 })
  await shared(1, { [artist]: 9_000, [third]: 9_000 })
  await recouped()
  ok(
    await others.billing.setShareByFile({
      ...{ portalId: portals.orquestaPoniente.id, payerId: artist, allowed: true },
    }),
  )
  const made = ok(await owner.billing.createShareFile({ portalId, on: today }))
  expect(made).toMatchObject({ totalCents: 9_000, payments: [{ amountCents: 9_000 }] })
  expect((await statement()).persons.map(({ owedCents }) => owedCents)).toEqual([0, 7_000])
  for (const format of ['csv', 'pdf'] as const) {
    const asked = `/portal/${portalId}/shareStatement?payeeId=${third}&payerId=${artist}&f=${far.f}&t=${far.t}&format=${format}&locale=es`
    const bytes = Buffer.from(await (await fileFor(database, people.artist.id, asked)).arrayBuffer())
    const text = format === 'pdf' ? pdfText(bytes) : bytes.toString()
    expect(text).toContain(hers.name)
  }
})
