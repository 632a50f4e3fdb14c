import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openCsv } from '#platform/csv.ts'
import { sharedData } from '#testing/shared-data.ts'
import { readShopify } from './server/read-shopify.ts'
import { readAll, testFiles } from './test-files.ts'

const { csv } = testFiles()

describe('Shopify', () => {
  const fixture = sharedData('formats/shopify/orders_export_gocommerce_fixture.csv')
  test.skipIf(!fixture)("Shopify's own example: one order of two lines", async () => {
    const { lines, faults } = await readAll(readShopify(await openCsv(fixture as string), undefined))
    expect(faults).toEqual([])
    expect(lines.map(({ sku, units, gross, net }) => ({ sku, units, gross, net }))).toEqual([
      { sku: 'TEE-BLK-S', units: 2, gross: '19.98', net: '19.98' },
      { sku: 'MUG', units: 1, gross: '10', net: '10' },
    ])
    expect(lines[1]).toMatchObject({
      externalId: '#1001',
      placedAt: '2024-05-01T09:58:12.000Z',
      country: 'US',
      province: 'US-IL',
    })
  })

  const headers = sharedData('formats/shopify/orders_export_headers.json')
  const generations: Record<string, string[]> = headers ? JSON.parse(readFileSync(headers, 'utf8')) : {}
  const order: Record<string, string> = {
    Name: '#7',
    Email: 'fan@example.org',
    'Financial Status': 'paid',
    'Paid at': '2026-03-01 10:00:00 -0500',
    Currency: 'EUR',
    Subtotal: '54.00',
    Shipping: '4.84',
    Taxes: '10.21',
    Total: '58.84',
    'Discount Amount': '6.00',
    'Created at': '2026-03-01 10:00:00 -0500',
    'Lineitem quantity': '2',
    'Lineitem name': 'Camiseta',
    'Lineitem price': '20.00',
    'Lineitem sku': 'CAM',
    'Shipping City': 'Bilbao',
    'Shipping Zip': "'48001",
    'Shipping Province': 'BI',
    'Shipping Country': 'ES',
  }
  const second = {
    Name: '#7',
    'Lineitem quantity': '1',
    'Lineitem name': 'Disco',
    'Lineitem price': '20.00',
    'Lineitem sku': 'LP',
  }
  const rowsOf = (header: string[], ...rows: Record<string, string>[]) => [
    header,
    ...rows.map((row) => header.map((name) => row[name] ?? '')),
  ]

  test.skipIf(!headers).each(Object.keys(generations))(
    '%s: discount and tax are spread over the lines',
    async (name) => {
      const { lines } = await readAll(
        readShopify(await csv(rowsOf(generations[name] ?? [], order, second)), undefined),
      )
      const [first, last] = lines
      // 60 listed, 6 off; of 10.21 tax the lines carry what 54 of 58.84 carry.
      expect(Number(first?.net) + Number(first?.tax)).toBeCloseTo(36, 6)
      expect(Number(last?.net) + Number(last?.tax)).toBeCloseTo(18, 6)
      expect(Number(first?.tax) + Number(last?.tax)).toBeCloseTo(9.37, 6)
      expect(first).toMatchObject({
        at: '2026-03-01T15:00:00.000Z',
        province: 'ES-BI',
        city: 'Bilbao',
        kind: 'sale',
      })
      expect(last).toMatchObject({ externalId: '#7', country: 'ES', ordinal: 2 })
    },
  )

  const header = [
    ...new Set([...Object.keys(order), ...Object.keys(second), 'Cancelled at', 'Refunded Amount']),
  ]
  test('what brought the buyer is told by the notes of the cart', async () => {
    const click = '019a9d3e-0000-7000-8000-00000000000a'
    const notes = async (text: string) =>
      readAll(
        readShopify(
          await csv(rowsOf([...header, 'Note Attributes'], { ...order, 'Note Attributes': text })),
          undefined,
        ),
      )
    const [line] = (await notes(`gift: yes\nutm_campaign: Gira de otoño\nclick: ${click}`)).lines
    expect(line).toMatchObject({ campaign: 'Gira de otoño', clickId: click })
    const [landed] = (await notes(`landing_page: /?utm_campaign=otoño&click=${click}`)).lines
    expect(landed).toMatchObject({ campaign: 'otoño', clickId: click })
    // What cannot be read is never worth an order.
    const [none] = (await notes('click: 12\n:\nsin dos puntos')).lines
    expect(none).toMatchObject({ campaign: null, clickId: null })
  })

  test('a cancellation takes back units and all money, on its own day', async () => {
    const cancelled = { ...order, 'Cancelled at': '2026-03-05 09:00:00 +0100' }
    const { lines } = await readAll(readShopify(await csv(rowsOf(header, cancelled, second)), undefined))
    const back = lines.filter(({ kind }) => kind === 'cancellation')
    expect(back.map(({ units }) => units)).toEqual([-2, -1])
    expect(back[0]).toMatchObject({
      at: '2026-03-05T08:00:00.000Z',
      placedAt: '2026-03-01T15:00:00.000Z',
      gross: '0',
    })
    const sum = lines.reduce((total, { net }) => total + Number(net), 0)
    expect(sum).toBeCloseTo(0, 6)
  })

  test('refunded money comes off the lines, units stay', async () => {
    const refunded = { ...order, 'Refunded Amount': '29.42' }
    const { lines } = await readAll(readShopify(await csv(rowsOf(header, refunded, second)), undefined))
    const sold = lines
      .filter(({ kind }) => kind === 'sale')
      .reduce((total, { net }) => total + Number(net), 0)
    const back = lines.filter(({ kind }) => kind === 'refund')
    expect(back.map(({ units }) => units)).toEqual([0, 0])
    expect(-back.reduce((total, { net }) => total + Number(net), 0)).toBeCloseTo(sold / 2, 1)
  })

  test('of a number without end the first 200 characters are the order’s', async () => {
    const endless = { ...order, Name: '#'.padEnd(5_000, '7') }
    const { lines } = await readAll(readShopify(await csv(rowsOf(header, endless)), undefined))
    expect(lines.map(({ externalId }) => externalId)).toEqual(['#'.padEnd(200, '7')])
  })

  test('a time without its distance to UTC that the clocks go forward over is told by its row', async () => {
    const at = (placed: string) => ({ ...order, 'Created at': placed })
    const told = async (placed: string) =>
      (await readAll(readShopify(await csv(rowsOf(header, at(placed))), undefined))).faults
    expect(await told('2026-03-29 02:30:00')).toMatchObject([
      { row: 2, code: 'skippedTime', column: 'Created at' },
    ])
    expect(await told('2026-03-29 02:30:00 +0000')).toEqual([])
  })

  test('an order whose first line cannot be read loses its other lines too, each told with its row', async () => {
    const broken = { ...order, 'Created at': 'yesterday' }
    const good = { ...order, Name: '#8' }
    const { faults, lines } = await readAll(
      readShopify(await csv(rowsOf(header, broken, second, good)), undefined),
    )
    expect(faults.map(({ row, code }) => [row, code])).toEqual([
      [2, 'notADate'],
      [3, 'orderUnreadable'],
    ])
    expect(lines.map(({ externalId }) => externalId)).toEqual(['#8'])
  })
})
