import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { putBill } from '#testing/raw-bills.ts'
import { accounts, portals } from '#testing/world/cast.ts'

const world = testDatabase()

test('advances beyond those that are shown count for what may still be asked for', async () => {
  const { billing } = await as(world.database, 'artist')
  const ask = async () => ok(await billing.listAdvances({ portalId: portals.ninoLobo.id }))
  const before = await ask()
  for (let n = 0; n < 201; n++)
    await putBill(world.database, {
      ...{ accountId: accounts.ninoLobo.id, type: 2, status: 'Next', number: null, amountCents: 3 },
    })
  const after = await ask()
  expect(after.items).toHaveLength(200)
  expect(after.requestedCents).toBe(before.requestedCents + 603)
  expect(after.availableCents).toBe(Math.max(0, before.availableCents - 603))
})
