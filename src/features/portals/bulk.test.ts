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
      expect(failureCode(await staff.portals.bulkPortals({ url, mode: 'check' }))).toBe('invalidInput')
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
