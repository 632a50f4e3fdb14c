import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'

const world = testDatabase()
const csv = (text: string | Uint8Array) => new File([text as BlobPart], 'portals.csv', { type: 'text/csv' })
const mixed = `\uFEFFNombre;Código;Dirección
Uno;UNOA;uno-a
Dos;lower;dos-b
Tres;UNOA;tres-c
Niño Lobo;LOBO;nino-lobo
Cinco;CINCO;cinco-e
`

describe('many portals at once', () => {
  test('a dry run tells what is wrong row by row and makes nothing', async () => {
    const label = await as(world.database, 'label')
    const before = ok(await label.portals.listPortals({})).total
    const result = ok(await label.portals.bulkPortals({ file: csv(mixed), mode: 'check' }))
    expect(result.created).toBe(0)
    expect(result.rows.map(({ row, errors }) => [row, Object.keys(errors)])).toEqual([
      [2, []],
      [3, ['code']],
      [4, ['code']],
      [5, ['code', 'customUrl']],
      [6, []],
    ])
    expect(ok(await label.portals.listPortals({})).total).toBe(before)
  })

  test('all means all or none; valid leaves the others out', async () => {
    const label = await as(world.database, 'label')
    const before = ok(await label.portals.listPortals({})).total
    expect(ok(await label.portals.bulkPortals({ file: csv(mixed), mode: 'all' })).created).toBe(0)
    expect(ok(await label.portals.listPortals({})).total).toBe(before)
    const made = ok(await label.portals.bulkPortals({ file: csv(mixed), mode: 'valid' }))
    expect(made.created).toBe(2)
    expect(made.rows.filter(({ portalId }) => portalId).map(({ name }) => name)).toEqual(['Uno', 'Cinco'])
    expect(ok(await label.portals.listPortals({})).total).toBe(before + 2)
  })

  test('takes a workbook as well, and only the rows that are asked for', async () => {
    const staff = await as(world.database, 'staff')
    const rows = Array.from({ length: 7 }, (_, at) => [
      `Hoja ${at}`,
      `HOJA${at}`,
      at === 3 ? 'NO' : `hoja-${at}`,
    ])
    const bytes = await writeXlsx({
      sheets: [{ name: 'Portales', rows: [['Nombre', 'Código', 'Dirección'], ...rows] }],
    })
    const file = new File([bytes as BlobPart], 'portals.xlsx')
    const checked = ok(await staff.portals.bulkPortals({ file, mode: 'check' }))
    expect(checked.rows.map(({ row, errors }) => [row, Object.keys(errors).length])).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map((row) => [row, row === 5 ? 1 : 0]),
    )
    const step = async (firstRow: number, lastRow: number) =>
      ok(await staff.portals.bulkPortals({ file, mode: 'valid', firstRow, lastRow })).created
    expect([await step(2, 4), await step(5, 6), await step(7, 8)]).toEqual([3, 1, 2])
    expect(await step(2, 8)).toBe(0)
  })

  test('a workbook that unpacks to far more than it weighs is refused', async () => {
    const staff = await as(world.database, 'staff')
    const packed = deflateRawSync(Buffer.alloc(64 * 1024 * 1024))
    // Says of itself that it holds ten bytes.
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(10, 22)
    head.writeUInt16LE(1, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(10, 24)
    entry.writeUInt16LE(1, 28)
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(1, 8)
    end.writeUInt16LE(1, 10)
    end.writeUInt32LE(47, 12)
    end.writeUInt32LE(31 + packed.length, 16)
    const bomb = Buffer.concat([head, Buffer.from('x'), packed, entry, Buffer.from('x'), end])
    expect(bomb.length).toBeLessThan(100_000)
    const before = process.memoryUsage().rss
    expect(failureCode(await staff.portals.bulkPortals({ file: csv(bomb), mode: 'check' }))).toBe(
      'invalidInput',
    )
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })

  test('takes a list as well', async () => {
    const staff = await as(world.database, 'staff')
    const list = [{ name: 'Lista', code: 'LISTA', customUrl: 'lista' }]
    expect(ok(await staff.portals.bulkPortals({ list, mode: 'all' }))).toMatchObject({ created: 1 })
  })

  test('refuses what is no such file, and addresses inside the house', async () => {
    const staff = await as(world.database, 'staff')
    for (const bytes of [
      new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0xff]),
      'just words',
      '',
      'a\0b',
      `name,code,customUrl\n${'x,Y,z\n'.repeat(300)}`,
      `name,code,customUrl\n"${'x'.repeat(20_000)}",A,b\n`,
    ])
      expect(failureCode(await staff.portals.bulkPortals({ file: csv(bytes), mode: 'check' }))).toBe(
        'invalidInput',
      )
    for (const url of ['http://127.0.0.1/portals.csv', 'http://169.254.169.254/latest', 'file:///etc/passwd'])
      expect(failureCode(await staff.portals.bulkPortals({ fileUrl: url, mode: 'check' }))).toBe(
        'invalidInput',
      )
    expect(failureCode(await staff.portals.bulkPortals({ mode: 'check' }))).toBe('invalidInput')
  })

  test('is for those who may create portals', async () => {
    for (const who of ['artist', 'lector'] as const)
      expect(
        failureCode(
          await (await as(world.database, who)).portals.bulkPortals({ file: csv(mixed), mode: 'all' }),
        ),
      ).toBe('forbidden')
  })
})
