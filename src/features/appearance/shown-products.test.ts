import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id

test('who chooses products after somebody else has, without having seen it, is refused and loses nothing of theirs', async () => {
  const [one, other] = [await as(world.database, 'artist'), await as(world.database, 'super')]
  const before = ok(await one.appearance.listShownProducts({ portalId }))
  expect(before).toMatchObject({ chosen: false, version: 0 })
  const [first = '', second = ''] = before.items.map(({ id }) => id)
  const choose = (api: typeof one, productIds: string[], version: number) =>
    api.appearance.updateShownProducts({ portalId, productIds }, { version })
  const chosen = ok(await choose(one, [first], before.version))
  expect(chosen.chosen).toBe(true)
  // The first choice of all is one too: both have seen that nobody had chosen.
  expect(failureCode(await choose(other, [second], before.version))).toBe('stale')
  const seen = ok(await other.appearance.listShownProducts({ portalId }))
  expect(seen.items.filter(({ shown }) => shown).map(({ id }) => id)).toEqual([first])
  const both = ok(await choose(other, [first, second], seen.version))
  expect(failureCode(await choose(one, [], chosen.version))).toBe('stale')
  expect(ok(await choose(one, [second], both.version)).version).toBeGreaterThan(both.version)
})
