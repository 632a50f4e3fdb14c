import { describe, expect, test } from 'vitest'
import { person } from '#features/account/server/table.ts'
import { idempotencyKey, mail } from '#platform/table.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { contactDetail } from './server/contact-detail.ts'
import { eraseContact } from './server/erase-contact.ts'
import { addNote, deleteNote, recordConsent } from './server/notes.ts'
import { createContact, updateContact } from './server/write-contact.ts'
import { contactRows } from './test-contacts.ts'

/** What is written of a contact, and refused, at its edges. */

const { world, run, put, putPerson, putNote, putConsent, read, notesOf, consentsOf } = contactRows()
const nobody = '00000000-0000-7000-8000-000000000000'
type Draft = Parameters<typeof createContact>[1]
const create = (draft: Draft) => run((tx) => createContact(tx, draft))
const update = (id: string, draft: Draft) => run((tx) => updateContact(tx, id, draft))

describe('a contact', () => {
  test('is what its draft says, and what that leaves out is nothing', async () => {
    const { accountId } = await putAccount(world.database, 'Cuenta')
    const draft = { email: 'todo@escrito.test', phone: '600 111 222', organisation: 'Sala', accountId }
    const id = await create({ name: 'Todo', ...draft, tags: ['b', 'a', 'b'] })
    expect(await read(id)).toMatchObject({ name: 'Todo', ...draft, tags: ['b', 'a'], source: 'staff' })
    await update(id, { name: 'Nada' })
    const nothing = { email: null, phone: null, organisation: null, accountId: null, tags: [] }
    expect(await read(id)).toMatchObject({ name: 'Nada', ...nothing, version: 2 })
    const empty = await create({ name: 'Vacía', email: null, phone: '', organisation: '', accountId: null })
    expect(await read(empty)).toMatchObject({ name: 'Vacía', ...nothing, version: 1 })
    expect((await read(await create({ name: 'Desnuda' }))).tags).toEqual([])
  })

  test('is of an account that is there', async () => {
    const of = { name: 'De nadie', accountId: nobody }
    expect(await why(create(of))).toEqual(['accountId portals.accountUnknown'])
    const id = await put()
    expect(await why(update(id, of))).toEqual(['accountId portals.accountUnknown'])
    expect(await read(id)).toMatchObject({ name: 'Alguien', version: 1 })
  })

  test('has an address that nobody else has who is there', async () => {
    const email = 'una@sola.test'
    await put({ email, erasedAt: new Date() })
    await put({ email, mergedInto: await put() })
    const first = await create({ name: 'Primera', email })
    const other = await create({ name: 'Otra', email: 'otra@sola.test' })
    expect(await why(create({ name: 'Segunda', email }))).toEqual(['email contacts.emailKnown'])
    expect(await why(update(other, { name: 'Otra', email }))).toEqual(['email contacts.emailKnown'])
    expect(await read(other)).toMatchObject({ email: 'otra@sola.test', version: 1 })
    // What has stood so since before is no reason to refuse a new name.
    const twice = await put({ email })
    await update(twice, { name: 'Con nombre', email })
    expect(await read(twice)).toMatchObject({ name: 'Con nombre', email, version: 2 })
    expect(await why(update(first, { name: 'Primera', email: 'nueva@sola.test' }))).toBe('done')
  })

  test('has not the address of a login, whatever was written down of them, nor of staff', async () => {
    const personId = await putPerson({ email: 'entra@sola.test' })
    await put({ personId, email: 'antes@sola.test' })
    const email = 'entra@sola.test'
    expect(await why(create({ name: 'Alguien', email }))).toEqual(['email contacts.emailKnown'])
    expect(await why(create({ name: 'Alguien', email: 'antes@sola.test' }))).toBe('done')
    await putPerson({ email: 'colega@sola.test', staff: true })
    await putPerson({ email: 'nadie@sola.test' })
    const of = (address: string) => why(create({ name: 'Alguien', email: address }))
    expect(await of('colega@sola.test')).toEqual(['email contacts.emailOfStaff'])
    expect(await of('nadie@sola.test')).toBe('done')
  })

  test('with a login is called, and written to, as its person says', async () => {
    const personId = await putPerson({ name: 'Suya', email: 'suya@sola.test' })
    const id = await put({ personId, name: 'Antes', email: null })
    const own = { name: 'Suya', email: 'suya@sola.test' }
    expect(await why(update(id, { ...own, name: 'Otra' }))).toEqual(['name contacts.ownField'])
    expect(await why(update(id, { ...own, email: 'x@sola.test' }))).toEqual(['email contacts.ownField'])
    expect(await why(update(id, { name: 'Otra' }))).toEqual([
      ...['name contacts.ownField', 'email contacts.ownField'],
    ])
    await update(id, { ...own, phone: '600 111 222' })
    expect(await read(id)).toMatchObject({ phone: '600 111 222', version: 2 })
  })

  test('that is gone is nobody’s to change', async () => {
    const gone = [await put({ erasedAt: new Date() }), await put({ mergedInto: await put() }), nobody]
    for (const id of gone) {
      expect(await why(update(id, { name: 'Otra' }))).toBe('notFound')
      expect(await why(run((tx) => addNote(tx, id, nobody, 'Nota')))).toBe('notFound')
      expect(await why(run((tx) => eraseContact(tx, id, '', new Date())))).toBe('notFound')
      const answer = { kind: 'news', given: true, source: 'form' } as const
      expect(await why(run((tx) => recordConsent(tx, id, nobody, new Date(), answer)))).toBe('notFound')
    }
  })
})

describe('what is noted', () => {
  test('is deleted where it stands alone', async () => {
    const [one, other] = [await put(), await put()]
    await run((tx) => addNote(tx, one, nobody, 'Una'))
    await run((tx) => addNote(tx, one, nobody, 'Otra'))
    const noted = (await run((tx) => contactDetail(tx, one))).notes
    expect(noted.map(({ text, author }) => [text, author])).toEqual([
      ['Otra', null],
      ['Una', null],
    ])
    const noteId = noted[0]?.id ?? ''
    expect(await why(run((tx) => deleteNote(tx, other, noteId)))).toBe('notFound')
    expect(await notesOf(one)).toHaveLength(2)
    await run((tx) => deleteNote(tx, one, noteId))
    expect(await notesOf(one)).toEqual(['Una'])
  })

  test('an answer is of now or before, and of now where it says nothing', async () => {
    const id = await put()
    const now = new Date('2026-05-06T07:08:09.010Z')
    const say = (at?: string) =>
      run((tx) => recordConsent(tx, id, nobody, now, { kind: 'phone', given: false, source: 'paper', at }))
    await say()
    expect(await consentsOf(id)).toMatchObject([
      { kind: 'phone', given: false, source: 'paper', at: now, recordedBy: nobody },
    ])
    expect(await why(say('2026-05-06T07:08:09.010Z'))).toBe('done')
    expect(await why(say('2026-05-06T07:08:09.011Z'))).toEqual(['at contacts.consentInFuture'])
    await say('2026-05-05T00:00:00Z')
    expect((await consentsOf(id)).map(({ at }) => at.toISOString()).sort()).toEqual([
      ...['2026-05-05T00:00:00.000Z', now.toISOString(), now.toISOString()],
    ])
  })
})

describe('what is erased', () => {
  const now = new Date('2026-05-06T07:08:09Z')
  const erase = (id: string, name: string) => run((tx) => eraseContact(tx, id, name, now))
  const putMail = (to: string) =>
    run((tx) =>
      tx.insert(mail).values({ to, locale: 'es', kind: 'week', subject: 's', text: 't', html: 'h' }),
    )
  const mailed = async () =>
    (await run((tx) => tx.select().from(mail)))
      .map(({ to }) => to)
      .filter((to) => to.endsWith('@borrar.test'))
      .sort()

  test('is all that a contact and its doubles say, and nothing of others', async () => {
    const { accountId } = await putAccount(world.database, 'Cuenta')
    const all = { phone: '600 111 222', organisation: 'Sala', accountId, tags: ['a'] }
    const id = await put({ name: 'Persona', email: 'ella@borrar.test', ...all })
    const double = await put({ name: 'Doble', email: 'doble@borrar.test', mergedInto: id, ...all })
    const other = await put({ name: 'Otra', email: 'otra@borrar.test', ...all })
    for (const one of [id, double, other]) {
      await putNote(one)
      await putConsent(one)
      await putMail((await read(one)).email ?? '')
    }
    expect(await why(erase(id, 'persona'))).toEqual(['name contacts.nameMismatch'])
    await erase(id, ' Persona ')
    const nothing = { name: '', email: null, phone: null, organisation: null, accountId: null, tags: [] }
    for (const one of [id, double]) {
      expect(await read(one)).toMatchObject({ ...nothing, erasedAt: now, updatedAt: now })
      expect([await notesOf(one), await consentsOf(one)]).toEqual([[], []])
    }
    expect(await read(other)).toMatchObject({
      name: 'Otra',
      email: 'otra@borrar.test',
      ...all,
      erasedAt: null,
    })
    expect([await notesOf(other), await consentsOf(other)]).toMatchObject([['Nota'], [{}]])
    expect(await mailed()).toEqual(['otra@borrar.test'])
  })

  test('takes a login along, what it was written, and what it was answered', async () => {
    const personId = await putPerson({ name: 'Con Acceso', email: 'entra@borrar.test' })
    const id = await put({ personId, name: 'Antes', email: null })
    const another = await putPerson({ email: 'queda@borrar.test' })
    for (const one of [personId, another])
      await run((tx) =>
        tx
          .insert(idempotencyKey)
          .values({ actorId: one, operation: 'links.createLink', key: 'k', bodyHash: '' }),
      )
    await putMail('entra@borrar.test')
    await putMail('queda@borrar.test')
    await erase(id, 'Con Acceso')
    expect(await read(id)).toMatchObject({ personId: null, name: '', erasedAt: now })
    const left = await run((tx) => tx.select({ id: person.id }).from(person))
    expect(left.map((one) => one.id)).not.toContain(personId)
    expect(left.map((one) => one.id)).toContain(another)
    const answers = await run((tx) => tx.select().from(idempotencyKey))
    expect(answers.map(({ actorId }) => actorId)).toContain(another)
    expect(answers.map(({ actorId }) => actorId)).not.toContain(personId)
    expect(await mailed()).toEqual(['otra@borrar.test', 'queda@borrar.test'])
  })

  test('of somebody without an address leaves all mails', async () => {
    const before = await mailed()
    await erase(await put({ name: 'Sin dirección' }), 'Sin dirección')
    expect(await mailed()).toEqual(before)
  })
})
