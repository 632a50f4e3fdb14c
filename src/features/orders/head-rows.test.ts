import { beforeEach, expect, test } from 'vitest'
import { inBulk } from '#platform/bulk.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { correctHeads, differentHeads } from './server/correct-heads.ts'
import type { LineDraft } from './server/line-draft.ts'
import { order } from './server/table.ts'

/** When and from where an order was placed, as it is known and as it is told again. */

const world = testDatabase()
const placedAt = new Date('2026-03-04T10:00:00Z')
const known = { country: 'ES', province: 'ES-SE', city: 'Sevilla', campaign: 'gira' }
let [portalId, other] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Sello')
  portalId = made.portalId
  other = await putPortal(world.database, made.accountId)
  const row = { ...known, currency: 'EUR', batchId: portalId, placedAt }
  await inTrial(world.database, (tx) =>
    tx.insert(order).values([
      { ...row, portalId, source: 'api', externalId: '7' },
      { ...row, portalId, source: 'csv', externalId: '7' },
      { ...row, portalId: other, source: 'api', externalId: '7' },
      { ...row, portalId, source: 'api', externalId: '8' },
    ]),
  )
})
type Told = Partial<LineDraft>
const draft = (told: Told) =>
  ({ portalKey: portalId, externalId: '7', placedAt: placedAt.getTime(), ...told }) as LineDraft
/** What becomes of order 7 of each portal and source, and of order 8; `same` where nothing is different. */
async function told(told: Told) {
  const heads = await inBulk(world.database, async (bulk) => {
    const different = await differentHeads(bulk, 'api', [draft(told)])
    await correctHeads(bulk, 'api', different.values())
    return different
  })
  if (heads.size === 0) return 'same'
  const [head, ...more] = await world.database.query<Record<string, string | null>>(
    `select country, province, city, campaign, placed_at from "order"
      where portal_id = any($1) and (country, province, city, campaign, placed_at) is distinct from ($2, $3, $4, $5, $6)`,
    [[portalId, other], ...Object.values(known), placedAt.toISOString()],
  )
  expect(more).toEqual([])
  return [head?.country, head?.province, head?.city, head?.campaign]
}

test('what is not told stays as it was', async () => {
  expect(await told({})).toBe('same')
  expect(await told(known)).toBe('same')
  expect(await told({ ...known, campaign: undefined })).toBe('same')
  expect(await told({ campaign: 'gira' })).toBe('same')
  expect(await told({ externalId: '9', campaign: 'otra' })).toBe('same')
})

test('a place is told as a whole, and a campaign by itself', async () => {
  expect(await told({ campaign: 'otra' })).toEqual(['ES', 'ES-SE', 'Sevilla', 'otra'])
})

test.each<[string, Told, (string | null)[]]>([
  ['another country has neither the province nor the city', { country: 'PT' }, ['PT', null, null, 'gira']],
  ['a province leaves no city', { country: 'ES', province: 'ES-M' }, ['ES', 'ES-M', null, 'gira']],
  ['a city is another', { ...known, city: 'Utrera' }, ['ES', 'ES-SE', 'Utrera', 'gira']],
  ['a city of no country is none', { city: 'Utrera', campaign: 'x' }, ['ES', 'ES-SE', 'Sevilla', 'x']],
  ['it was placed later', { placedAt: placedAt.getTime() + 1_000 }, ['ES', 'ES-SE', 'Sevilla', 'gira']],
])('%s', async (_, head, becomes) => {
  expect(await told(head)).toEqual(becomes)
})
