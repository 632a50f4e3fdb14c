import { describe, expect, test } from 'vitest'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { mergeContact } from './server/merge-contact.ts'
import { addressOf, contactRows } from './test-contacts.ts'

/** What becomes of two contacts that are one. */

const { world, run, put, putPerson, putNote, putConsent, read, notesOf, consentsOf } = contactRows()
const now = new Date('2026-05-06T07:08:09Z')
const merge = (kept: string, double: string) => run((tx) => mergeContact(tx, kept, double, now))

async function full(name: string, more: object = {}) {
  const { accountId } = await putAccount(world.database, `Cuenta de ${name}`)
  const own = { email: `${name}@doble.test`, phone: `600 ${name}`, organisation: `Sala ${name}` }
  return put({ name, ...own, accountId, tags: ['ambos', name], ...more })
}

test('the one that is kept takes all that it lacks', async () => {
  const double = await full('otro')
  const { email, phone, organisation, accountId } = await read(double)
  const kept = await put({ name: 'Queda', tags: ['suya', 'ambos'] })
  await merge(kept, double)
  expect(await read(kept)).toMatchObject({
    ...{ name: 'Queda', email, phone, organisation, accountId, tags: ['suya', 'ambos', 'otro'] },
    ...{ personId: null, mergedInto: null, mergedAt: null, version: 2, updatedAt: now },
  })
  expect(await read(double)).toMatchObject({
    ...{ name: 'otro', email, phone, mergedInto: kept, mergedAt: now, version: 2 },
  })
})

test('the one that is kept says what it said, and what neither says stays unsaid', async () => {
  const [kept, double] = [await full('una'), await full('dos')]
  const before = await read(kept)
  await merge(kept, double)
  expect(await read(kept)).toEqual({ ...before, tags: ['ambos', 'una', 'dos'], version: 2, updatedAt: now })
  const [bare, other] = [await put({ name: 'Nada' }), await put({ name: 'Tampoco' })]
  await merge(bare, other)
  expect(await read(bare)).toMatchObject({
    ...{ name: 'Nada', email: null, phone: null, organisation: null, accountId: null, tags: [] },
  })
})

test('a login goes to the one that is kept, whichever has it, and takes its address along', async () => {
  const [one, other] = [await putPerson({ name: 'Uno Mismo' }), await putPerson({ name: 'Otro Mismo' })]
  const [kept, double] = [await put({ name: 'Queda' }), await put({ name: 'Antes', personId: one })]
  await merge(kept, double)
  expect(await read(kept)).toMatchObject({ personId: one, email: addressOf(one) })
  // Of whom it was, its history keeps the name that they had.
  expect(await read(double)).toMatchObject({ personId: null, name: 'Uno Mismo', email: addressOf(one) })
  const login = await put({ name: 'Con acceso', personId: other })
  await merge(login, await put({ name: 'Sin acceso' }))
  expect(await read(login)).toMatchObject({ personId: other, email: addressOf(other) })
  expect(await why(merge(kept, login))).toEqual(['doubleId contacts.bothLogins'])
  expect(await read(login)).toMatchObject({ personId: other, mergedInto: null })
})

test('notes, answers and doubles of the double come along, and nobody else’s', async () => {
  const [kept, double, other] = [await put(), await put(), await put()]
  const [before, elsewhere] = [await put({ mergedInto: double }), await put({ mergedInto: other })]
  for (const id of [kept, double, other]) {
    await putNote(id, { text: `de ${id}` })
    await putConsent(id)
  }
  await merge(kept, double)
  expect((await notesOf(kept)).sort()).toEqual([`de ${kept}`, `de ${double}`].sort())
  expect(await notesOf(other)).toEqual([`de ${other}`])
  expect([await consentsOf(kept), await consentsOf(double), await consentsOf(other)]).toMatchObject([
    ...[[{}, {}], [], [{}]],
  ])
  expect([(await read(before)).mergedInto, (await read(elsewhere)).mergedInto]).toEqual([kept, other])
})

test('of two doubles that are merged at once neither is lost, and two ways round at once one is taken', async () => {
  const [kept, one, other] = [await put({ tags: ['suya'] }), await full('aqui'), await full('alli')]
  expect(await Promise.all([why(merge(kept, one)), why(merge(kept, other))])).toEqual(['done', 'done'])
  expect((await read(kept)).tags.sort()).toEqual(['alli', 'ambos', 'aqui', 'suya'])
  for (let round = 0; round < 3; round++) {
    const [first, second] = [await put(), await put()]
    const ways = await Promise.all([why(merge(first, second)), why(merge(second, first))])
    expect(ways.sort()).toEqual(['done', 'notFound'])
  }
})

describe('two are not made one', () => {
  test('of which one is the other, gone, or nobody', async () => {
    const [one, erased, merged] = [
      await put(),
      await put({ erasedAt: now }),
      await put({ mergedInto: await put() }),
    ]
    expect(await why(merge(one, one))).toEqual(['doubleId contacts.mergeSelf'])
    for (const gone of [erased, merged, '00000000-0000-7000-8000-000000000000'])
      expect([await why(merge(one, gone)), await why(merge(gone, one))]).toEqual(['notFound', 'notFound'])
    expect(await read(one)).toMatchObject({ mergedInto: null, version: 1 })
  })
})
