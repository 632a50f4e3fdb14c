import { beforeAll, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { closed, emptied, type Golden, hasToSay, issued, saidEverywhere } from '#testing/bills-everywhere.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'

/**
 * Months of one account, from its sales on, each worked out by hand: VAT 21 %, IRPF 15 %, whose goods stay its own to 80 %
 * (no product) or 90 % (an album). Where else figures stand as literals: totals alone in totals.test.ts, advances that are
 * settled in billing.test.ts, steps of rates in product-rates-papers.test.ts, charges that are set off in charges.test.ts,
 * what was presold in presaves.test.ts, New Year in years-end.test.ts.
 */
const world = testDatabase()
const { id: portalId } = portals.ninoLobo
const { id: accountId } = accounts.ninoLobo

beforeAll(async () => {
  await emptied(world.database)
})

async function sell(externalId: string, placedAt: string, unitPrice: string, more: object = {}) {
  const artist = await as(world.database, 'artist')
  const { units = 1, sku = 'SIN-PRODUCTO', ...rest } = more as { units?: number; sku?: string }
  const line = { id: '1', sku, name: 'Artículo', units, unitPrice }
  ok(
    await artist.orders.putOrder({
      ...{ portalId, externalId, placedAt, updatedAt: placedAt, currency: 'EUR' },
      ...{ ...rest, lines: [line] },
    }),
  )
}
/** Money back for an order that was told before. */
const back = (at: string, amount: string) => ({
  updatedAt: at,
  refunds: [{ id: 'R', at, lines: [{ id: '1', amount }] }],
})

/** Issues what is owed through a month and holds all that is made of it against the figures. */
async function comesTo(month: string, number: string, golden: Golden) {
  const id = await issued(world.database, accountId, month)
  expect(await saidEverywhere(world.database, id)).toEqual(hasToSay(golden, number))
}

test('23:30 UTC of the last day of a month is the next one in Madrid, and so is 22:30 in summer', async () => {
  await sell('E-1', '2026-01-31T22:59:00Z', '100.00')
  await sell('E-2', '2026-01-31T23:30:00Z', '10.03')
  // January has the first alone: 80 % of 100.00 are 80.00; 21 % 16.80; 15 % 12.00.
  await comesTo('2026-01', 'LOBO-2026-00001', {
    lines: [['Income', 8_000]],
    ...{ base: 8_000, rates: [[2_100, 8_000, 1_680]], withheld: 1_200, payable: 8_480 },
  })
  // February has the other: 8.024; 21 % of 8.02 are 1.6842; 15 % 1.203.
  await comesTo('2026-02', 'LOBO-2026-00002', {
    lines: [['Income', 802]],
    ...{ base: 802, rates: [[2_100, 802, 168]], withheld: 120, payable: 850 },
  })
  // In summer Madrid is two hours ahead.
  await sell('E-3', '2026-04-30T21:59:00Z', '50.00')
  await sell('E-4', '2026-04-30T22:30:00Z', '7.77')
  await comesTo('2026-04', 'LOBO-2026-00003', {
    lines: [['Income', 4_000]],
    ...{ base: 4_000, rates: [[2_100, 4_000, 840]], withheld: 600, payable: 4_240 },
  })
  // 6.216; 21 % of 6.22 are 1.3062; 15 % 0.933.
  await comesTo('2026-05', 'LOBO-2026-00004', {
    lines: [['Income', 622]],
    ...{ base: 622, rates: [[2_100, 622, 131]], withheld: 93, payable: 660 },
  })
})

test('what comes back after its month was billed goes at the rate that it was sold at', async () => {
  const staff = await as(world.database, 'billing')
  await sell('R-1', '2026-06-10T10:00:00Z', '40.00', { units: 2 })
  // 80 % of 80.00.
  await comesTo('2026-06', 'LOBO-2026-00005', {
    lines: [['Income', 6_400]],
    ...{ base: 6_400, rates: [[2_100, 6_400, 1_344]], withheld: 960, payable: 6_784 },
  })
  // From July on the provider keeps 25 %.
  ok(await staff.billing.setRate({ key: 'apparel', bp: 2_500, validFrom: '2026-07-01', portalId }))
  await sell('R-2', '2026-07-05T10:00:00Z', '100.00')
  await sell('R-1', '2026-06-10T10:00:00Z', '40.00', { units: 2, ...back('2026-07-06T10:00:00Z', '40.00') })
  // 75.00 of July at 25 %, less the 32.00 that 40.00 were at 20 %: 43.00; 9.03; 6.45.
  await comesTo('2026-07', 'LOBO-2026-00006', {
    lines: [
      ['Income', -3_200],
      ['Income', 7_500],
    ],
    ...{ base: 4_300, rates: [[2_100, 4_300, 903]], withheld: 645, payable: 4_558 },
  })
  ok(await staff.billing.setRate({ key: 'apparel', bp: 2_000, validFrom: '2026-08-01', portalId }))
})

test('what is found to be an album after it was billed is made up for on the next bill', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const catalogue = await as(database, 'staff')
  await sell('M-1', '2026-08-10T10:00:00Z', '33.33', { sku: 'NO-SE-SABE' })
  // 26.664; 21 % of 26.66 are 5.5986; 15 % 3.999.
  await comesTo('2026-08', 'LOBO-2026-00007', {
    lines: [['Income', 2_666]],
    ...{ base: 2_666, rates: [[2_100, 2_666, 560]], withheld: 400, payable: 2_826 },
  })
  const made = ok(
    await catalogue.products.createProduct({
      ...{ portalId, name: { es: 'Vinilo' }, sku: 'VINILO', category: 'album', format: 'limited' },
      ...{ priceCents: 3_333, taxClass: 'general', editionUnits: 500 },
    } as never),
  )
  const { items } = ok(await artist.orders.listSkus({ portalId, state: 'unmapped' }))
  const skus = items
    .filter(({ sku }) => sku === 'NO-SE-SABE')
    .map(({ id }) => ({ id, productId: made.id, variantId: null }))
  expect(ok(await artist.orders.mapSkus({ portalId, skus }))).toEqual({ mapped: 1 })
  // August again, 29.997 instead of 26.664: 30.00 come on and 26.66 go off; 3.34, 0.7014, 0.501.
  await comesTo('2026-09', 'LOBO-2026-00008', {
    lines: [
      ['Income', 3_000],
      ['Income', -2_666],
    ],
    ...{ base: 334, rates: [[2_100, 334, 70]], withheld: 50, payable: 354 },
  })
})

test('an order in pounds is owed at the rate that it was told with, and so is what comes back of it', async () => {
  const inPounds = { currency: 'GBP', units: 3 }
  const pounds = { ...inPounds, currencyRate: '1.1575' }
  await sell('G-1', '2025-03-10T10:00:00Z', '12.34', pounds)
  // 37.02 pounds are 42.85065; 80 % 34.28052; 21 % of 34.28 are 7.1988; 15 % 5.142.
  await comesTo('2025-03', 'LOBO-2025-00001', {
    lines: [['Income', 3_428]],
    ...{ base: 3_428, rates: [[2_100, 3_428, 720]], withheld: 514, payable: 3_634 },
  })
  await sell('G-2', '2025-04-11T10:00:00Z', '20.00', pounds)
  await sell('G-1', '2025-03-10T10:00:00Z', '12.34', {
    ...inPounds,
    ...back('2025-04-12T10:00:00Z', '12.34'),
  })
  // 69.45 less 14.28355: 55.16645; 80 % 44.13316; 21 % of 44.13 are 9.2673; 15 % 6.6195.
  await comesTo('2025-04', 'LOBO-2025-00002', {
    lines: [['Income', 4_413]],
    ...{ base: 4_413, rates: [[2_100, 4_413, 927]], withheld: 662, payable: 4_678 },
  })
})

test('a month below zero makes no bill, and comes off the next one as an adjustment', async () => {
  await sell('N-1', '2025-06-10T10:00:00Z', '100.00')
  await comesTo('2025-06', 'LOBO-2025-00003', {
    lines: [['Income', 8_000]],
    ...{ base: 8_000, rates: [[2_100, 8_000, 1_680]], withheld: 1_200, payable: 8_480 },
  })
  await sell('N-1', '2025-06-10T10:00:00Z', '100.00', back('2025-07-10T10:00:00Z', '30.00'))
  await sell('N-2', '2025-07-12T10:00:00Z', '9.99')
  // 7.992 less 24.00: −16.008.
  expect(await closed(world.database, accountId, '2025-07')).toEqual({ left: 'negative' })
  await sell('N-3', '2025-08-12T10:00:00Z', '45.67')
  // 36.536 less 16.01: 20.53; 21 % 4.3113; 15 % 3.0795.
  await comesTo('2025-08', 'LOBO-2025-00004', {
    lines: [
      ['Income', 3_654],
      ['Adjustment', -1_601],
    ],
    ...{ base: 2_053, rates: [[2_100, 2_053, 431]], withheld: 308, payable: 2_176 },
  })
})
