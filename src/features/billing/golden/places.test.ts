import { beforeAll, describe, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { emptied, type Golden, hasToSay, issued, saidEverywhere } from '#testing/bills-everywhere.ts'
import { testDatabase } from '#testing/database.ts'
import { accountId, places, portalId, stand } from '../test-taxes.ts'

/**
 * One sale of 123.45 that is supplied from each place, to each place of the provider. 80 % of it are 98.76; what is withheld
 * of a person's work is 15 %, in Ceuta and Melilla 60 % less (Ley 35/2006, art. 101.5.a). Which words and codes go with each
 * is in tax-cases.test.ts.
 */
const world = testDatabase()

beforeAll(async () => {
  await emptied(world.database)
})

async function sold(on: string, unitPrice = '123.45') {
  const artist = await as(world.database, 'artist')
  const [externalId, placedAt] = [`P-${on}`, `${on}T10:00:00Z`]
  const lines = [{ id: '1', sku: 'SIN-PRODUCTO', name: 'Artículo', units: 1, unitPrice }]
  ok(
    await artist.orders.putOrder({
      ...{ portalId, externalId, placedAt, updatedAt: placedAt, currency: 'EUR', lines },
    }),
  )
}
const withholding = (kind: string, bp: number) =>
  world.database.query(
    'update billing_information set retention = $2, retention_bp = $3 where account_id = $1',
    [accountId, kind, bp],
  )

const golden = (bp: number, quota: number, withheld: number, payable: number): Golden => ({
  lines: [['Income', 9_876]],
  ...{ base: 9_876, rates: [[bp, 9_876, quota]], withheld, payable },
})
// 21 % of 98.76 are 20.7396, 7 % 6.9132; 15 % are 14.814, 6 % 5.9256, 19 % 18.7644.
// biome-ignore format: a table of cases
const cases = [
  { month: '2024-10', of: { from: 'ceuta', supply: 'authorship' }, id: 'exemptFromCeutaMelilla', kept: 600, golden: golden(0, 0, 593, 9_283) },
  { month: '2024-11', of: { from: 'ceuta', reading: 'destination' }, id: 'fromCeutaMelilla', kept: 600, golden: golden(0, 0, 593, 9_283) },
  { month: '2025-01', of: { from: 'madrid' }, id: 'vat', kept: 1_500, golden: golden(2_100, 2_074, 1_481, 10_469) },
  { month: '2025-02', of: { from: 'madrid', supply: 'authorship' }, id: 'exempt', kept: 1_500, golden: golden(0, 0, 1_481, 8_395) },
  { month: '2025-03', of: { from: 'lasPalmas' }, id: 'fromCanaries', kept: 1_500, golden: golden(0, 0, 1_481, 8_395) },
  { month: '2025-04', of: { from: 'lasPalmas', reading: 'destination' }, id: 'fromCanaries', kept: 1_500, golden: golden(0, 0, 1_481, 8_395) },
  { month: '2025-05', of: { from: 'ceuta' }, id: 'fromCeutaMelilla', kept: 600, golden: golden(0, 0, 593, 9_283) },
  { month: '2025-06', of: { from: 'melilla' }, id: 'fromCeutaMelilla', kept: 600, golden: golden(0, 0, 593, 9_283) },
  { month: '2025-07', of: { from: 'lasPalmas', supply: 'authorship' }, id: 'exemptFromCanaries', kept: 1_500, golden: golden(0, 0, 1_481, 8_395) },
  { month: '2025-08', of: { from: 'lasPalmas', to: 'lasPalmas' }, id: 'igic', kept: 1_500, golden: golden(700, 691, 1_481, 9_086) },
  { month: '2025-09', of: { from: 'madrid', to: 'lasPalmas' }, id: 'toCanaries', kept: 1_500, golden: golden(0, 0, 1_481, 8_395) },
  { month: '2025-10', of: { from: 'melilla', to: 'lasPalmas' }, id: 'ceutaMelillaToCanaries', kept: 600, golden: golden(0, 0, 593, 9_283) },
] as const

describe.each(cases)('$id ($of.from, $of.to, $of.supply, $of.reading)', ({ month, of, id, kept, golden }) => {
  test('comes to the same cents everywhere', async () => {
    const { database } = world
    await stand(database, { reading: 'origin', ...of })
    await withholding('professional', kept)
    await sold(`${month}-10`)
    const billId = await issued(database, accountId, month)
    const reader = await as(database, 'artist')
    expect(ok(await reader.billing.getBill({ billId })).taxCase).toBe(id)
    const year = month.slice(0, 4)
    const ofYear = cases.filter((one) => one.month.startsWith(year)).findIndex((one) => one.month === month)
    const number = `LOBO-${year}-${String(ofYear + 1).padStart(5, '0')}`
    expect(await saidEverywhere(database, billId)).toEqual(hasToSay(golden, number))
  })
})

test('whoever moves to the Canaries within December has all of December from there, and November from before', async () => {
  const { database } = world
  await stand(database, { from: 'madrid', reading: 'origin' })
  await withholding('professional', 1_500)
  await sold('2025-11-20')
  // 80 % of 10.00 and of 45.67: 8.00 and 36.536.
  await sold('2025-12-03', '10.00')
  await sold('2025-12-20', '45.67')
  const owner = await as(database, 'artist')
  const { version, ...known } = ok(await owner.billing.getBillingInformation({ portalId }))
  const [postcode, province] = places.lasPalmas
  ok(
    await owner.billing.updateBillingInformation(
      {
        ...{ ...known, portalId, postcode, province, city: 'Las Palmas', territory: 'canaries' },
        ...{ since: '2025-12-15', retention: known.retention ?? 'none' },
        retentionReason: known.retentionReason ?? '',
      },
      { version },
    ),
  )
  const before = await issued(database, accountId, '2025-12')
  expect(await saidEverywhere(database, before)).toEqual(
    hasToSay(golden(2_100, 2_074, 1_481, 10_469), 'LOBO-2026-00001'),
  )
  const after = await issued(database, accountId, '2025-12')
  // 15 % of 44.54 are 6.681.
  const moved: Golden = {
    lines: [['Income', 4_454]],
    ...{ base: 4_454, rates: [[0, 4_454, 0]], withheld: 668, payable: 3_786 },
  }
  expect(await saidEverywhere(database, after)).toEqual(hasToSay(moved, 'LOBO-2026-00002'))
})
