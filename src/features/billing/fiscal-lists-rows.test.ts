import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { inWindow } from '#platform/paging.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putInformation } from '#testing/raw-bills.ts'
import { putRecord, putSending } from '#testing/raw-fiscal.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { fiscalEvent, fiscalMode, fiscalSignature } from './server/fiscal-mode-table.ts'
import { listEvents, listIssuers, listRecords } from './server/list-fiscal.ts'

/** What the lists of issuers, records and events say, at the edges of each. */

const world = testDatabase()
/** It is the last day of 2030 in Madrid. */
const now = new Date('2030-12-31T22:30:00Z')
const [day, tomorrow] = ['2030-12-31', '2031-01-01']
const newYear = new Date('2030-12-31T23:30:00Z')
const at = (hour: number) => new Date(Date.UTC(2030, 5, 1, hour))
/** A society, a person, and who has nothing but a name. Others have rows of the same places in their chains. */
const [society, person, bare, nameless] = ['B77000001', '77000002X', 'B77000003', '00000001R']

const putMode = (issuerTaxId: string | null, row: Partial<typeof fiscalMode.$inferInsert>) =>
  inTrial(world.database, (tx) =>
    tx.insert(fiscalMode).values({ issuerTaxId, validFrom: day, personName: 'P', ...row }),
  )
const sign = (issuerTaxId: string, sequence: number) =>
  inTrial(world.database, (tx) =>
    tx.insert(fiscalSignature).values({ issuerTaxId, sequence, xml: '<x/>', signer: 'S' }),
  )
const putEvent = (issuerTaxId: string, sequence: number) =>
  inTrial(world.database, (tx) =>
    tx.insert(fiscalEvent).values({
      ...{ issuerTaxId, sequence, type: '01', input: 'i', hash: `E-${sequence}`, previousHash: '' },
      ...{ generatedAt: `2030-06-01T0${sequence}:00:00+02:00`, xml: '<x/>' },
    }),
  )
const issuers = (q?: string, moment = now, page = 1) =>
  inTrial(world.database, (tx) => listIssuers(tx, { q, page }, moment))
const issuer = async (taxId: string, moment?: Date) => {
  const [one] = (await issuers(taxId, moment)).items
  if (!one) throw new Error(`${taxId} is no issuer`)
  return one
}

beforeAll(async () => {
  const { database } = world
  for (const [taxId, legalName] of [
    [society, 'Ébano Discos'],
    [bare, 'Ninguna'],
  ] as const)
    await putInformation(database, {
      accountId: (await putAccount(database, legalName)).accountId,
      ...{ taxId, legalName },
    })
  const record = (issuerTaxId: string, sequence: number, more: object = {}) =>
    putRecord(database, { issuerTaxId, sequence, createdAt: at(sequence), ...more })
  for (const sequence of [1, 2, 3, 4, 5, 6])
    await record(society, sequence, { mode: sequence < 4 ? 'signed' : sequence === 4 ? 'off' : null })
  for (const sequence of [1, 2, 3]) await record(person, sequence, { mode: 'sending', kind: 'alta' })
  await sign(society, 3)
  const chargeId = v7()
  await database.query(
    `insert into charge (id, account_id, number, issued_on, information, provider, tax, totals, hash)
      select $1, id, 'F-1', '2026-01-01', '{}', '{}', '{}', '{}', 'h' from account limit 1`,
    [chargeId],
  )
  await putRecord(database, { issuerTaxId: nameless, sequence: 1, chargeId, createdAt: at(0) })
  // Of the same place in another's chain.
  await sign(person, 2)
  await sign(person, 1)
  await putSending(database, { issuerTaxId: society, sequence: 1, state: 'waiting' })
  await putSending(database, { issuerTaxId: society, sequence: 2, state: 'waiting' })
  // The last second of 2029 in Madrid, and the first of 2030: what was refused or only waits binds nobody.
  const answered = (sequence: number, state: 'accepted' | 'rejected' | 'acceptedWithErrors', on: string) =>
    putSending(database, {
      ...{ issuerTaxId: society, sequence, state, answeredAt: new Date(on) },
      ...(state === 'accepted' ? {} : { errorCode: `C-${sequence}`, errorText: `T-${sequence}` }),
    })
  await answered(3, 'accepted', '2029-12-31T22:59:59Z')
  await answered(4, 'acceptedWithErrors', '2029-12-31T23:00:00Z')
  await answered(5, 'rejected', '2031-06-01T12:00:00Z')
  await putSending(database, {
    ...{ issuerTaxId: person, sequence: 1, state: 'accepted', answeredAt: new Date('2029-12-31T22:59:59Z') },
  })
  await putSending(database, { issuerTaxId: person, sequence: 3, state: 'waiting' })
  for (const sequence of [1, 2, 3]) await putEvent(society, sequence)
  await putEvent(person, 1)
  // What another has chosen, all others, or the society itself from today on, is not what it has chosen next.
  await putMode(null, { mode: 'sending', validFrom: tomorrow, createdAt: at(9) })
  await putMode(person, { mode: 'sending', validFrom: day, createdAt: at(1) })
  await putMode(society, { mode: null, validFrom: day, createdAt: at(1) })
  await putMode(society, { mode: 'off', validFrom: tomorrow, createdAt: at(3) })
  await putMode(society, { mode: 'signed', validFrom: tomorrow, createdAt: at(2) })
  await putMode(society, { mode: 'sending', validFrom: '2031-01-02', createdAt: at(4) })
})

describe('an issuer', () => {
  test('is told with what is open of its own records alone', async () => {
    expect(await issuer(society)).toEqual({
      ...{ taxId: society, name: `Nombre de ${society}`, kind: 'company', obligedFrom: '2027-01-01' },
      ...{ mode: 'off', own: false, next: { mode: 'off', from: tomorrow }, boundUntil: '2030-12-31' },
      ...{ records: 6, waiting: 2, attention: 2, unsigned: 2, events: 3 },
    })
    expect(await issuer(person)).toEqual({
      ...{ taxId: person, name: `Nombre de ${person}`, kind: 'person', obligedFrom: '2027-07-01' },
      ...{ mode: 'sending', own: true, next: null, boundUntil: null },
      ...{ records: 3, waiting: 1, attention: 0, unsigned: 0, events: 1 },
    })
    expect(await issuer(bare)).toMatchObject({
      ...{ name: 'Ninguna', own: false, next: null, boundUntil: null, mode: 'off' },
      ...{ records: 0, waiting: 0, attention: 0, unsigned: 0, events: 0 },
    })
  })

  test('is bound to send through the last day of the year in which the agency last took a record', async () => {
    expect((await issuer(society, newYear)).boundUntil).toBeNull()
    // From that day on all others send, and it is as it has chosen.
    expect([(await issuer(bare, newYear)).mode, (await issuer(society, newYear)).mode]).toEqual([
      'sending',
      'off',
    ])
    expect((await issuer(society, newYear)).next).toEqual({ mode: 'sending', from: '2031-01-02' })
  })

  test('is found by a part of its name, whatever its accents, or of its NIF', async () => {
    const all = (await issuers()).items
    const found = async (q: string) => (await issuers(q)).items.map(({ taxId }) => taxId)
    const said = async (q: string, part: RegExp) =>
      expect([q, await found(q)]).toEqual([
        q,
        all.filter(({ name, taxId }) => part.test(name) || part.test(taxId)).map(({ taxId }) => taxId),
      ])
    await said('NINGÚNA', /Ninguna/)
    await said('nombre de', /Nombre de/)
    await said('77000', /77000/)
    await said('nobody is called so', /^$/)
    expect(await found('77000')).toEqual([bare, person, society])
  })

  test('stands by its name, and without one at the end; pages do not overlap', async () => {
    const { items, total } = await issuers()
    expect(total).toBe(items.length)
    const named = items.filter(({ taxId }) => taxId !== nameless).map(({ name }) => name)
    expect(named).toEqual(named.toSorted((a, b) => (a < b ? -1 : 1)))
    const paged = await inWindow({ start: 1, size: 2 }, () => issuers())
    expect(paged.items).toEqual(items.slice(1, 3))
    expect(paged.total).toBe(total)
    const last = (await issuers()).items.at(-1)
    expect(last).toMatchObject({ taxId: nameless, name: nameless, records: 1, unsigned: 0 })
  })
})

describe('records', () => {
  const listed = (waiting?: '1', page = 1) =>
    inTrial(world.database, (tx) => listRecords(tx, { waiting, page }))
  const places = async (waiting?: '1') =>
    (await listed(waiting)).items.map(({ issuerTaxId, sequence }) => `${issuerTaxId} ${sequence}`)

  test('that wait are told newest first, each of its own chain', async () => {
    expect(await places('1')).toEqual([`${person} 3`, `${society} 2`, `${society} 1`])
    const { items, total } = await listed('1')
    expect(total).toBe(3)
    expect(items[2]).toMatchObject({
      ...{ issuerTaxId: society, sequence: 1, kind: 'alta', number: 'N-1', state: 'waiting' },
      ...{ errorCode: null, errorText: null, chargeId: null, billId: expect.any(String) },
      generatedAt: '2026-01-15T12:00:00+01:00',
    })
    const second = await inWindow({ start: 1, size: 1 }, () => listed('1'))
    expect(second.items).toEqual([items[1]])
    expect(second.total).toBe(3)
  })

  test('of one moment stand by their NIF, and the later in its chain first', async () => {
    for (const issuerTaxId of ['A77000009', 'A77000008'])
      for (const sequence of [1, 2]) {
        await putRecord(world.database, { issuerTaxId, sequence, createdAt: new Date('2035-01-01') })
        await putSending(world.database, { issuerTaxId, sequence })
      }
    expect((await places('1')).slice(0, 4)).toEqual([
      ...['A77000008 2', 'A77000008 1', 'A77000009 2', 'A77000009 1'],
    ])
  })

  test('need attention where the agency refused them or took them with errors', async () => {
    const items = (await listed()).items.filter(({ issuerTaxId }) => issuerTaxId === society)
    expect(items).toMatchObject([
      { sequence: 5, state: 'rejected', errorCode: 'C-5', errorText: 'T-5' },
      { sequence: 4, state: 'acceptedWithErrors', errorCode: 'C-4', errorText: 'T-4' },
    ])
  })

  test.each([
    ['issued again', {}, 'alta', false],
    ['cancelled', { kind: 'anulacion' }, 'alta', false],
    ['of another number', { number: 'N-3' }, 'alta', true],
    ['of one before it', { sequence: 1 }, 'alta', true],
    ['of another issuer', { issuerTaxId: '77000099A' }, 'alta', true],
    ['issued where a cancellation was refused', {}, 'anulacion', true],
    ['cancelled where a cancellation was refused', { kind: 'anulacion' }, 'anulacion', false],
  ] as const)('need none where the same was %s', async (what, row, kind, needed) => {
    const { database } = world
    const issuerTaxId = `Z-${what}`
    await putRecord(database, { issuerTaxId, sequence: 2, kind })
    await putSending(database, { issuerTaxId, sequence: 2, state: 'rejected' })
    await putRecord(database, { issuerTaxId, sequence: 3, number: 'N-2', ...row })
    const before = await listed()
    expect(before.items.some((one) => one.issuerTaxId === issuerTaxId)).toBe(needed)
    expect(before.total).toBe(before.items.length)
    expect((await issuer(issuerTaxId)).attention).toBe(needed ? 1 : 0)
  })
})

test('an issuer’s log is told newest first, of its own events alone', async () => {
  const listed = (issuerTaxId: string) => inTrial(world.database, (tx) => listEvents(tx, { issuerTaxId }))
  const { items, total } = await listed(society)
  expect(total).toBe(3)
  expect(items).toEqual(
    [3, 2, 1].map((sequence) => ({
      ...{ sequence, type: '01', hash: `E-${sequence}` },
      generatedAt: `2030-06-01T0${sequence}:00:00+02:00`,
    })),
  )
  expect((await listed(person)).items).toHaveLength(1)
  expect(await listed(bare)).toMatchObject({ items: [], total: 0 })
  const second = await inWindow({ start: 1, size: 1 }, () => listed(society))
  expect([second.items.map(({ sequence }) => sequence), second.total]).toEqual([[2], 3])
})
