import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, madePortal, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const defaultPicture = '/portal-default.svg'
const faults = (result: unknown) => (result as { error: { fields?: Record<string, string> } }).error.fields
const png = async () =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 90, height: 60, channels: 3, background: '#e94d00' } })
          .png()
          .toBuffer(),
      ),
    ],
    'cover.png',
  )

describe('a new portal by its whole draft', () => {
  test('its picture, its type and its team stand when it is made', async () => {
    const staff = await as(world.database, 'staff')
    const made = madePortal(
      await staff.portals.createPortal({
        ...{ name: 'Marea Discos', code: 'MAREAD', customUrl: 'marea-discos', type: 'master' },
        picture: await png(),
        selfInvoice: false,
        team: [
          { email: 'duena@marea.example', name: 'Inés Mar', role: 'Owner' },
          { email: 'lee@marea.example', name: 'Leo Mar', role: 'Lector', denies: ['stocks.viewstocks'] },
        ],
      }),
    )
    expect(made).toMatchObject({
      ...{ type: 'master', label: true, selfInvoice: false },
      account: { type: 'master', organisationType: 1 },
    })
    expect(made.picture).toMatch(/^\/files\/[0-9a-f]{32}\.webp$/)
    expect(made.pictureUrl).toBe(made.picture)
    const { team } = ok(await staff.portals.getPortal({ portalId: made.id }))
    expect(team.map(({ role }) => role).sort()).toEqual(['Lector', 'Owner'])
    const mails = await world.database.query<{ to: string }>(
      `select "to" from mail where "to" like '%@marea.example' order by "to"`,
    )
    expect(mails.map(({ to }) => to)).toEqual(['duena@marea.example', 'lee@marea.example'])
  })

  test('who cannot be invited is told by their place, and nothing is made', async () => {
    const staff = await as(world.database, 'staff')
    const draft = { name: 'Nada', code: 'NADA', customUrl: 'nada' }
    const refused = await staff.portals.createPortal({
      ...draft,
      team: [
        { email: 'a@nada.example', name: 'A', role: 'Owner' },
        { email: people.staff.email, name: 'M', role: 'Owner' },
      ],
    })
    expect(Object.keys(faults(refused) ?? {})).toEqual(['team.1.email'])
    expect(ok(await staff.portals.checkPortal(draft))).toEqual({
      name: { ok: true },
      code: { ok: true },
      customUrl: { ok: true },
    })
    const bad = await staff.portals.createPortal({
      ...draft,
      team: [{ email: 'x', name: '', role: 'Boss' }],
    } as never)
    expect(Object.keys(faults(bad) ?? {})).toEqual(['team.0.email', 'team.0.name', 'team.0.role'])
    const member = {
      email: 'a@nada.example',
      name: 'A',
      role: 'Lector' as const,
      grants: ['staff.viewstaff'],
    }
    const beyond = await staff.portals.createPortal({ ...draft, team: [member] })
    expect(Object.keys(faults(beyond) ?? {})).toEqual(['team.0.grants.0'])
  })

  test('a picture is taken by one name or the other, and never from inside the house', async () => {
    const staff = await as(world.database, 'staff')
    for (const pictureUrl of ['http://127.0.0.1/x.png', 'http://169.254.169.254/x', 'http://[::1]/x.png'])
      expect(
        Object.keys(
          faults(
            await staff.portals.createPortal({ name: 'X', code: 'XXX', customUrl: 'xxx', pictureUrl }),
          ) ?? {},
        ),
      ).toEqual(['pictureUrl'])
    const plain = madePortal(
      await staff.portals.createPortal({
        name: 'X',
        code: 'XXX',
        customUrl: 'xxx',
        pictureUrl: defaultPicture,
      }),
    )
    expect(plain).toMatchObject({ picture: null, pictureUrl: defaultPicture })
    const missing = `/files/${'a'.repeat(32)}.webp`
    const gone = { name: 'Y', code: 'YYY', customUrl: 'yyy', picture: missing }
    expect(Object.keys(faults(await staff.portals.createPortal(gone)) ?? {})).toEqual(['pictureUrl'])
    const stored = ok(await staff.files.uploadFile({ portalId: plain.id, file: await png(), use: 'cover' }))
    const { url } = stored
    expect(
      Object.keys(
        faults(
          await staff.portals.updatePortal({
            ...{ portalId: plain.id, name: 'X', code: 'XXX', customUrl: 'xxx' },
            picture: missing,
          }),
        ) ?? {},
      ),
    ).toEqual(['pictureUrl'])
    const change = { portalId: plain.id, name: 'X', code: 'XXX', customUrl: 'xxx' }
    expect(ok(await staff.portals.updatePortal({ ...change, picture: null, pictureUrl: url }))).toMatchObject(
      {
        picture: url,
        pictureUrl: url,
      },
    )
    expect(ok(await staff.portals.updatePortal({ ...change, picture: null, pictureUrl: url }))).toMatchObject(
      {
        picture: null,
        pictureUrl: defaultPicture,
      },
    )
  })

  test('a second label-level portal is refused by its type', async () => {
    const staff = await as(world.database, 'staff')
    const draft = { name: 'Otro', code: 'OTRO', customUrl: 'otro', type: 'master' as const }
    const { accountId } = portals.bajamar
    expect(Object.keys(faults(await staff.portals.createPortal({ ...draft, accountId })) ?? {})).toEqual([
      'type',
    ])
    const label = await as(world.database, 'label')
    expect(Object.keys(faults(await label.portals.createPortal(draft)) ?? {})).toEqual(['type'])
  })

  test('the check answers for every field of it', async () => {
    const staff = await as(world.database, 'staff')
    const answer = ok(
      await staff.portals.checkPortal({
        ...{ name: '', code: 'LOBO', customUrl: 'Nino Lobo', type: 'big', selfInvoice: 'maybe' },
        ...{ picture: 7, pictureUrl: 'ftp://x', team: [{ email: 'x' }], organisationType: 9 },
        accountId: '00000000-0000-7000-8000-000000000000',
      }),
    )
    expect(Object.entries(answer).filter(([, { ok }]) => ok)).toEqual([])
    expect(Object.keys(answer).length).toBe(10)
    expect(answer).toMatchObject({
      code: { reason: 'portals.codeTaken', suggestion: 'LOBO2' },
      accountId: { reason: 'portals.accountUnknown' },
    })
    const fine = { name: 'Bien', code: 'BIEN', customUrl: 'bien', type: 'simple', selfInvoice: true }
    const good = ok(
      await staff.portals.checkPortal({ ...fine, team: [], organisationType: 2, pictureUrl: defaultPicture }),
    )
    expect(Object.values(good).every(({ ok }) => ok)).toBe(true)
  })
})

test('a portal tells of its team what it declares, and nothing of who has a login', async () => {
  const label = await as(world.database, 'label')
  const { team } = ok(await label.portals.getPortal({ portalId: portals.bajamar.id }))
  expect(new Set(team.flatMap(Object.keys))).toEqual(
    new Set(['id', 'name', 'role', 'grants', 'denies', 'inherited', 'pending', 'lastSeenAt']),
  )
  const { items } = ok(await label.portals.listPortalUsers({ portalId: portals.bajamar.id }))
  expect(new Set(items.flatMap(Object.keys))).toEqual(new Set(['id', 'name', 'email', 'role', 'inherited']))
})

describe('a bulk draft at the same address', () => {
  const row = (at: number) => ({ name: `Uno ${at}`, code: `UNO${at}`, customUrl: `uno-${at}` })
  test('makes all or none, with the faults by row and field', async () => {
    const label = await as(world.database, 'label')
    const before = ok(await label.portals.listPortals({})).total
    const refused = await label.portals.createPortal({
      list: [row(1), { ...row(2), code: 'no', colour: 'red' }],
    })
    expect(Object.keys(faults(refused) ?? {})).toEqual(['list.2.colour', 'list.2.code'])
    expect(ok(await label.portals.listPortals({})).total).toBe(before)
    const made = ok(await label.portals.createPortal({ list: [row(1), row(2)] }))
    expect(made).toMatchObject({ created: 2 })
    const some = ok(await label.portals.createPortal({ list: [row(2), row(3)], mode: 'valid' }))
    expect(some).toMatchObject({ created: 1, rows: [{ portalId: null }, { errors: {} }] })
    expect(ok(await label.portals.listPortals({})).total).toBe(before + 3)
  })

  test('a file as well; an address inside the house is none', async () => {
    const staff = await as(world.database, 'staff')
    const file = new File(['Nombre;Código;Dirección;Owner\nDos;DOSB;dos-b;dos@dos.example\n'], 'portals.csv')
    const made = ok(await staff.portals.createPortal({ file })) as { rows: { portalId: string }[] }
    const vague = new File(['Nombre;Código;Dirección;selfInvoice\nTres;TRES;tres-b;falso\n'], 'portals.csv')
    expect(Object.keys(faults(await staff.portals.createPortal({ file: vague })) ?? {})).toEqual([
      'file.2.selfInvoice',
    ])
    const { team } = ok(await staff.portals.getPortal({ portalId: made.rows[0]?.portalId ?? '' }))
    expect(team).toMatchObject([{ role: 'Owner', pending: true }])
    for (const fileUrl of [
      'http://127.0.0.1/portals.csv',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
    ])
      expect(Object.keys(faults(await staff.portals.createPortal({ fileUrl })) ?? {})).toEqual(['fileUrl'])
  })

  test('of two shapes, the faults of the one that was meant are told', async () => {
    const staff = await as(world.database, 'staff')
    expect(
      Object.keys(faults(await staff.portals.createPortal({ name: 'Solo nombre' } as never)) ?? {}),
    ).toEqual(['code', 'customUrl'])
  })
})

describe('deleting without a word', () => {
  test('an empty portal goes; one with content says what it needs', async () => {
    const label = await as(world.database, 'label')
    const { id: portalId } = madePortal(
      await label.portals.createPortal({ name: 'Vacío', code: 'VACIO', customUrl: 'vacio' }),
    )
    ok(await label.links.createLink({ portalId, title: { es: 'Uno' }, url: 'https://uno.example' }))
    const refused = await label.portals.deletePortal({ portalId })
    expect(faults(refused)).toEqual({
      code: 'Este portal tiene contenido: envía su código (VACIO) para eliminarlo.',
    })
    const [link] = ok(await label.links.listLinks({ portalId })).items
    await label.links.deleteLink({ linkId: link?.id ?? '' })
    expect(await label.portals.deletePortal({ portalId })).toBeNull()
    expect(failureCode(await label.portals.getPortal({ portalId }))).toBe('notFound')
  })
})

test('a portal’s type is its own, whatever its account’s', async () => {
  const label = await as(world.database, 'label')
  const { items } = ok(await label.portals.listPortals({}))
  expect(
    items
      .map(({ type, master }) => [type, master])
      .filter(([type, master]) => (type === 'master') !== master),
  ).toEqual([])
  expect(items.filter(({ type }) => type === 'master').length).toBe(1)
  expect(new Set(items.map(({ account }) => account.type))).toEqual(new Set(['master']))
  const staff = await as(world.database, 'staff')
  const masters = ok(await staff.portals.listPortals({ type: 'master' })).items
  expect(masters.every(({ label }) => label)).toBe(true)
  expect(items.every(({ pictureUrl }) => pictureUrl !== null)).toBe(true)
})

describe('how a new portal invoices', () => {
  const draft = { name: 'Propia', code: 'PROPIA', customUrl: 'propia' }
  const withoutKey = () =>
    world.database.query(
      `update member set denies = '["billing.editbillinginformation"]' where person_id = $1`,
      [people.label.id],
    )

  test('is what the settings would let its maker choose: the usual, or by the key of billing information', async () => {
    await withoutKey()
    const label = await as(world.database, 'label')
    const refused = await label.portals.createPortal({ ...draft, selfInvoice: false })
    expect([failureCode(refused), Object.keys(faults(refused) ?? {})]).toEqual([
      'portals.selfInvoiceKey',
      ['selfInvoice'],
    ])
    const many = await label.portals.createPortal({ list: [{ ...draft, selfInvoice: false }] })
    expect(Object.keys(faults(many) ?? {})).toEqual(['list.1.selfInvoice'])
    expect(ok(await label.portals.checkPortal({ selfInvoice: false }))).toEqual({
      selfInvoice: { ok: false, reason: 'portals.selfInvoiceKey' },
    })
    expect(madePortal(await label.portals.createPortal({ ...draft, selfInvoice: true })).selfInvoice).toBe(
      true,
    )
    const catalogue = await as(world.database, 'catalogue')
    const staff = await catalogue.portals.createPortal({
      ...draft,
      code: 'OTRA',
      customUrl: 'otra',
      selfInvoice: false,
    })
    expect(failureCode(staff)).toBe('portals.selfInvoiceKey')
  })
})
