import { describe, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { why } from '#testing/why.ts'
import { people } from '#testing/world/cast.ts'
import { readContactFile } from './server/read-contact-file.ts'

/** What the activity keeps of what is done with contacts, and how their files are read. */

const world = testDatabase()

test('the activity has each act with whom it was about, and nothing that they say', async () => {
  const { contacts } = await as(world.database, 'staff')
  const told = async () =>
    (
      await world.database.query<{ action: string; targetId: string; before: object; after: object }>(
        `select action, target_id as "targetId", before, after from activity where actor_id = $1 and action like 'contacts.%'
          order by at, id`,
        [people.staff.id],
      )
    ).at(-1)
  const made = ok(await contacts.createContact({ name: 'Nadie', email: 'nadie@acto.test', tags: ['a'] }))
  const contactId = made.id
  const bare = { tags: ['a'], accountName: null, withEmail: true, withPhone: false, withOrganisation: false }
  expect(await told()).toMatchObject({ action: 'contacts.createContact', targetId: contactId, after: bare })
  const draft = { contactId, name: 'Nadie', phone: '600 111 222', organisation: 'Sala', tags: ['a'] }
  ok(await contacts.updateContact(draft, { version: made.version }))
  expect(await told()).toMatchObject({
    ...{ action: 'contacts.updateContact', targetId: contactId },
    ...{ before: { withEmail: true, withPhone: false, withOrganisation: false } },
    after: { withEmail: false, withPhone: true, withOrganisation: true },
  })
  const noted = ok(await contacts.addContactNote({ contactId, text: 'Nota' }))
  expect(await told()).toMatchObject({ action: 'contacts.addContactNote', targetId: contactId })
  ok(await contacts.deleteContactNote({ contactId, noteId: noted.notes[0]?.id ?? '' }))
  expect(await told()).toMatchObject({ action: 'contacts.deleteContactNote', targetId: contactId })
  ok(await contacts.recordConsent({ contactId, kind: 'phone', given: true, source: 'paper' }))
  expect(await told()).toMatchObject({
    ...{ action: 'contacts.recordConsent', targetId: contactId },
    after: { kind: 'phone', given: true, source: 'paper' },
  })
  const double = ok(await contacts.createContact({ name: 'Doble' }))
  ok(await contacts.mergeContact({ contactId, doubleId: double.id }))
  expect(await told()).toMatchObject({
    ...{ action: 'contacts.mergeContact', targetId: contactId, after: { doubleId: double.id } },
  })
  ok(await contacts.eraseContact({ contactId, name: 'Nadie' }))
  expect(await told()).toMatchObject({ action: 'contacts.eraseContact', targetId: contactId })
  const file = () => new File(['Nombre;Correo\nUna;una@acto.test\n;x@acto.test'], 'c.csv')
  ok(await contacts.importContacts({ mode: 'valid', file: file() }))
  expect(await told()).toMatchObject({ action: 'contacts.importContacts', after: { created: 1, updated: 0 } })
  const before = await told()
  ok(await contacts.importContacts({ mode: 'check', file: file() }))
  expect(await told()).toEqual(before)
})

test('a list without a page is its first', async () => {
  const { contacts } = await as(world.database, 'staff')
  expect(ok(await contacts.listContacts({})).page).toBe(1)
  expect(ok(await contacts.listContacts({ page: 2 })).page).toBe(2)
})

describe('a file', () => {
  const read = (text: string) => readContactFile(new File([text], 'c.csv', { type: 'text/csv' }))

  test('has the columns that its heading names, in either language, and no others', async () => {
    expect(await read('Nombre;Móvil;Edad\nAna;600 111 222;30\nEva;;')).toEqual([
      { row: 2, cells: { name: 'Ana', phone: '600 111 222' } },
      { row: 3, cells: { name: 'Eva' } },
    ])
    const [english] = await read('Name,E-mail,Organization,Tags,News consent\nAna,a@b.test,Sala,x,2026-05-31')
    expect(english?.cells).toEqual({
      ...{ name: 'Ana', email: 'a@b.test', organisation: 'Sala', tags: 'x', newsConsent: '2026-05-31' },
    })
  })

  test.each([
    ['contacts.fileUnreadable', 'Nombre\n"abierta'],
    ['contacts.fileNoHeading', 'Apellido\nSanz'],
    ['contacts.fileTooMany', `Nombre\n${'Ana\n'.repeat(5_001)}`],
    ['contacts.fileTooLarge', `Nombre\n${'Ana\n'.repeat(4_000)}${'x'.repeat(1_000_001 - 16_007)}`],
  ])('is refused: %s', async (code, text) => {
    expect(await why(read(text))).toEqual([`file ${code}`])
  })

  test('as large, and as long, as one may be is read', async () => {
    expect(await read(`Nombre\n${'Ana\n'.repeat(5_000)}`)).toHaveLength(5_000)
    const long = `Nombre;Notas\n${`Ana;${'x'.repeat(245)}\n`.repeat(3_999)}`
    const text = `${long}Eva;${'x'.repeat(1_000_000 - long.length - 4)}`
    expect([text.length, (await read(text)).length]).toEqual([1_000_000, 4_000])
  })
})
