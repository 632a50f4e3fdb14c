import { describe, expect, test } from 'vitest'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people } from '#testing/world/cast.ts'

const world = testDatabase()
const manager = () => as(world.database, 'staff')
const fields = (result: unknown) =>
  (result as { error?: { fields?: Record<string, string> } }).error?.fields ?? {}

describe('import and export', () => {
  const file = (text: string) => new File([text], 'contactos.csv', { type: 'text/csv' })
  const csv = [
    'Nombre;Correo;Teléfono;Organización;Etiquetas;Consentimiento',
    'Ana Uno;ana@import.test;+34 600 100 200;Radio Uno;prensa, radio;31/05/2026',
    `Berta;${people.operations.email};600 1;;vip;`,
    'Sin Correo;;;;;',
    'Mala;no-es-correo;;;;',
    'Repetida;ana@import.test;;;;',
    ';x@import.test;;;;',
    'Futura;f@import.test;;;;31/05/2999',
  ].join('\n')

  test('a file sent again because its answer was lost makes nobody twice, even without an address', async () => {
    const staff = await manager()
    const nobody = () => file('Nombre;Teléfono\nSin Dirección;+34 600 111 222\n')
    const call = { idempotencyKey: 'lost' }
    const first = ok(await staff.contacts.importContacts({ mode: 'all', file: nobody() }, call))
    const again = ok(await staff.contacts.importContacts({ mode: 'all', file: nobody() }, call))
    expect([first.created, again]).toEqual([1, first])
    expect(ok(await staff.contacts.listContacts({ q: 'Sin Dirección' })).total).toBe(1)
  })

  test('two files at one time make one contact of one address', async () => {
    const staff = await manager()
    const text = (phone: string) => file(`Nombre;Correo;Teléfono\nA la vez;vez@import.test;${phone}`)
    const send = (phone: string) => staff.contacts.importContacts({ mode: 'all', file: text(phone) })
    const answers = await Promise.all(['+34 600 111 333', ''].map(send))
    expect(answers.map((answer) => ok(answer).created).sort()).toEqual([0, 1])
    const { items } = ok(await staff.contacts.listContacts({ q: 'vez@import.test' }))
    expect(items.map(({ phone }) => phone)).toEqual(['+34 600 111 333'])
  })

  test('a dry run says what is wrong line by line, and writes nothing', async () => {
    const staff = await manager()
    const before = ok(await staff.contacts.listContacts({})).total
    const judged = ok(await staff.contacts.importContacts({ mode: 'check', file: file(csv) }))
    expect([judged.good, judged.bad, judged.created]).toEqual([2, 5, 0])
    const wrong = judged.rows.filter(({ errors }) => Object.keys(errors).length > 0)
    expect(wrong.map(({ row, errors }) => [row, ...Object.keys(errors)])).toEqual([
      [3, 'phone'],
      [5, 'email'],
      [6, 'email'],
      [7, 'name'],
      [8, 'newsConsent'],
    ])
    const all = ok(await staff.contacts.importContacts({ mode: 'all', file: file(csv) }))
    expect(all.created).toBe(0)
    expect(ok(await staff.contacts.listContacts({})).total).toBe(before)
  })

  test('the valid rows are written; a known address adds to its contact', async () => {
    const staff = await manager()
    const good = csv.replace('600 1;', '600 100 100;')
    const done = ok(await staff.contacts.importContacts({ mode: 'valid', file: file(good) }))
    expect([done.created, done.updated]).toEqual([2, 1])
    const [ana] = ok(await staff.contacts.listContacts({ q: 'ana@import.test' })).items
    expect(ana).toMatchObject({ organisation: 'Radio Uno', tags: ['prensa', 'radio'], consents: ['news'] })
    const detail = ok(await staff.contacts.getContact({ contactId: ana?.id ?? '' }))
    expect(detail.consentHistory[0]).toMatchObject({ source: 'import', at: '2026-05-30T22:00:00.000Z' })
    const [berta] = ok(await staff.contacts.listContacts({ q: people.operations.email })).items
    expect(berta).toMatchObject({ name: people.operations.name, phone: '600 100 100', tags: ['vip'] })
  })

  test('the day of a consent is read as people write it', async () => {
    const staff = await manager()
    const days = ['2026-05-31', '31/05/26', '31.5.2026', 'dom 31/5/2026', '31 may 2026', '31 de mayo de 2026']
    const rows = days.map((day, at) => `Día;dia${at}@import.test;${day}`)
    const text = ['Nombre;Correo;Consentimiento', ...rows, 'Mal;mal@import.test;31/02/2026'].join('\n')
    const done = ok(await staff.contacts.importContacts({ mode: 'valid', file: file(text) }))
    expect([done.created, done.bad]).toEqual([days.length, 1])
    for (const { id } of ok(await staff.contacts.listContacts({ q: '@import.test', consent: 'news' }))
      .items) {
      const { name, consentHistory } = ok(await staff.contacts.getContact({ contactId: id }))
      if (name === 'Día') expect(consentHistory.map(({ at }) => at)).toEqual(['2026-05-30T22:00:00.000Z'])
    }
  })

  test('what a known contact says stays: only what is missing is filled', async () => {
    const staff = await manager()
    const known = { name: 'Carla', phone: '+34 600 333 333', organisation: 'Sala Tres', tags: ['sala'] }
    const { id } = ok(await staff.contacts.createContact({ ...known, email: 'carla@import.test' }))
    const other = 'Nombre;Correo;Teléfono;Organización;Etiquetas'
    const done = ok(
      await staff.contacts.importContacts({
        mode: 'all',
        file: file(`${other}\nOtra;carla@import.test;+34 600 444 444;Sala Cuatro;prensa`),
      }),
    )
    expect([done.created, done.updated]).toEqual([0, 1])
    const kept = ok(await staff.contacts.getContact({ contactId: id }))
    expect(kept).toMatchObject({ ...known, tags: ['prensa', 'sala'] })
    // A cell that says nothing takes nothing away either.
    const empty = file(`${other}\nCarla;carla@import.test;;;`)
    ok(await staff.contacts.importContacts({ mode: 'all', file: empty }))
    expect(ok(await staff.contacts.getContact({ contactId: id }))).toMatchObject({
      ...known,
      tags: ['prensa', 'sala'],
    })
  })

  test.each([
    ['contacts.fileUnreadable', 'Nombre\n"abierta'],
    ['contacts.fileUnreadable', 'Nombre\nA\0na'],
    ['contacts.fileNoHeading', 'Apellido\nSanz'],
    ['contacts.fileTooMany', `Nombre\n${'Ana\n'.repeat(5_001)}`],
    ['contacts.fileTooLarge', `Nombre\n${'x'.repeat(1_000_001)}`],
  ])('%s is said by the file', async (_code, text) => {
    const refused = await (await manager()).contacts.importContacts({ mode: 'check', file: file(text) })
    expect(Object.keys(fields(refused))).toEqual(['file'])
  })

  test('as large as one may be, it is read', async () => {
    const rows = `Nombre;Notas\n${`Ana;${'x'.repeat(245)}\n`.repeat(3_999)}`
    const text = `${rows}Eva;${'x'.repeat(1_000_000 - rows.length - 4)}`
    const large = file(text)
    expect(large.size).toBe(1_000_000)
    const answer = ok(await (await manager()).contacts.importContacts({ mode: 'check', file: large }))
    expect(answer.good + answer.bad).toBeGreaterThan(0)
  })

  test('the file that leaves has the filters’ contacts, and no cell starts a formula', async () => {
    const staff = await manager()
    ok(await staff.contacts.createContact({ name: '\u200b=cmd|x', tags: ['peligro'] }))
    const answer = await fileFor(world.database, people.staff.id, '/contacts/export?tag=peligro')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="contactos.csv"')
    const text = await answer.text()
    const lines = text.replace('\ufeff', '').trim().split('\n')
    expect(lines[0]).toMatch(/^Persona;Correo;/)
    expect(lines[1]).toMatch(/^'\u200b=cmd/)
  })
})
