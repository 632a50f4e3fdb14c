import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, fileFor, ok, madePortal as one } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type PersonKey, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const draft = { name: 'Faro Norte', code: 'FARO', customUrl: 'faro-norte' }
const fields = (result: unknown) => (result as { error: { fields?: Record<string, string> } }).error.fields

describe('the list', () => {
  test('shows staff all, a label its own, an artist theirs', async () => {
    const all = ok(await (await as(world.database, 'staff')).portals.listPortals({}))
    expect(all.total).toBe(Object.keys(portals).length)
    const label = ok(await (await as(world.database, 'label')).portals.listPortals({}))
    expect(new Set(label.items.map(({ account }) => account.id))).toEqual(
      new Set([portals.bajamar.accountId]),
    )
    expect(label.total).toBe(9)
    const artist = ok(await (await as(world.database, 'artist')).portals.listPortals({}))
    expect(artist.items.map(({ id }) => id)).toEqual([portals.ninoLobo.id])
  })

  test('finds without accents and case, and sorts both ways', async () => {
    const staff = await as(world.database, 'staff')
    expect(ok(await staff.portals.listPortals({ q: 'oxido' })).items.map(({ name }) => name)).toEqual([
      'Óxido y Sal',
    ])
    expect(ok(await staff.portals.listPortals({ q: '100%' })).total).toBe(0)
    const up = ok(await staff.portals.listPortals({ orderBy: 'name' })).items.map(({ name }) => name)
    const down = ok(await staff.portals.listPortals({ orderBy: '-name' })).items.map(({ name }) => name)
    expect(down).toEqual(up.toReversed())
    expect(up).toEqual(up.toSorted((a, b) => a.localeCompare(b, 'es')))
  })

  test('tells which portals stand for their accounts: one of each', async () => {
    const staff = await as(world.database, 'staff')
    const all = ok(await staff.portals.listPortals({})).items
    const masters = ok(await staff.portals.listPortals({ master: 'yes' })).items
    expect(masters.map(({ id }) => id)).toEqual(all.filter(({ master }) => master).map(({ id }) => id))
    expect(new Set(masters.map(({ account }) => account.id)).size).toBe(masters.length)
    expect(masters.length).toBeLessThan(all.length)
    const label = await as(world.database, 'label')
    expect(ok(await label.portals.listPortals({ master: 'yes' })).items.map(({ id }) => id)).toEqual([
      portals.bajamar.id,
    ])
  })

  test('a page beyond the end is empty and still counts', async () => {
    const staff = await as(world.database, 'staff')
    expect(ok(await staff.portals.listPortals({ page: 9 }))).toMatchObject({
      items: [],
      total: 13,
      page: 9,
      pageSize: 50,
    })
    expect(failureCode(await staff.portals.listPortals({ page: 0 }))).toBe('invalidInput')
  })
})

describe('the list as a file', () => {
  const linesOf = async (who: 'staff' | 'label' | 'artist', asked = '') => {
    const file = await fileFor(world.database, people[who].id, `/portals/file?as=csv${asked}`)
    return (await file.text()).trim().split(/\r?\n/)
  }

  test('holds what the list holds for its reader, in its order, named or all', async () => {
    const label = await as(world.database, 'label')
    const listed = ok(await label.portals.listPortals({ orderBy: '-netCents' })).items
    const [heading, ...lines] = await linesOf('label', '&orderBy=-netCents')
    expect(heading).toContain('Portal')
    expect(lines.map((line) => line.split(/[,;]/)[0])).toEqual(listed.map(({ name }) => name))
    expect(lines[0]).toContain(String((listed[0]?.netCents ?? 0) / 100).replace('.', ','))
    const named = `&portals=${portals.ninoLobo.id}&portals=${portals.hotelLevante.id}`
    expect((await linesOf('staff', named)).length).toBe(3)
    // Another account's portal is not there, whoever names it.
    expect((await linesOf('label', named)).slice(1).map((line) => line.split(/[,;]/)[0])).toEqual([
      'Hotel Levante',
    ])
    expect((await linesOf('artist')).length).toBe(2)
  })
})

describe('one portal', () => {
  test('carries its account and the team, inherited members included', async () => {
    const editor = await as(world.database, 'editor')
    const portal = ok(await editor.portals.getPortal({ portalId: portals.hotelLevante.id }))
    expect(portal).toMatchObject({
      name: 'Hotel Levante',
      master: false,
      label: false,
      type: 'simple',
      selfInvoice: true,
    })
    expect(portal.team.find(({ id }) => id === people.label.id)).toMatchObject({
      role: 'Owner',
      inherited: true,
    })
    const users = ok(await editor.portals.listPortalUsers({ portalId: portals.hotelLevante.id }))
    expect(users.items.map(({ id }) => id)).toContain(people.label.id)
  })
})

describe('creating', () => {
  test('a label manager adds to the label', async () => {
    const label = await as(world.database, 'label')
    const made = one(await label.portals.createPortal(draft))
    expect(made).toMatchObject({ ...draft, master: false, account: { id: portals.bajamar.accountId } })
    expect(ok(await label.portals.listPortals({ q: 'faro' })).total).toBe(1)
    expect(ok(await label.links.listLinks({ portalId: made.id })).total).toBe(0)
  })

  test('staff get a new account with its master portal', async () => {
    const staff = await as(world.database, 'staff')
    const made = one(
      await staff.portals.createPortal({ name: 'Sur', code: 'SUR', customUrl: 'sur-discos', type: 'master' }),
    )
    expect(made).toMatchObject({
      master: true,
      label: true,
      account: { type: 'master', organisationType: 1, name: 'Sur' },
    })
  })

  test('what is taken or reserved is told by its field, and nothing is made', async () => {
    const staff = await as(world.database, 'staff')
    const before = ok(await staff.portals.listPortals({})).total
    const taken = await staff.portals.createPortal({ name: 'x', code: 'LOBO', customUrl: 'nino-lobo' })
    expect(fields(taken)).toEqual({
      code: 'Otro portal ya usa este código.',
      customUrl: 'Otro portal ya usa esta dirección.',
    })
    expect(fields(await staff.portals.createPortal({ name: 'x', code: 'XYZ', customUrl: 'api' }))).toEqual({
      customUrl: 'Esta dirección está reservada.',
    })
    expect(
      fields(await staff.portals.createPortal({ name: 'x', code: 'lower', customUrl: 'Mayus' })),
    ).toEqual({
      code: 'Solo se admiten mayúsculas',
      customUrl: 'El carácter «M» no está permitido',
    })
    expect(ok(await staff.portals.listPortals({})).total).toBe(before)
  })

  test('artists and readers may not', async () => {
    for (const who of ['artist', 'lector', 'analyst'] as const)
      expect(
        failureCode(await (await as(world.database, who)).portals.createPortal({ ...draft, code: 'NOPE' })),
      ).toBe('forbidden')
  })

  test('of many with one code, one is made', async () => {
    const staff = await as(world.database, 'staff')
    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        staff.portals.createPortal({ name: 'Uno', code: 'UNO', customUrl: `uno-${at}` }),
      ),
    )
    expect(tries.filter((one) => failureCode(one) === undefined)).toHaveLength(1)
  })
})

test('the check answers field by field with a suggestion that is free', async () => {
  const label = await as(world.database, 'label')
  const answer = ok(
    await label.portals.checkPortal({ name: 'Niño Lobo', code: 'LOBO', customUrl: 'nino-lobo' }),
  )
  expect(answer.name).toEqual({ ok: true })
  expect(answer.code).toMatchObject({ ok: false, reason: 'portals.codeTaken', suggestion: 'NINOLOBO' })
  expect(answer.customUrl).toMatchObject({
    ok: false,
    reason: 'portals.customUrlTaken',
    suggestion: 'nino-lobo-2',
  })
  const again = ok(await label.portals.checkPortal({ code: 'NINOLOBO', customUrl: 'nino-lobo-2' }))
  expect(again).toEqual({ code: { ok: true }, customUrl: { ok: true } })
})

describe('changing', () => {
  test('data and settings, each from the version one has seen', async () => {
    const artist = await as(world.database, 'artist')
    const portalId = portals.ninoLobo.id
    const { version } = ok(await artist.portals.getPortal({ portalId }))
    const data = { portalId, name: 'Niño Lobo', code: 'LOBO', customUrl: 'lobo' }
    const changed = ok(await artist.portals.updatePortal(data, { version }))
    expect(changed).toMatchObject({ customUrl: 'lobo', version: version + 1 })
    expect(failureCode(await artist.portals.updatePortal(data, { version }))).toBe('stale')
    const settings = {
      portalId,
      selfInvoice: false,
      customUrl: 'lobo',
      customDomain: 'ninolobo.es',
      salesObjectiveCents: 100_000,
    }
    const saved = ok(await artist.portals.updateSettings(settings, { version: version + 1 }))
    expect(saved).toMatchObject({ customDomain: 'ninolobo.es', domainState: 2, salesObjectiveCents: 100_000 })
  })

  test('a customer sets neither the limit of its credit nor, without the key, how it invoices', async () => {
    const portalId = portals.orquestaPoniente.id
    const { code, customUrl } = portals.orquestaPoniente
    expect(code).toBe('PONIENTE')
    const orquesta = await as(world.database, 'orquesta')
    const seen = ok(await orquesta.portals.getPortal({ portalId }))
    const { advanceLimitPct, selfInvoice, version } = seen
    const settings = { portalId, selfInvoice, customUrl, customDomain: null, salesObjectiveCents: 9_000_000 }
    const greedy = await orquesta.portals.updateSettings({ ...settings, advanceLimitPct: 100 }, { version })
    expect([failureCode(greedy), Object.keys(fields(greedy) ?? {})]).toEqual([
      'portals.limitOfProvider',
      ['advanceLimitPct'],
    ])
    const { ceilingCents } = ok(await orquesta.billing.listAdvances({ portalId }))
    const same = ok(await orquesta.portals.updateSettings({ ...settings, advanceLimitPct }, { version }))
    expect(same).toMatchObject({ salesObjectiveCents: 9_000_000, advanceLimitPct })
    expect(ok(await orquesta.billing.listAdvances({ portalId })).ceilingCents).toBe(ceilingCents)
    ok(await orquesta.portals.updateSettings(settings, { version: same.version }))
    await world.database.query('update member set denies = $2::jsonb where person_id = $1', [
      people.orquesta.id,
      JSON.stringify(['billing.editbillinginformation']),
    ])
    const now = { version: same.version + 1 }
    const turned = await orquesta.portals.updateSettings({ ...settings, selfInvoice: !selfInvoice }, now)
    expect([failureCode(turned), Object.keys(fields(turned) ?? {})]).toEqual([
      'portals.selfInvoiceKey',
      ['selfInvoice'],
    ])
    const staff = await as(world.database, 'staff')
    expect(ok(await staff.portals.updateSettings({ ...settings, advanceLimitPct: 25 }, now))).toMatchObject({
      advanceLimitPct: 25,
    })
  })

  test('a domain of another portal is taken', async () => {
    const staff = await as(world.database, 'staff')
    const portalId = portals.veraCantil.id
    await world.database.query(`update portal set domain_state = 3 where custom_domain = 'ninolobo.es'`)
    const { version } = ok(await staff.portals.getPortal({ portalId }))
    const settings = {
      portalId,
      selfInvoice: true,
      customUrl: 'vera-cantil',
      customDomain: 'ninolobo.es',
      salesObjectiveCents: 0,
      advanceLimitPct: 10,
    }
    expect(fields(await staff.portals.updateSettings(settings, { version }))).toEqual({
      customDomain: 'Otro portal ya usa este dominio.',
    })
  })
})

describe('deleting', () => {
  test('needs the typed code; then nobody reaches it and its code is free again', async () => {
    const label = await as(world.database, 'label')
    const made = one(await label.portals.createPortal({ name: 'Breve', code: 'BREVE', customUrl: 'breve' }))
    expect(fields(await label.portals.deletePortal({ portalId: made.id, code: 'BREV' }))).toEqual({
      code: 'El código no coincide con el del portal.',
    })
    expect(await label.portals.deletePortal({ portalId: made.id, code: 'BREVE' })).toBeNull()
    expect(failureCode(await label.portals.getPortal({ portalId: made.id }))).toBe('notFound')
    // Its address is not: fans of it would find somebody else there.
    const again = { name: 'Breve', code: 'BREVE', customUrl: 'breve' }
    expect(fields(await label.portals.createPortal(again))).toEqual({
      customUrl: 'Otro portal ya usa esta dirección.',
    })
    one(await label.portals.createPortal({ ...again, customUrl: 'breve-dos' }))
  })

  test('a master portal stays while its account has others', async () => {
    const label = await as(world.database, 'label')
    const result = await label.portals.deletePortal({ portalId: portals.bajamar.id, code: 'BAJAMAR' })
    expect(failureCode(result)).toBe('portals.masterInUse')
  })
})

test('who decides for a portal is told by name to whoever is let in, and by id to who may open it', async () => {
  const read = async (who: PersonKey) =>
    ok(await (await as(world.database, who)).portals.getPortal({ portalId: portals.hotelLevante.id }))
      .masterPortal
  const { id, name } = portals.bajamar
  expect(await read('label')).toEqual({ id, name })
  expect(await read('staff')).toEqual({ id, name })
  expect(await read('lector')).toEqual({ id: null, name })
})
