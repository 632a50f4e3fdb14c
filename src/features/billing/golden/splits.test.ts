import { beforeAll, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { emptied, type Golden, hasToSay, issued, saidEverywhere } from '#testing/bills-everywhere.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { addProduct, file, parties, portalId } from '../test-splits.ts'

/**
 * An album that three share, 50, 30 and 20 %, of which pressing comes back first: sold in May, billed, then partly given
 * back and sold again in June. Each party's bill is worked out by hand. What a label shares out of its own, whose sales are
 * on its own bill, is in splits-of-label.test.ts.
 */
const world = testDatabase()
const who = [
  { key: 'artist', accountId: accounts.ninoLobo.id, code: 'LOBO' },
  { key: 'label', accountId: accounts.bajamar.id, code: portals.bajamar.code },
  { key: 'orquesta', accountId: accounts.orquestaPoniente.id, code: portals.orquestaPoniente.code },
] as const

beforeAll(async () => {
  const { database } = world
  await emptied(database)
  await database.query(
    `insert into billing_agreement (id, account_id, text_version, text_hash, person_name, address, at)
      values (gen_random_uuid(), $1, '2026-11', 'demo', 'Prueba', '127.0.0.1', '2020-01-01')`,
    [accounts.orquestaPoniente.id],
  )
  // A beginner in those months, whenever this runs.
  await database.query(
    'update billing_information set retention_year = 2025 where retention_year is not null',
  )
})

async function sell(
  externalId: string,
  placedAt: string,
  units: number,
  unitPrice: string,
  more: object = {},
) {
  const artist = await as(world.database, 'artist')
  const line = { id: '1', sku: 'TRES', name: 'Vinilo', units, unitPrice }
  ok(
    await artist.orders.putOrder({
      ...{ portalId, externalId, placedAt, updatedAt: placedAt, currency: 'EUR', lines: [line] },
      ...more,
    }),
  )
}
/** Issues a month of all three before it looks: what one closes changes nothing of the others'. */
async function comesTo(month: string, at: number, golden: Record<(typeof who)[number]['key'], Golden>) {
  const bills = []
  for (const party of who) bills.push({ ...party, id: await issued(world.database, party.accountId, month) })
  for (const { key, code, id } of bills)
    expect([key, await saidEverywhere(world.database, id, key)]).toEqual([
      key,
      hasToSay(golden[key], `${code}-2025-0000${at}`),
    ])
}

test('three parties and what comes back first', async () => {
  const staff = await as(world.database, 'billing')
  const { id: productId } = await addProduct(world.database, 'TRES')
  const of = { portalId, productId }
  ok(await staff.billing.createSplit({ ...of, validFrom: '2025-05-01', payer: 'provider', parties }))
  const cost = { ...of, accountId: accounts.bajamar.id, day: '2025-05-02', file }
  ok(
    await staff.billing.createCost({
      ...cost,
      kind: 'pressing',
      amountCents: 2_501,
      description: 'Prensado',
    }),
  )
  // The orchestra has had 1.00 from the label: off its share alone, onto the label's.
  ok(
    await staff.billing.createCost({
      ...{ ...cost, kind: 'advance', partyId: accounts.orquestaPoniente.id },
      ...{ amountCents: 100, description: 'Anticipo' },
    }),
  )
  await sell('T-1', '2025-05-10T10:00:00Z', 3, '17.77')
  // 53.31 at 10 % are 47.979, so 47.98: 23.99, 14.394 and 9.596, of which the last cent is the orchestra's. Less 25.01 it is
  // 22.97: 11.485, 6.891 and 4.594, of which the last cent is the artist's; the label has its 25.01 besides.
  await comesTo('2025-05', 1, {
    // 21 % of 11.49 are 2.4129, 15 % 1.7235.
    artist: {
      lines: [
        ['Income', 2_399],
        ['Recoupment', -1_250],
      ],
      ...{ base: 1_149, rates: [[2_100, 1_149, 241]], withheld: 172, payable: 1_218 },
    },
    // 14.39 less 7.50 and 25.01, and 1.00 of the orchestra: 32.90; 6.909; nothing is withheld of a company.
    label: {
      lines: [
        ['Income', 1_439],
        ['Recoupment', 1_751],
        ['Own recoupment', 100],
      ],
      ...{ base: 3_290, rates: [[2_100, 3_290, 691]], withheld: 0, payable: 3_981 },
    },
    // 9.60 less 5.01 and 1.00: 3.59; 0.7539; of a beginner 7 %, 0.2513.
    orquesta: {
      lines: [
        ['Income', 960],
        ['Recoupment', -501],
        ['Own recoupment', -100],
      ],
      ...{ base: 359, rates: [[2_100, 359, 75]], withheld: 25, payable: 409 },
    },
  })

  await sell('T-1', '2025-05-10T10:00:00Z', 3, '17.77', {
    updatedAt: '2025-06-05T10:00:00Z',
    refunds: [{ id: 'R', at: '2025-06-05T10:00:00Z', lines: [{ id: '1', amount: '17.77' }] }],
  })
  await sell('T-2', '2025-06-10T10:00:00Z', 1, '100.00')
  // 90.00 less 15.993 are 74.01: 37.005, 22.203 and 14.802; the cost was had in May.
  await comesTo('2025-06', 2, {
    // 7.7721 and 5.5515.
    artist: {
      lines: [['Income', 3_701]],
      ...{ base: 3_701, rates: [[2_100, 3_701, 777]], withheld: 555, payable: 3_923 },
    },
    // 4.662.
    label: {
      lines: [['Income', 2_220]],
      ...{ base: 2_220, rates: [[2_100, 2_220, 466]], withheld: 0, payable: 2_686 },
    },
    // 3.108 and 1.036.
    orquesta: {
      lines: [['Income', 1_480]],
      ...{ base: 1_480, rates: [[2_100, 1_480, 311]], withheld: 104, payable: 1_687 },
    },
  })
})
