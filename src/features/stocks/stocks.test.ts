import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const rows = async (who: 'artist' | 'super' = 'artist') =>
  ok(await (await as(world.database, who)).stocks.listStocks({ portalId })).items
const first = async () => {
  const [row] = await rows()
  if (!row) throw new Error('The portal has no stock')
  return row
}

describe('stock', () => {
  test('shows what is limited, and only movements change it', async () => {
    const artist = await as(world.database, 'artist')
    const row = await first()
    const at = { portalId, stockId: row.id }
    const counted = ok(await artist.stocks.countStock({ ...at, onHand: 40, note: 'Almacén' }))
    expect(counted).toMatchObject({ onHand: 40, available: 40 - row.committed })
    const broken = ok(await artist.stocks.addMovement({ ...at, kind: 'damage', units: -3 }))
    expect(broken.onHand).toBe(37)
    const detail = ok(await artist.stocks.getStock(at))
    expect(detail.movements.slice(0, 2)).toMatchObject([
      { kind: 'damage', units: -3, onHandAfter: 37 },
      { kind: 'count', onHandAfter: 40, note: 'Almacén' },
    ])
    expect(detail.movements[0]?.person).toBeTruthy()
    const total = await world.database.query<{ total: number }>(
      `select sum(units)::int as total from stock_movement where stock_id = $1`,
      [row.id],
    )
    expect(total[0]?.total).toBe(37)
  })

  test('never falls below none, and a note moves nothing', async () => {
    const artist = await as(world.database, 'artist')
    const row = await first()
    const at = { portalId, stockId: row.id }
    const before = await rows()
    expect(await artist.stocks.addMovement({ ...at, kind: 'damage', units: -100_000 })).toMatchObject({
      error: { fields: { units: 'No hay tantas unidades.' } },
    })
    for (const units of [1, 2, -1])
      expect(failureCode(await artist.stocks.addMovement({ ...at, kind: 'note', units, note: 'x' }))).toBe(
        'invalidInput',
      )
    // Nothing that moves nothing is written down, but for what somebody says.
    for (const draft of [
      { kind: 'damage', units: 0 },
      { kind: 'damage', units: 0, note: 'x' },
      { kind: 'note', units: 0 },
      { kind: 'note', units: 0, note: '' },
    ] as const)
      expect(await artist.stocks.addMovement({ ...at, ...draft })).toMatchObject({
        error: { code: 'invalidInput', fields: { units: expect.any(String) } },
      })
    expect(await rows()).toEqual(before)
  })

  test('says how often it moved, also where it never did', async () => {
    const artist = await as(world.database, 'artist')
    const at = { portalId, stockId: (await rows()).at(-1)?.id ?? '' }
    await world.database.query('delete from stock_movement where stock_id = $1', [at.stockId])
    expect(ok(await artist.stocks.getStock(at))).toMatchObject({ movements: [], movementsTotal: 0 })
    ok(await artist.stocks.addMovement({ ...at, kind: 'note', units: 0, note: 'Revisado' }))
    expect(ok(await artist.stocks.getStock(at)).movementsTotal).toBe(1)
  })

  test('is transferred between two variants, both or none', async () => {
    const artist = await as(world.database, 'artist')
    const [from, to] = await rows()
    if (!from || !to) throw new Error('Two are needed')
    ok(await artist.stocks.countStock({ portalId, stockId: from.id, onHand: 10 }))
    ok(await artist.stocks.countStock({ portalId, stockId: to.id, onHand: 1 }))
    const wish = { portalId, fromId: from.id, toId: to.id }
    const moved = ok(await artist.stocks.transferStock({ ...wish, units: 4 }))
    expect([moved.from.onHand, moved.to.onHand]).toEqual([6, 5])
    expect(failureCode(await artist.stocks.transferStock({ ...wish, units: 7 }))).toBe('invalidInput')
    expect((await rows()).find(({ id }) => id === to.id)?.onHand).toBe(5)
  })

  test('that runs low raises the alert', async () => {
    const artist = await as(world.database, 'artist')
    const row = await first()
    const at = { portalId, stockId: row.id }
    const counted = ok(await artist.stocks.countStock({ ...at, onHand: 5 }))
    const levels = { ...at, incoming: 20, safety: 2, lowAt: 3 }
    const low = ok(await artist.stocks.updateStock(levels, { version: counted.version }))
    expect(low).toMatchObject({ incoming: 20, available: 3 - row.committed, low: true })
    expect(failureCode(await artist.stocks.updateStock(levels, { version: counted.version }))).toBe('stale')
    expect(ok(await artist.portals.listAlerts({ portalId }))).toContain('low-stock')
    expect(ok(await artist.stocks.listStocks({ portalId, level: 'low' })).items).toHaveLength(1)
    // At its level and below it, of what is sold now, and where a level was said.
    const alerts = async () => ok(await artist.portals.listAlerts({ portalId })).includes('low-stock')
    const keep = (what: string) => world.database.query(`update stock set ${what} where id = $1`, [row.id])
    const become = (status: string) =>
      world.database.query('update product set status = $2 where id = $1', [row.productId, status])
    await keep('committed = 3, on_hand = 3 + safety + low_at')
    expect(await alerts()).toBe(true)
    await keep('on_hand = on_hand + 1')
    expect(await alerts()).toBe(false)
    await keep('on_hand = on_hand - 2')
    expect(await alerts()).toBe(true)
    await become('draft')
    expect(await alerts()).toBe(false)
    await become('active')
    expect(await alerts()).toBe(true)
    expect(
      ok(await (await as(world.database, 'label')).portals.listAlerts({ portalId: portals.mareaHonda.id })),
    ).not.toContain('low-stock')
    await keep('low_at = null, on_hand = committed')
    expect(await alerts()).toBe(false)
  })

  test('is counted with a sheet that was downloaded', async () => {
    const artist = await as(world.database, 'artist')
    const empty = await fileFor(world.database, people.artist.id, `/portal/${portalId}/stocks/file`)
    expect(await empty.text()).toContain('Recuento')
    const [one, two] = await rows()
    const sheet = ['SKU;Recuento', `${one?.sku};12`, `${two?.sku};`, 'NADA;3', `${two?.sku};muchas`].join(
      '\n',
    )
    const file = () => new File([sheet], 'recuento.csv')
    const check = ok(await artist.stocks.importCount({ portalId, file: file(), mode: 'check' }))
    expect(check).toMatchObject({ good: 1, bad: 2, changed: 0 })
    const done = ok(await artist.stocks.importCount({ portalId, file: file(), mode: 'valid' }))
    expect(done.changed).toBe(1)
    expect((await rows()).find(({ id }) => id === one?.id)?.onHand).toBe(12)
  })

  test('is counted with a sheet of one’s own, whatever it calls its units; what the books say is no count', async () => {
    const artist = await as(world.database, 'artist')
    const [one] = await rows()
    const check = async (...lines: string[]) =>
      artist.stocks.importCount({
        ...{ portalId, mode: 'check', file: new File([lines.join('\n')], 'almacen.csv') },
      })
    const counts = async (...lines: string[]) => ok(await check(...lines)).rows.map((row) => row.after)
    expect(await counts('SKU;Cantidad', `${one?.sku};7`)).toEqual([7])
    expect(await counts('Ref.;Uds', `${one?.sku};8`)).toEqual([8])
    expect(await counts('Code,Qty', `${one?.sku},9`)).toEqual([9])
    // A count beside another column of units is the count, wherever it stands.
    expect(await counts('Recuento;SKU;Cantidad', `3;${one?.sku};7`)).toEqual([3])
    expect(await counts('Cantidad;SKU;Recuento', `7;${one?.sku};3`)).toEqual([3])
    expect(failureCode(await check('SKU;Stock', `${one?.sku};7`))).toBe('invalidInput')
  })

  test('of several rows all are taken over, in whatever order they stand', async () => {
    const artist = await as(world.database, 'artist')
    const some = (await rows()).slice(0, 4)
    expect(some).toHaveLength(4)
    for (const turned of [some, some.toReversed()]) {
      const first = turned === some ? 60 : 80
      const lines = turned.map(({ sku }, at) => `${sku};${first + at}`)
      const file = new File([['SKU;Recuento', ...lines].join('\n')], 'recuento.csv')
      expect(ok(await artist.stocks.importCount({ portalId, file, mode: 'all' }))).toMatchObject({
        changed: 4,
      })
      const now = new Map((await rows()).map(({ id, onHand }) => [id, onHand]))
      expect(turned.map(({ id }) => now.get(id))).toEqual([0, 1, 2, 3].map((at) => first + at))
      // Two who count at once take the rows in one order, and wait for each other in turn.
      const moved = await world.database.query<{ stock_id: string }>(
        'select stock_id from stock_movement where portal_id = $1 order by at desc, id desc limit 4',
        [portalId],
      )
      expect(moved.map(({ stock_id }) => stock_id).toReversed()).toEqual(some.map(({ id }) => id).toSorted())
    }
  })

  test('of a long sheet the first rows are shown, wrong and right ones apart, in the order of the sheet', async () => {
    const artist = await as(world.database, 'artist')
    const staff = await as(world.database, 'staff')
    const skus = Array.from({ length: 52 }, (_, at) => `LARGA-${at}`)
    for (const sku of skus)
      ok(
        await staff.products.createProduct({
          ...{ portalId, name: { es: sku }, sku, category: 'album', format: 'limited' },
          ...{ priceCents: 1000, taxClass: 'general', editionUnits: 10 },
        } as never),
      )
    const unknown = Array.from({ length: 202 }, (_, at) => `NADIE-${at}`)
    const longest = 'N'.repeat(70)
    const lines = [longest, ...skus, ...unknown].map((sku) => `${sku};1`)
    const file = new File([['SKU;Recuento', ...lines].join('\n')], 'recuento.csv')
    const check = ok(await artist.stocks.importCount({ portalId, file, mode: 'check' }))
    expect(check).toMatchObject({ good: 52, bad: 203, changed: 0 })
    expect(check.rows.map(({ sku }) => sku)).toEqual([
      longest.slice(0, 60),
      ...skus.slice(0, 50),
      ...unknown.slice(0, 199),
    ])
  })

  test('is read by who may read it and written by who may write it', async () => {
    const lector = await as(world.database, 'lector')
    const levante = portals.hotelLevante.id
    const [row] = ok(await lector.stocks.listStocks({ portalId: levante })).items
    const count = { portalId: levante, stockId: row?.id ?? '', onHand: 1 }
    expect(failureCode(await lector.stocks.countStock(count))).toBe('forbidden')
    const artist = await as(world.database, 'artist')
    expect(failureCode(await artist.stocks.listStocks({ portalId: levante }))).toBe('notFound')
    expect(failureCode(await artist.stocks.countStock({ ...count, portalId }))).toBe('notFound')
  })
})
