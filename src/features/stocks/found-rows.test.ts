import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rows } from '#platform/db.ts'
import { as, ok } from '#testing/as.ts'
import { why } from '#testing/why.ts'
import { portals } from '#testing/world/cast.ts'
import { matchingOf } from './server/find-stock.ts'
import { readCount } from './server/import-count.ts'
import { limited, stockRows } from './test-stocks.ts'

/** What stock is found by words, how a count is read, and what is written down of those who move it. */

const { world, run, of, putGood, putVariant } = stockRows()

test('words find a product by either name, by its SKU or one of its variants’, and by a colour', async () => {
  const names = { es: 'Quinqué', en: 'Oil lantern' }
  const lamp = await putGood(of.portalId, 'Quinqué', { ...limited, name: names })
  const bare = await putGood(of.portalId, 'Farolillo', { ...limited, sku: 'ZARZAMORA' })
  const shirt = await putGood(of.portalId, 'Blusón', limited)
  await putVariant(of.portalId, shirt, { colour: 'Berenjena', sku: 'MADRESELVA' })
  await putGood(of.other, 'Quinqué', { ...limited, sku: 'ZARZAMORA' })
  const found = (q: string) =>
    run(async (tx) => {
      const matching = await matchingOf(tx, q, (column) => sql`${column} = ${of.portalId}`)
      if (!matching) return undefined
      const items = await rows<{ id: string }>(
        tx,
        sql`select distinct d.id from product d left join variant v on v.product_id = d.id where ${matching}`,
      )
      return items.map(({ id }) => id)
    })
  expect(await found('quinque')).toEqual([lamp])
  expect(await found('lantern')).toEqual([lamp])
  expect(await found('zarzamora')).toEqual([bare])
  expect(await found('madreselva')).toEqual([shirt])
  expect(await found('berenjena')).toEqual([shirt])
  expect(await found('nadie')).toEqual([])
  // Signs are no words: the texts themselves are looked into.
  expect(await found('%')).toBeUndefined()
})

describe('a count', () => {
  const read = (...lines: string[]) =>
    readCount(new File([lines.join('\n')], 'recuento.csv', { type: 'text/csv' }), 'es')
  const units = async (...lines: string[]) =>
    (await read(...lines)).map(({ row, sku, units }) => [row, sku, units])

  test('needs a column of SKUs and one of units, and one row with both', async () => {
    expect(await units('sku;recuento', 'A;', ';7', 'B;3')).toEqual([
      [2, 'A', undefined],
      [3, '', 7],
      [4, 'B', 3],
    ])
    expect(await why(read('sku;nombre', 'A;Taza'))).toEqual(['file stocks.fileNoHeading'])
    expect(await why(read('nombre;recuento', 'Taza;3'))).toEqual(['file stocks.fileNoHeading'])
    expect(await why(read('sku;recuento', 'A;', ';7'))).toEqual(['file stocks.fileNoHeading'])
  })
})

test('who moves stock from one variant to another has it written down, by name', async () => {
  const portalId = portals.ninoLobo.id
  const artist = await as(world.database, 'artist')
  const made = await putGood(portalId, 'Camiseta de prueba', limited)
  const [fromId, toId] = [
    await putVariant(portalId, made, { size: 'S' }),
    await putVariant(portalId, made, { size: 'M' }),
  ]
  ok(await artist.stocks.countStock({ portalId, stockId: fromId, onHand: 5 }))
  ok(await artist.stocks.transferStock({ portalId, fromId, toId, units: 2 }))
  const { items } = ok(
    await artist.activity.listActivity({ portal: portalId, action: 'stocks.transferStock' }),
  )
  expect(items).toMatchObject([{ target: { id: fromId, name: 'Camiseta de prueba' } }])
})
