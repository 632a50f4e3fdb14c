import { expect, test } from 'vitest'
import { isOffered, planOf } from './server/acceptance-plan.ts'
import { settledIn } from './server/advance-forecast.ts'
import { monthToClose } from './server/close-months.ts'
import { daysOf, demandSome } from './server/export-fiscal.ts'
import { checkedIban, checkedTaxId } from './server/numbers-of-payees.ts'
import { maskedIban } from './server/settings.ts'
import { accrualDay } from './server/standing.ts'

test('a month closes when its five days of grace are over, in Madrid', () => {
  const at = (moment: string) => monthToClose(new Date(moment))
  expect([at('2026-11-05T22:59:59Z'), at('2026-11-05T23:00:00Z'), at('2026-11-30T12:00:00Z')]).toEqual([
    ...['2026-09-01', '2026-10-01', '2026-10-01'],
  ])
  expect([at('2026-01-03T12:00:00Z'), at('2026-01-06T12:00:00Z')]).toEqual(['2025-11-01', '2025-12-01'])
})

test('a month is taxed as on its last day, or today where it goes on', () => {
  const days = ['2026-10-30', '2026-10-31', '2026-11-01', '2027-05-01']
  expect(days.map((today) => accrualDay('2026-10-01', today))).toEqual([
    ...['2026-10-30', '2026-10-31', '2026-10-31', '2026-10-31'],
  ])
  expect(accrualDay('2024-02-01', '2024-03-01')).toBe('2024-02-29')
})

test('an advance is settled within fifty years or never', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  const of = (cents: number, income = 1) => settledIn(cents, { incomeOf: () => income }, 10_000, now)
  expect([of(1), of(600), of(601), of(1, -1), of(0, 0)]).toEqual([
    '2026-11',
    '2076-10',
    null,
    null,
    '2026-11',
  ])
  const turning = { incomeOf: (ahead: number) => (ahead === 0 ? -5 : 5) }
  expect(settledIn(5, turning, 10_000, now)).toBe('2026-12')
})

test('an advance is offered while it waits, and a month’s own bill before the law’s last day', () => {
  const row = (more: object) => ({ type: 2, status: 'Pending', closedAt: new Date(), ...more }) as never
  expect(isOffered(row({}))).toBe(true)
  for (const more of [{ type: 1 }, { status: 'Approved' }, { closedAt: null }])
    expect(isOffered(row(more))).toBe(false)
  const late = new Date('2026-11-12T12:00:00Z')
  const bill = { type: 1, correctsId: null, period: '2026-10-01', periodFrom: null }
  const plan = (more: object) => JSON.stringify(planOf({ ...bill, ...more } as never, late))
  expect(plan({})).not.toBe(plan({ type: 2 }))
  expect(plan({ correctsId: 'x' })).toBe(plan({ type: 2 }))
})

test('days of a file of records are both included, and it holds some', () => {
  expect(daysOf({ f: '2026-10-25', t: '2026-10-25' })).toEqual({
    ...{ from: new Date('2026-10-24T22:00:00Z'), to: new Date('2026-10-25T23:00:00Z') },
  })
  const code = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      const { code, fields } = error as { code: string; fields?: { t?: { code: string } } }
      return fields?.t?.code ?? code
    }
    return 'taken'
  }
  expect(code(() => daysOf({ f: '2026-10-26', t: '2026-10-25' }))).toBe('billing.fiscal.daysTurned')
  expect([code(() => demandSome(0)), code(() => demandSome(1)), code(() => demandSome(1e9))]).toEqual([
    ...['billing.fiscal.nothingToExport', 'taken', 'billing.fiscal.tooMany'],
  ])
})

test('tax numbers and IBANs are taken without their marks, and refused where their digits do not fit', () => {
  expect([checkedTaxId('es-00.000.000/t'), checkedTaxId('00000000T'), checkedTaxId('00000000R')]).toEqual([
    ...['00000000T', '00000000T', undefined],
  ])
  expect([checkedTaxId('X0000000T'), checkedTaxId('K0000000T'), checkedTaxId('L0000001R')]).toEqual([
    ...['X0000000T', 'K0000000T', 'L0000001R'],
  ])
  for (const wrong of [
    'K0000000R',
    'K000000T',
    'KT',
    'M00000000T',
    '',
    'ES',
    '0000000T',
    '000000000T',
    'B00000001',
  ])
    expect(checkedTaxId(wrong)).toBeUndefined()
  expect(checkedIban('IBAN es91 2100 0418 4502 0005 1332')).toBe('ES9121000418450200051332')
  expect(checkedIban('DE89370400440532013000')).toBe('DE89370400440532013000')
  for (const wrong of ['ES9121000418450200051333', 'ES91', '', 'BR1500000000000010932840814P2'])
    expect(checkedIban(wrong)).toBeUndefined()
  expect([
    maskedIban('ES9121000418450200051332'),
    maskedIban(''),
    maskedIban(null),
    maskedIban(undefined),
  ]).toEqual([...['ES•• •••• 1332', null, null, null]])
})
