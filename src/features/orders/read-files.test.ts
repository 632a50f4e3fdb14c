import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterAll, describe, expect, test } from 'vitest'
import { openCsv } from '#platform/csv.ts'
import { sharedData } from '#testing/shared-data.ts'
import type { LineDraft, Reader } from './server/line-draft.ts'
import { readBandcamp } from './server/read-bandcamp.ts'
import { parseGenericMap, readGeneric } from './server/read-generic.ts'
import { readShopify } from './server/read-shopify.ts'

const folder = mkdtempSync(join(tmpdir(), 'backline-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
let made = 0
function file(content: string | Buffer): string {
  const path = join(folder, `${made++}.csv`)
  writeFileSync(path, content)
  return path
}
async function all(reader: Reader) {
  const lines: LineDraft[] = []
  const faults = []
  let rows = 0
  for await (const reading of reader) {
    rows += reading.rows
    lines.push(...reading.lines)
    faults.push(...reading.faults)
  }
  return { rows, faults, lines: lines.map(readable) }
}
const readable = ({ gross, net, tax, at, placedAt, ...line }: LineDraft) => ({
  ...line,
  at: new Date(at).toISOString(),
  placedAt: new Date(placedAt).toISOString(),
  gross: gross.toFixed(),
  net: net.toFixed(),
  tax: tax.toFixed(),
})
const csv = async (rows: string[][]) =>
  openCsv(file(rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')))

describe('Bandcamp', () => {
  const header =
    'date,paid to,item type,item name,artist,currency,item price,quantity,discount code,sub total,additional fan contribution,seller tax,marketplace tax,shipping,item total,amount you received,bandcamp transaction id,package,option,item url,buyer name,buyer email,city,region or state,country,country code,sku'
  const rows = [
    '8/1/23 10:13am,Clara,package,Camiseta,Clara,EUR,20,2,,40,3.50,8.40,0,5,56.90,40,t1,Camiseta,Talla M,clara.bandcamp.com/merch/camiseta,Ana,ana@example.org,Bilbao,Bizkaia,Spain,ES,CAM-M',
    '8/2/23 12:05pm,Clara,album,Disco,Clara,EUR,10,1,X,8,0,0,0,0,8,7,t2,digital download,,clara.bandcamp.com/album/disco,Bo,bo@example.org,Oslo,,Norway,NO,',
    '8/3/23 1:00pm,,payout,Payout,,EUR,0,1,,-40,0,0,0,0,0,0,p1,,,,,,,,,,',
    '8/4/23 11:59pm,Clara,refund,Camiseta,Clara,EUR,20,-1,,-20,0,0,0,0,-20,-18,t3,Camiseta,Talla M,clara.bandcamp.com/merch/camiseta,Ana,ana@example.org,Bilbao,Bizkaia,Spain,ES,CAM-M',
  ]

  test('the UTF-16 report: tips are price, taxes stand apart, payouts are no sales, refunds are negative', async () => {
    const report = iconv.encode([header, ...rows].join('\r\n'), 'utf-16le', { addBOM: true })
    const {
      rows: read,
      faults,
      lines,
    } = await all(readBandcamp(await openCsv(file(gzipSync(report))), undefined))
    expect({ read, faults }).toEqual({ read: 4, faults: [] })
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatchObject({
      externalId: 't1',
      kind: 'sale',
      at: '2023-08-01T10:13:00.000Z',
      sku: 'CAM-M',
      units: 2,
      gross: '43.5',
      net: '43.5',
      tax: '8.4',
      country: 'ES',
      province: 'ES-BI',
      city: 'Bilbao',
    })
    expect(lines[1]).toMatchObject({ at: '2023-08-02T12:05:00.000Z', gross: '10', net: '8', country: 'NO' })
    expect(lines[2]).toMatchObject({
      kind: 'refund',
      units: -1,
      gross: '0',
      net: '-20',
      at: '2023-08-04T23:59:00.000Z',
    })
  })

  test('a file of another kind is refused as a whole', async () => {
    const other = await openCsv(file('a,b\n1,2\n'))
    expect(() => readBandcamp(other, undefined)).toThrow('notThisFormat')
  })
})

describe('Shopify', () => {
  const fixture = sharedData('formats/shopify/orders_export_gocommerce_fixture.csv')
  test.skipIf(!fixture)("Shopify's own example: one order of two lines", async () => {
    const { lines, faults } = await all(readShopify(await openCsv(fixture as string), undefined))
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
      const { lines } = await all(
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
  test('a cancellation takes back units and all money, on its own day', async () => {
    const cancelled = { ...order, 'Cancelled at': '2026-03-05 09:00:00 +0100' }
    const { lines } = await all(readShopify(await csv(rowsOf(header, cancelled, second)), undefined))
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
    const { lines } = await all(readShopify(await csv(rowsOf(header, refunded, second)), undefined))
    const sold = lines
      .filter(({ kind }) => kind === 'sale')
      .reduce((total, { net }) => total + Number(net), 0)
    const back = lines.filter(({ kind }) => kind === 'refund')
    expect(back.map(({ units }) => units)).toEqual([0, 0])
    expect(-back.reduce((total, { net }) => total + Number(net), 0)).toBeCloseTo(sold / 2, 1)
  })

  test('an order whose first line cannot be read loses its other lines too, each told with its row', async () => {
    const broken = { ...order, 'Created at': 'yesterday' }
    const good = { ...order, Name: '#8' }
    const { faults, lines } = await all(
      readShopify(await csv(rowsOf(header, broken, second, good)), undefined),
    )
    expect(faults.map(({ row, code }) => [row, code])).toEqual([
      [2, 'notADate'],
      [3, 'orderUnreadable'],
    ])
    expect(lines.map(({ externalId }) => externalId)).toEqual(['#8'])
  })
})

describe('generic', () => {
  const map = parseGenericMap(
    JSON.stringify({
      columns: {
        order: 'Pedido',
        sku: 'Ref',
        quantity: 'Uds',
        date: 'Fecha',
        unitPrice: 'Precio',
        discount: 'Dto',
        tax: 'IVA',
      },
      constants: { currency: 'EUR', country: 'España' },
      dateFormat: 'DD/MM/YYYY HH:mm',
      decimal: ',',
    }),
  )

  test('Spanish numbers and dates, prices with tax inside', async () => {
    const text = '\uFEFFPedido;Ref;Uds;Fecha;Precio;Dto;IVA\n1;LP;2;25/10/2026 03:30;"1.210,00";;420,00\n'
    const { lines, faults } = await all(readGeneric(await openCsv(file(text)), map, undefined))
    expect(faults).toEqual([])
    expect(lines[0]).toMatchObject({
      at: '2026-10-25T02:30:00.000Z',
      net: '2000',
      gross: '2000',
      tax: '420',
      country: 'ES',
      units: 2,
    })
  })

  test('each bad row is told with its number, column and reason', async () => {
    const text =
      'Pedido;Ref;Uds;Fecha;Precio;Dto;IVA\n1;LP;1,5;01/01/2026 10:00;1;;\n2;LP;1;31/02/2026 10:00;1;;\n3;LP;1;01/01/2026 10:00;x;;\n;LP;1;01/01/2026 10:00;1;;\n4;LP\n'
    const { faults } = await all(readGeneric(await openCsv(file(text)), map, undefined))
    expect(faults.map(({ row, code, column }) => [row, code, column])).toEqual([
      [2, 'notAnInteger', 'Uds'],
      [3, 'notADate', 'Fecha'],
      [4, 'notANumber', 'Precio'],
      [5, 'missing', 'Pedido'],
      [6, 'ragged', undefined],
    ])
  })

  test('a map that names what is not there is refused', async () => {
    const text = await openCsv(file('Pedido,Ref\n1,LP\n'))
    expect(() => readGeneric(text, map, undefined)).toThrow('missingColumns')
    expect(() => parseGenericMap('{')).toThrow('mapNotJson')
    expect(() => parseGenericMap('{"columns":{"price":"x"}}')).toThrow('badMap')
    expect(() => parseGenericMap('{"columns":{},"timeZone":"Mars/Base"}')).toThrow('badMap')
  })
})

describe('files that are none', () => {
  const cases: [string, string | Buffer, string][] = [
    ['empty', '', 'empty'],
    ['cut off gzip', gzipSync(Buffer.alloc(100_000, 'a,b\n')).subarray(0, 60), 'brokenGzip'],
    ['binary', Buffer.from([0x41, 0x2c, 0xff, 0xfe, 0x80, 0x81, 0x0a]), 'notText'],
    ['an open quote', 'a,b\n1,"2\n', 'brokenCsv'],
  ]
  test.each(cases)('%s', async (_name, content, code) => {
    const read = async () => {
      for await (const _row of (await openCsv(file(content))).rows);
    }
    await expect(read()).rejects.toThrow(code)
  })
})
