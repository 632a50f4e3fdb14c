import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { importContacts } from './server/import-contacts.ts'
import { contactRows } from './test-contacts.ts'

/** What a file of contacts comes to, row by row. */

const { world, run, put, putPerson, read, consentsOf } = contactRows()
const [now, actorId] = [new Date('2026-05-31T10:00:00Z'), v7()]
type Cells = Record<string, string>

const bring = (cells: Cells[], mode: 'check' | 'all' | 'valid' = 'valid') =>
  run((tx) =>
    importContacts(
      tx,
      cells.map((one, at) => ({ row: at + 2, cells: one })),
      mode,
      { locale: 'es', now, actorId },
    ),
  )
/** The wrong fields of a row. */
const wrong = async (...cells: Cells[]) =>
  (await bring(cells, 'check')).rows.map(({ errors }) => Object.keys(errors).join(' '))
const ofName = async (name: string) => {
  const found = await world.database.query<{ id: string }>(
    'select id from contact where name = $1 order by created_at, id',
    [name],
  )
  return Promise.all(found.map(({ id }) => read(id)))
}

describe('a row', () => {
  test('that is new is a contact with all that it says', async () => {
    const all = { email: 'Toda@Fila.test', phone: '600 111 222', organisation: 'Sala', tags: 'Uno, dos;|uno' }
    const done = await bring([{ name: 'Toda', ...all, newsConsent: '30/05/2026' }, { name: 'Sola' }])
    expect(done).toEqual({
      ...{ good: 2, bad: 0, created: 2, updated: 0 },
      rows: [
        { row: 2, name: 'Toda', email: 'Toda@Fila.test', errors: {}, known: false },
        { row: 3, name: 'Sola', email: '', errors: {}, known: false },
      ],
    })
    const [toda] = await ofName('Toda')
    expect(toda).toMatchObject({
      ...{ email: 'toda@fila.test', phone: '600 111 222', organisation: 'Sala', tags: ['uno', 'dos'] },
      ...{ source: 'import', personId: null, version: 1 },
    })
    expect(await consentsOf(toda?.id ?? '')).toMatchObject([
      {
        kind: 'news',
        given: true,
        source: 'import',
        at: new Date('2026-05-29T22:00:00Z'),
        recordedBy: actorId,
      },
    ])
    const [sola] = await ofName('Sola')
    expect(sola).toMatchObject({ email: null, phone: null, organisation: null, tags: [] })
    expect(await consentsOf(sola?.id ?? '')).toEqual([])
    await bring([{ name: 'Vacía', email: '', phone: '', organisation: '', tags: ' ; ', newsConsent: '' }])
    await bring([{ name: 'Vacía', phone: '  ', organisation: ' ' }])
    const nothing = { email: null, phone: null, organisation: null, tags: [] }
    expect(await ofName('Vacía')).toMatchObject([nothing, nothing])
  })

  test('of an address that is known fills what its contact lacks, and adds its tags and answer', async () => {
    const bare = await put({ name: 'Conocida', email: 'conocida@fila.test', tags: ['uno'] })
    const row = { name: 'Otra', email: 'CONOCIDA@fila.test', phone: '600 111 222', organisation: 'Sala' }
    const [first] = (await bring([row], 'check')).rows
    expect(first).toMatchObject({ known: true, errors: {} })
    expect(await bring([{ ...row, tags: 'uno, dos', newsConsent: '2026-05-30' }])).toMatchObject({
      ...{ created: 0, updated: 1 },
    })
    expect(await read(bare)).toMatchObject({
      ...{ name: 'Conocida', phone: '600 111 222', organisation: 'Sala', tags: ['dos', 'uno'], version: 2 },
    })
    expect(await consentsOf(bare)).toMatchObject([{ kind: 'news', given: true, source: 'import' }])
    await bring([{ name: 'Otra', email: 'conocida@fila.test', phone: '600 999 999', organisation: 'Otra' }])
    expect(await read(bare)).toMatchObject({ phone: '600 111 222', organisation: 'Sala', version: 3 })
    expect(await consentsOf(bare)).toHaveLength(1)
    const empty = await put({ name: 'Sin nada', email: 'nada@fila.test' })
    await bring([{ name: 'x', email: 'nada@fila.test', phone: '', organisation: '' }])
    expect(await read(empty)).toMatchObject({ phone: null, organisation: null, tags: [], version: 2 })
  })

  test('is of who has the address now: by login, and of nobody who is gone', async () => {
    const email = (name: string) => `${name}@ahora.test`
    const personId = await putPerson({ email: email('entra') })
    const login = await put({ personId, email: email('antes') })
    await put({ email: email('borrada'), erasedAt: now })
    await put({ email: email('unida'), mergedInto: login })
    const rows = ['entra', 'antes', 'borrada', 'unida'].map((name) => ({ name: 'Fila', email: email(name) }))
    expect((await bring(rows, 'check')).rows.map(({ known }) => known)).toEqual([true, false, false, false])
    expect(await bring(rows)).toMatchObject({ created: 3, updated: 1 })
    expect((await read(login)).version).toBe(2)
  })

  test('is wrong by its fields', async () => {
    await putPerson({ email: 'colega@fila.test', staff: true })
    await putPerson({ email: 'nadie@fila.test' })
    const one = { name: 'Una' }
    expect(
      await wrong(
        ...[{}, { ...one, email: 'no' }, { ...one, phone: 'no' }, { name: 'x'.repeat(81), phone: '1' }],
        ...[
          { ...one, email: 'colega@fila.test' },
          { ...one, email: 'nadie@fila.test' },
        ],
        ...[
          { ...one, email: 'doble@fila.test' },
          { ...one, email: 'DOBLE@fila.test' },
        ],
        ...[
          { ...one, newsConsent: 'ayer no' },
          { ...one, newsConsent: '31/05/2026 12:00' },
        ],
        ...[
          { ...one, newsConsent: '31/05/2026 12:01' },
          { ...one, newsConsent: '01/06/2026' },
        ],
        { ...one, tags: 'x'.repeat(31) },
      ),
    ).toEqual([
      ...['name', 'email', 'phone', 'name phone', 'email', '', '', 'email'],
      ...['newsConsent', '', 'newsConsent', 'newsConsent', 'tags'],
    ])
  })

  test('without a name is wrong as one whose name is empty', async () => {
    const [none, empty] = (await bring([{}, { name: '' }], 'check')).rows
    expect(none?.errors).toEqual(empty?.errors)
  })

  test('is told in a hundred letters', async () => {
    const [told] = (await bring([{ name: 'x'.repeat(101), email: 'y'.repeat(101) }], 'check')).rows
    expect([told?.name, told?.email]).toEqual(['x'.repeat(100), 'y'.repeat(100)])
    const [other] = (await bring([{}], 'check')).rows
    expect([other?.name, other?.email]).toEqual(['', ''])
  })
})

describe('a file', () => {
  const some = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => ({ name: `${name} ${at}` }))
  const count = async (name: string) => {
    const [found] = await world.database.query<{ n: number }>(
      'select count(*)::int as n from contact where name like $1',
      [`${name} %`],
    )
    return found?.n
  }

  test('of which one row is wrong is written without it, or not at all', async () => {
    const rows = [...some(2, 'Mitad'), {}]
    expect(await bring(rows, 'all')).toMatchObject({ good: 2, bad: 1, created: 0, updated: 0 })
    expect(await count('Mitad')).toBe(0)
    expect(await bring(rows, 'check')).toMatchObject({ created: 0 })
    expect(await count('Mitad')).toBe(0)
    expect(await bring(rows, 'valid')).toMatchObject({ good: 2, bad: 1, created: 2 })
    expect(await count('Mitad')).toBe(2)
    expect(await bring(some(2, 'Entera'), 'all')).toMatchObject({ created: 2 })
    expect(await count('Entera')).toBe(2)
  })

  test('shows all that is wrong and the first twenty that are not, as they stand', async () => {
    const { rows, good, bad } = await bring([...some(21, 'Muestra'), {}], 'check')
    expect([good, bad]).toEqual([21, 1])
    expect(rows.map(({ row }) => row)).toEqual([...Array.from({ length: 20 }, (_, at) => at + 2), 23])
  })

  test('is written as a whole, however long', async () => {
    expect(await bring(some(501, 'Larga'))).toMatchObject({ created: 501 })
    expect(await count('Larga')).toBe(501)
    expect(await bring(some(500, 'Justa'))).toMatchObject({ created: 500 })
    expect(await count('Justa')).toBe(500)
  })
})
