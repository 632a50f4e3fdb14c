import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '#platform/db.ts'
import type { AppError } from '#platform/errors.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putInformation } from '#testing/raw-bills.ts'
import { putRecord, putSending } from '#testing/raw-fiscal.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { rollingBack } from '#testing/rolling-back.ts'
import type { FiscalMode } from './fiscal-choices.ts'
import { keepService } from './server/fiscal-mode.ts'
import { fiscalMode } from './server/fiscal-mode-table.ts'
import { setFiscalMode } from './server/set-fiscal-mode.ts'

/** Who is bound to go on sending, and until which day. */

const world = testDatabase()
/** It is the last day of 2030 in Madrid. */
const now = new Date('2030-12-31T22:30:00Z')
const [day, tomorrow] = ['2030-12-31', '2031-01-01']
/** Of one the agency took a record in the first second of the year, of the other in the last one before; one has but a name. */
const [society, person, bare] = ['B77000001', '77000002X', 'B77000003']

beforeAll(async () => {
  const { database } = world
  const putMode = (issuerTaxId: string | null, mode: FiscalMode | null, validFrom = day) =>
    inTrial(database, (tx) => tx.insert(fiscalMode).values({ issuerTaxId, mode, validFrom, personName: 'P' }))
  const { accountId } = await putAccount(database, 'Ninguna')
  await putInformation(database, { accountId, taxId: bare })
  for (const [issuerTaxId, answeredAt] of [
    [society, '2029-12-31T23:00:00Z'],
    [person, '2029-12-31T22:59:59Z'],
  ] as const) {
    await putRecord(database, { issuerTaxId, sequence: 1 })
    await putSending(database, {
      ...{ issuerTaxId, sequence: 1, state: 'accepted', answeredAt: new Date(answeredAt) },
    })
  }
  await putMode(null, 'sending', tomorrow)
  await putMode(person, 'sending')
})

describe('whoever sends', () => {
  const by = { now, person: { id: v7(), name: 'P' } }
  /** What the day is refused for, or what the mode was before; nothing stays. */
  const set = async (wish: { issuerTaxId?: string; mode: FiscalMode | null; from: string }) => {
    const undone = rollingBack(world.database)
    try {
      return await inTrial(undone, (tx) => setFiscalMode(tx, wish, by))
    } catch (error) {
      return (error as AppError).fields
    }
  }
  const bound = { from: { code: 'billing.fiscal.bound', params: { year: '2030' } } }

  test('is bound through the last day of the year, by its own choice or that of all others', async () => {
    expect(await set({ issuerTaxId: society, mode: 'off', from: day })).toEqual(bound)
    expect(await set({ issuerTaxId: society, mode: 'off', from: tomorrow })).toBe('off')
    // Nothing of the other’s was taken in this year.
    expect(await set({ issuerTaxId: person, mode: 'off', from: day })).toBe('sending')
    // Who has chosen for itself is not bound by what all others do, and who has not is.
    expect(await set({ mode: 'off', from: day })).toEqual(bound)
    expect(await set({ mode: 'off', from: tomorrow })).toBe('off')
    // As all others: those send from tomorrow on, and not today.
    expect(await set({ issuerTaxId: society, mode: null, from: day })).toEqual(bound)
    expect(await set({ issuerTaxId: society, mode: null, from: tomorrow })).toBe('off')
  })

  test('may go on sending from any day, and all others are bound by the latest of them', async () => {
    const within = (prepare: Parameters<typeof inTrial>[1], wish: Parameters<typeof set>[0]) =>
      inTrial(rollingBack(world.database), async (tx) => {
        await prepare(tx)
        return setFiscalMode(tx, wish, by)
      }).catch((error: AppError) => error.fields)
    const given = (tx: Tx) => keepService(tx, true)
    expect(await within(given, { issuerTaxId: society, mode: 'sending', from: day })).toBe('off')
    expect(await within(given, { mode: 'sending', from: day })).toBe('off')
    const asOthers = async (tx: Tx) => {
      await tx.execute(
        sql`update fiscal_sending set answered_at = '2031-06-01T10:00:00Z' where issuer_tax_id = ${person}`,
      )
      await tx.insert(fiscalMode).values({ issuerTaxId: person, mode: null, validFrom: day, personName: 'P' })
    }
    const until = { from: { code: 'billing.fiscal.bound', params: { year: '2031' } } }
    expect(await within(asOthers, { mode: 'off', from: day })).toEqual(until)
    expect(await within(asOthers, { mode: 'off', from: '2031-12-31' })).toEqual(until)
    expect(await within(asOthers, { mode: 'off', from: '2032-01-01' })).toBe('off')
  })

  test('is told of each field that is wrong', async () => {
    const fieldsOf = async (wish: Parameters<typeof set>[0]) => {
      const fields = await set(wish)
      return typeof fields === 'object'
        ? Object.entries(fields).map(([name, { code }]) => [name, code])
        : fields
    }
    expect(await fieldsOf({ mode: null, from: tomorrow })).toEqual([['mode', 'validation.required']])
    expect(await fieldsOf({ issuerTaxId: 'NOBODY', mode: null, from: tomorrow })).toEqual([
      ['issuerTaxId', 'billing.fiscal.noIssuer'],
    ])
    expect(await fieldsOf({ issuerTaxId: bare, mode: 'sending', from: '2030-12-30' })).toEqual([
      ['mode', 'billing.fiscal.noService'],
      ['from', 'billing.fiscal.past'],
    ])
    expect(await fieldsOf({ issuerTaxId: person, mode: 'signed', from: day })).toEqual([
      ['mode', 'billing.fiscal.noCertificate'],
    ])
    // A day that is over is said before the year that is not.
    expect(await fieldsOf({ issuerTaxId: society, mode: 'off', from: '2030-12-30' })).toEqual([
      ['from', 'billing.fiscal.past'],
    ])
  })

  test('and is kept with who said so and when', async () => {
    const issuerTaxId = bare
    const before = await inTrial(world.database, (tx) =>
      setFiscalMode(tx, { issuerTaxId, mode: 'off', from: '2031-02-01' }, by),
    )
    expect(before).toBe('off')
    expect(
      await world.database.query(
        `select mode, valid_from::text as f, person_id as who, person_name as name from fiscal_mode where issuer_tax_id = $1
          and created_at = $2`,
        [issuerTaxId, now],
      ),
    ).toEqual([{ mode: 'off', f: '2031-02-01', who: by.person.id, name: 'P' }])
  })
})
