import { describe, expect, test } from 'vitest'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { contactDetail } from './server/contact-detail.ts'
import { ensureContacts } from './server/ensure-contact.ts'
import { likelyOf } from './server/likely.ts'
import { contactRows } from './test-contacts.ts'

/** Who looks like the same person, and what stands on a contact's page. */

const { world, run, put, putPerson, putNote, putConsent, read } = contactRows()
const detail = (id: string) => run((tx) => contactDetail(tx, id))
const doublesOf = async (id: string) => (await detail(id)).doubles.map(({ name }) => name)
const at = (second: number) => new Date(Date.UTC(2026, 4, 6, 7, 8, second))

describe('doubles', () => {
  test('have the same address, whoever has it by their login', async () => {
    const email = 'misma@doble.test'
    const id = await put({ name: 'De papel', email })
    await put({ name: 'B de papel', email })
    const personId = await putPerson({ name: 'C entra', email })
    await put({ name: 'antes', email: 'antes@doble.test', personId })
    // What stood there before they had a login is no longer theirs.
    await put({ name: 'otra', email, personId: await putPerson({ name: 'D entra' }) })
    await put({ name: 'A otra', email: 'otra@doble.test' })
    expect((await detail(id)).doubles).toMatchObject([
      { name: 'B de papel', email, login: false },
      { name: 'C entra', email, login: true },
    ])
  })

  test('have the same telephone, with its country or without, however it is parted', async () => {
    const id = await put({ name: 'Suena', phone: '+34 677 111 222' })
    await put({ name: 'A suena', phone: '677-111-222' })
    await put({ name: 'B suena', phone: '0034677111222' })
    await put({ name: 'entra', phone: '677.111.222', personId: await putPerson({ name: 'C suena' }) })
    await put({ name: 'D calla', phone: '677 111 223' })
    await put({ name: 'E calla', phone: '' })
    expect(await doublesOf(id)).toEqual(['A suena', 'B suena', 'C suena'])
    const mute = await put({ name: 'Muda', phone: '' })
    await put({ name: 'Muda también', phone: '' })
    expect(await doublesOf(mute)).toEqual([])
  })

  test('are called the same, and of those who sign in the ones of the same account or organisation', async () => {
    const [{ accountId }, other] = [
      await putAccount(world.database, 'Cuenta'),
      await putAccount(world.database, 'Otra'),
    ]
    const called = { name: 'Íñigo Ñu' }
    const id = await put({ ...called, accountId, organisation: 'Sala Época' })
    const found = [
      await put({ name: 'inigo nu' }),
      await put({ name: 'x', accountId, personId: await putPerson({ name: 'IÑIGO NU' }) }),
      await put({ name: 'x', organisation: 'sala epoca', personId: await putPerson({ name: 'Iñigo Nu' }) }),
    ]
    await put({ name: 'Íñigo Ñandú', accountId, organisation: 'Sala Época' })
    const elsewhere = { accountId: other.accountId, organisation: 'Otra sala' }
    await put({ ...called, ...elsewhere, personId: await putPerson(called) })
    await put({ name: 'Otra', accountId, personId: await putPerson({ name: 'Otra' }) })
    // Before they had a login they were called so.
    await put({ ...called, accountId, personId: await putPerson({ name: 'Ahora otra' }) })
    const { doubles } = await detail(id)
    expect(doubles.map((one) => one.id).sort()).toEqual(found.sort())
    // Of no organisation nobody is of the same.
    const alone = await put({ name: 'Sola' })
    await put({ name: 'x', personId: await putPerson({ name: 'Sola' }) })
    expect(await doublesOf(alone)).toEqual([])
  })

  test('are others that are there, each once, by name', async () => {
    const all = { email: 'todo@doble.test', phone: '688 111 222' }
    const id = await put({ name: 'Todo', ...all })
    await put({ name: 'Ze', ...all })
    await put({ name: 'Ábaco', ...all })
    await put({ name: 'Todo', ...all })
    await put({ name: 'Borrada', ...all, erasedAt: at(0) })
    await put({ name: 'Unida', ...all, mergedInto: id, mergedAt: at(0) })
    expect(await doublesOf(id)).toEqual(['Ábaco', 'Todo', 'Ze'])
    const erased = await put({ name: 'Todo', ...all, erasedAt: at(0) })
    expect(await doublesOf(erased)).toEqual([])
  })
})

describe('the page of a contact', () => {
  test('has its notes and answers, the newest first, and what was merged into it, the last first', async () => {
    const [id, other] = [await put(), await put()]
    const authorId = await putPerson({ name: 'Quien escribe' })
    const [first, second] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
    await putNote(id, { text: 'b', id: second, createdAt: at(2) })
    await putNote(id, { text: 'a', id: first, createdAt: at(2) })
    await putNote(id, { text: 'c', createdAt: at(3), authorId })
    await putNote(id, { text: 'd', createdAt: at(1) })
    await putNote(other)
    await putConsent(id, { source: 'email', id: second, at: at(2) })
    await putConsent(id, { source: 'form', id: first, at: at(2) })
    await putConsent(id, { source: 'paper', at: at(3) })
    await putConsent(id, { source: 'phone', at: at(1) })
    await putConsent(other)
    await put({ name: 'Antes', mergedInto: id, mergedAt: at(1) })
    await put({ name: 'Después', mergedInto: id, mergedAt: at(2) })
    await put({ name: 'De otra', mergedInto: other, mergedAt: at(2) })
    const found = await detail(id)
    expect(found.notes.map(({ text, author }) => [text, author])).toEqual([
      ...[
        ['c', 'Quien escribe'],
        ['b', null],
        ['a', null],
        ['d', null],
      ],
    ])
    expect(found.consentHistory.map(({ source }) => source)).toEqual(['paper', 'email', 'form', 'phone'])
    expect(found.merged.map(({ name }) => name)).toEqual(['Después', 'Antes'])
    expect(await why(detail('00000000-0000-7000-8000-000000000000'))).toBe('notFound')
    expect(await why(detail(found.merged[0]?.id ?? ''))).toBe('notFound')
  })

  test('says how many there are where not all are there, and keeps the answer that holds of each kind', async () => {
    const id = await put()
    await putConsent(id, { kind: 'phone', source: 'paper', at: at(1) })
    await world.database.query(
      `insert into contact_consent (id, contact_id, kind, given, source, at)
       select gen_random_uuid(), $1, 'news', n % 2 = 0, 'form', $2::timestamptz + n * interval '1 second'
       from generate_series(1, 230) n`,
      [id, at(2)],
    )
    await world.database.query(
      `insert into contact_note (id, contact_id, text) select gen_random_uuid(), $1, 'Nota ' || n from generate_series(1, 612) n`,
      [id],
    )
    const { notes, notesTotal, consentHistory, consentTotal } = await detail(id)
    expect([notes.length, notesTotal]).toEqual([500, 612])
    expect([consentHistory.length, consentTotal]).toEqual([201, 231])
    expect(consentHistory.find(({ kind }) => kind === 'phone')).toMatchObject({ source: 'paper' })
    const { notesTotal: none, consentTotal: never } = await detail(await put())
    expect([none, never]).toEqual([0, 0])
  })
})

describe('whoever signs in is a contact', () => {
  const contactOf = async (personId: string) => {
    const found = await world.database.query<{ id: string; source: string; version: number }>(
      'select id, source, version from contact where person_id = $1',
      [personId],
    )
    expect(found.length).toBeLessThan(2)
    return found[0]
  }

  test('once, and alone where they are named', async () => {
    const [one, other] = [await putPerson(), await putPerson()]
    const staff = await putPerson({ staff: true })
    await run((tx) => ensureContacts(tx, one))
    expect([(await contactOf(one))?.source, await contactOf(other)]).toEqual(['login', undefined])
    await run((tx) => ensureContacts(tx))
    const known = await contactOf(one)
    expect([(await contactOf(other))?.source, await contactOf(staff)]).toEqual(['login', undefined])
    await run((tx) => ensureContacts(tx))
    expect(await contactOf(one)).toEqual(known)
  })

  test('the first that was written down with their address, which nobody else is', async () => {
    const email = 'llega@luego.test'
    const taken = await put({ email, personId: await putPerson(), createdAt: at(0) })
    await put({ email, erasedAt: at(0), createdAt: at(0) })
    await put({ email, mergedInto: taken, createdAt: at(0) })
    const first = await put({ email, createdAt: at(1) })
    const second = await put({ email, createdAt: at(2) })
    const personId = await putPerson({ email })
    await run((tx) => ensureContacts(tx, personId))
    expect(await contactOf(personId)).toMatchObject({ id: first, source: 'staff', version: 2 })
    expect((await read(second)).personId).toBeNull()
  })
})

describe('who may hold what was typed', () => {
  const likely = async (q: string, ids: Record<string, string>) => {
    const found = await run((tx) => likelyOf(tx, q))
    return found && Object.keys(ids).filter((name) => found.includes(ids[name] ?? ''))
  }

  test('is found by each of its texts, by login and account, and by digits', async () => {
    const { accountId } = await putAccount(world.database, 'Zarzuela Discos')
    const ids = {
      name: await put({ name: 'La Zarzuela' }),
      email: await put({ email: 'zarzuela@buscar.test' }),
      organisation: await put({ organisation: 'Teatro Zarzuela' }),
      account: await put({ accountId }),
      login: await put({ personId: await putPerson({ name: 'Zarzuela' }) }),
      address: await put({ personId: await putPerson({ email: 'la-zarzuela@buscar.test' }) }),
      phone: await put({ phone: '+34 (699) 123-456' }),
      percent: await put({ name: 'zar_zuela 100%' }),
      none: await put({ name: 'Zarzamora' }),
    }
    expect(await likely('ZÁRZUELA', ids)).toEqual([
      ...['name', 'email', 'organisation', 'account', 'login', 'address'],
    ])
    expect(await likely('la-zarzuela', ids)).toEqual(['address'])
    expect(await likely('zar_zuela', ids)).toEqual(['percent'])
    expect(await likely('100%', ids)).toEqual(['percent'])
    expect(await likely('99 12 3', ids)).toBeUndefined()
    expect(await likely('699 123', ids)).toEqual(['phone'])
    expect(await likely('+34699', ids)).toEqual(['phone'])
    expect(await likely('699x', ids)).toEqual([])
    expect(await likely('za', ids)).toBeUndefined()
    expect(await likely('zar', ids)).toEqual(Object.keys(ids).filter((name) => name !== 'phone'))
  })

  test('is not looked for where thousands would be', async () => {
    const many = (from: number, to: number) =>
      world.database.query(
        `insert into contact (id, name, source) select gen_random_uuid(), 'muchedumbre ' || n, 'staff'
          from generate_series($1::int, $2::int) n`,
        [from, to],
      )
    await many(1, 4_000)
    expect(await run((tx) => likelyOf(tx, 'muchedumbre'))).toHaveLength(4_000)
    await many(4_001, 4_001)
    expect(await run((tx) => likelyOf(tx, 'muchedumbre'))).toBeUndefined()
  })
})
