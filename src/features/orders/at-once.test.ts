import { beforeAll, expect, test } from 'vitest'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import { Big } from '#platform/money.ts'
import { testDatabase } from '#testing/database.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { applyOrders } from './server/apply-orders.ts'

/** One order of which a shop and a program tell at the same moment: neither sees what the other has not finished. */

const world = testDatabase()
const placedAt = Date.UTC(2026, 2, 4, 10)
let portalId = ''
beforeAll(async () => {
  portalId = (await putAccount(world.database, 'Tienda')).portalId
})

function tell(bulk: Bulk, source: string, externalId: string) {
  const line = { id: '1', sku: 'S', name: 'N', units: 2, gross: '20', net: '20', tax: '4.2' }
  const snapshot = {
    ...{ externalId, placedAt, toldAt: placedAt, currency: 'EUR', country: 'ES', province: null, city: null },
    ...{ campaign: null, sold: true, cancelled: null, refunds: [] },
    lines: [{ ...line, shipped: 0, removed: 0, returned: 0 }],
  }
  const told = { portalId, snapshot, buyer: 'berta@example.test', rate: new Big(1) }
  return applyOrders(bulk, source, [told], Buffer.alloc(32, 7))
}

/** How the number is held while a source tells of it. */
const heldWhile = (source: string, externalId: string, number: string) =>
  inBulk(world.database, async (bulk) => {
    await tell(bulk, source, externalId)
    const held = await bulk.query<{ mode: string }>(
      `select mode from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended('number ' || $1, 0)`,
      [`${portalId} ${number}`],
    )
    return held.map(({ mode }) => mode)
  })

test('a program has a number for itself until it is done; shops share it, however it is written', async () => {
  expect(await heldWhile('api', '#AB-1', 'ab-1')).toEqual(['ExclusiveLock'])
  expect(await heldWhile('woocommerce', 'Ab-2', 'ab-2')).toEqual(['ShareLock'])
  expect(await heldWhile('shopify', '#ab-3', 'ab-3')).toEqual(['ShareLock'])
})

/** The second begins while the first has told and is not done, and the first goes on when the second waits or has an answer. */
async function oneWhileOther(first: string, second: string, number: string) {
  const [told, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const one = inBulk(world.database, async (bulk) => {
    await tell(bulk, first, number)
    told.resolve()
    await goOn.promise
  })
  await Promise.race([told.promise, one])
  let answered = false
  const other = why(inBulk(world.database, (bulk) => tell(bulk, second, `#${number}`))).finally(() => {
    answered = true
  })
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while (!answered && (await world.database.query(waiting)).length === 0);
  goOn.resolve()
  await one
  return other
}
const standing = async (number: string) => {
  const found = await world.database.query<{ source: string }>(
    `select source from "order" where portal_id = $1 and external_id in ($2, '#' || $2)`,
    [portalId, number],
  )
  return found.map(({ source }) => source)
}

// The database in the program has one connection: there, nobody is at once.
test.runIf(process.env.TEST_ON === 'postgres')(
  'of a shop and a program at once the second waits, and the order is the shop’s, once',
  async () => {
    expect(await oneWhileOther('woocommerce', 'api', '7001')).toBe('orders.cameBy')
    expect(await standing('7001')).toEqual(['woocommerce'])
    expect(await oneWhileOther('api', 'woocommerce', '7002')).toBe('done')
    expect(await standing('7002')).toEqual(['woocommerce'])
  },
)
