import { describe, expect, test } from 'vitest'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import { testDatabase } from '#testing/database.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { ImportPortals, type Target } from './server/import-portals.ts'

/** Which portals the lines of a file go to. */

const world = testDatabase()
const bring = <T>(
  target: Target,
  run: (portals: ImportPortals, bulk: Bulk) => Promise<T>,
  source = 'bandcamp',
) =>
  inBulk(world.database, async (bulk) => {
    const portals = new ImportPortals(bulk, target, source)
    await portals.open()
    return run(portals, bulk)
  })
const staged = (bulk: Bulk) => bulk.query('select * from stage_portal order by key')
const known = (key: string, source?: string) =>
  bring(
    { by: 'shop', create: false },
    async (portals) => [await portals.has(key, undefined), portals.created],
    source,
  )

describe('a file of one portal', () => {
  test('goes to the one that has the code', async () => {
    const { accountId } = await putAccount(world.database, 'Sello')
    const portalId = await putPortal(world.database, accountId, { code: 'UNO1' })
    const found = await bring({ code: 'UNO1' }, async (portals, bulk) => {
      expect(await portals.has('otro', 'Otro')).toBe(false)
      return [portals.single, await staged(bulk), portals.created]
    })
    expect(found).toEqual([portalId, [{ key: '', portal_id: portalId, account_id: accountId }], []])
  })

  test('is refused where nobody has it, or nobody any more', async () => {
    const { accountId } = await putAccount(world.database, 'Sello')
    await putPortal(world.database, accountId, { code: 'IDO1', deletedAt: new Date() })
    for (const code of ['IDO1', 'NADIE'])
      expect(await why(bring({ code }, async () => 'opened'))).toBe('noSuchPortal')
  })
})

describe('a file of several', () => {
  test('knows a portal by what its source calls it, by its code and by its address', async () => {
    const { accountId } = await putAccount(world.database, 'Sello')
    const put = (row: object) => putPortal(world.database, accountId, row)
    const one = await put({ code: 'CODIGO', customUrl: 'direccion' })
    await put({ code: 'IDO2', customUrl: 'ida', deletedAt: new Date() })
    await world.database.query(
      `insert into order_source (portal_id, source, key) values ($1, 'bandcamp', 'uno.bandcamp.com')`,
      [one],
    )
    for (const key of ['uno.bandcamp.com', 'codigo', 'CODIGO', 'direccion'])
      expect([key, await known(key)]).toEqual([key, [true, []]])
    for (const key of ['otro.bandcamp.com', 'Direccion', 'ido2', 'ida', ''])
      expect([key, await known(key)]).toEqual([key, [false, []]])
    expect(await known('uno.bandcamp.com', 'shopify')).toEqual([false, []])
    // What a source calls it comes before what another is called.
    const other = await put({ code: 'LLAMADO' })
    const called = await put({ code: 'ZULTIMO' })
    await world.database.query(
      `insert into order_source (portal_id, source, key) values ($1, 'bandcamp', 'llamado')`,
      [called],
    )
    const found = await bring({ by: 'shop', create: false }, async (portals, bulk) => {
      for (const key of ['llamado', 'codigo', 'llamado', 'nadie']) await portals.has(key, undefined)
      return [portals.single, await staged(bulk)]
    })
    expect(found).toEqual([
      null,
      [
        { key: 'codigo', portal_id: one, account_id: accountId },
        { key: 'llamado', portal_id: called, account_id: accountId },
      ],
    ])
    expect(
      await bring({ by: 'shop', create: false }, (portals) => portals.has('llamado', undefined), 'x'),
    ).toBe(true)
    expect(other).not.toBe(called)
  })

  const make = (...keys: [key: string, name?: string][]) =>
    bring({ by: 'shop', create: true }, async (portals) => {
      for (const [key, name] of keys) expect(await portals.has(key, name)).toBe(true)
      return portals.created
    })
  const addressOf = async (code: string) => {
    const [row] = await world.database.query<{ url: string }>(
      'select custom_url as url from portal where code = $1',
      [code],
    )
    return row?.url
  }

  test('makes those that nobody is, each an account of its own', async () => {
    const created = await make(['ñandú & co.bandcamp.com', 'Ñandú'], ['ñandú & co.bandcamp.com'], ['sola'])
    expect(created).toEqual([
      { key: 'ñandú & co.bandcamp.com', code: 'NANDUCO', name: 'Ñandú' },
      { key: 'sola', code: 'SOLA', name: 'sola' },
    ])
    const rows = await world.database.query(
      `select p.name, p.custom_url, p.master, a.name as account, a.type, a.organisation_type::int as kind, s.source, s.key
       from portal p join account a on a.id = p.account_id join order_source s on s.portal_id = p.id
       where p.code = 'NANDUCO'`,
    )
    expect(rows).toEqual([
      {
        ...{ name: 'Ñandú', custom_url: 'nandu-co', master: true, account: 'Ñandú', type: 'simple', kind: 2 },
        ...{ source: 'bandcamp', key: 'ñandú & co.bandcamp.com' },
      },
    ])
    expect(await make(['sola'])).toEqual([])
  })

  test('calls them what is free, as long as a code and an address may be', async () => {
    const { accountId } = await putAccount(world.database, 'Sello')
    await putPortal(world.database, accountId, { code: 'LIBRE', customUrl: 'libre', deletedAt: new Date() })
    expect((await make(['libre.a'])).map(({ code }) => code)).toEqual(['LIBRE'])
    expect((await make(['a.b'])).map(({ code }) => code)).toEqual(['AXX'])
    expect(await addressOf('AXX')).toBe('a00')
    const long = 'abcdefghij'.repeat(5)
    const codes = (await make([`${long}.1`], [`${long}.2`], [`-${long}-.3`])).map(({ code }) => code)
    expect(codes).toEqual(['ABCDEFGH', 'ABCDEFG2', 'ABCDEFG3'])
    expect(await Promise.all(codes.map(addressOf))).toEqual([
      ...[long.slice(0, 40), `${long.slice(0, 38)}-2`, `${long.slice(0, 38)}-3`],
    ])
    const many = await make(...Array.from({ length: 11 }, (_, at): [string] => [`muchos.${at}`]))
    expect(many.map(({ code }) => code).slice(8)).toEqual(['MUCHOS9', 'MUCHOS10', 'MUCHOS11'])
  })
})
