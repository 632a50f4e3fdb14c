import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'

const world = testDatabase()

test('days that end before they begin are an error by the field, never a list of nothing', async () => {
  const label = await as(world.database, 'label')
  const days = { from: '2026-11-20', to: '2026-10-01' }
  const wrong = { error: { code: 'invalidInput', fields: { to: 'El último día es anterior al primero.' } } }
  expect(await label.activity.listActivity(days)).toMatchObject(wrong)
  expect(await label.orders.listOrders(days)).toMatchObject(wrong)
  ok(await label.activity.listActivity({ from: '2026-11-20', to: '2026-11-20' }))
  ok(await label.orders.listOrders({ from: '2026-11-20', to: '2026-11-20' }))
})
