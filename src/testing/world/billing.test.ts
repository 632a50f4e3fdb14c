import { expect, test } from 'vitest'
import { getInformation } from '#features/billing/server/information.ts'
import { contradictions } from '#features/billing/server/information-faults.ts'
import { asService } from '#platform/db.ts'
import { testDatabase } from '#testing/database.ts'
import { type AccountKey, accounts, portals } from './cast.ts'

const world = testDatabase()
const said = ['bajamar', 'ninoLobo', 'orquestaPoniente', 'veraCantil'] as const satisfies AccountKey[]

test.each(said)('what %s says of itself obeys the rules of its own form', async (key) => {
  const of = await world.database.transaction(asService('trial'), (tx) =>
    getInformation(tx, { ...portals[key], accountId: accounts[key].id, master: true } as never),
  )
  const { retention, retentionReason, ...rest } = of
  const draft = { ...rest, retention: retention ?? 'none', retentionReason: retentionReason ?? '' }
  expect(of.complete).toBe(true)
  expect(contradictions(draft, of, new Date())).toEqual({})
})
