import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'

const world = testDatabase()
const days = { f: '2026-01-01', t: '2026-11-27' }

test('the page of albums takes no other category, and shows albums alone whatever is asked', async () => {
  const { analytics } = await as(world.database, 'label')
  const refused = async (query: object) => {
    const answer = await analytics.albumsSoldDetailInfo({ ...days, ...query })
    return answer && 'error' in answer
      ? Object.keys((answer.error as { fields?: object }).fields ?? {})
      : 'shown'
  }
  expect(await refused({})).toBe('shown')
  expect(await refused({ categories: 'album' })).toBe('shown')
  expect(await refused({ categories: 'apparel' })).toEqual(['categories'])
  expect(await refused({ categories: ['album', 'apparel'] })).toEqual(['categories'])
  expect(await refused({ addedCategories: 'apparel' })).toEqual(['addedCategories'])
  const all = ok(await analytics.albumsSoldDetailInfo(days))
  expect(ok(await analytics.albumsSoldDetailInfo({ ...days, categories: 'album' })).totals).toEqual(
    all.totals,
  )
  const records = ok(await analytics.salesByProductDetailInfo({ ...days, categories: 'album' }))
  expect(all.totals.netCents).toBe(records.totals.netCents)
  expect(all.totals.netCents).toBeGreaterThan(0)
  const clothes = ok(await analytics.salesByProductDetailInfo({ ...days, categories: 'apparel' }))
  expect(clothes.totals.netCents).not.toBe(all.totals.netCents)
})
