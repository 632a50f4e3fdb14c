import { describe, expect, test } from 'vitest'
import { demandOnePayment, demandWhatIsLeft, differenceLine, negated } from './server/correction-parts.ts'
import { concept, messageIdOf, plain } from './server/pain.ts'
import { type Due, heldUntil, isFree, netted, personOf, waitsOf } from './server/payable.ts'

const due = (id: string, cents: number, more: object = {}) =>
  ({
    ...{ id, cents, accountId: 'a', taxId: 'T', minimumCents: 0, held: false, refused: false, iban: 'ES1' },
    ...{ heldUntil: null, ...more },
  }) as Due

describe('what can be paid', () => {
  /** What is marked, and the payments: `ID CENTS less IDS`. */
  const paid = (...all: Due[]) => {
    const { marked, payments } = netted(all)
    return [
      marked.map(({ id }) => id).join(''),
      ...payments.map(
        ({ of, cents, less }) => `${of.id} ${cents}${less.map(({ id }) => ` less ${id}`).join('')}`,
      ),
    ]
  }

  test('is what was taken back set against the oldest of the same person', () => {
    expect(paid(due('1', 100), due('2', 50))).toEqual(['12', '1 100', '2 50'])
    expect(paid(due('1', 100), due('2', -30))).toEqual(['12', '1 70 less 2'])
    expect(paid(due('1', 100), due('2', -100), due('3', 10))).toEqual(['123', '3 10'])
    expect(paid(due('1', 100), due('2', -120), due('3', 50))).toEqual(['123', '3 30 less 2'])
    expect(paid(due('1', 100), due('2', -30), due('3', -20))).toEqual(['123', '1 50 less 2 less 3'])
    expect(paid(due('1', 100), due('2', -100))).toEqual(['12'])
    expect(paid(due('1', 100), due('2', -99))).toEqual(['12', '1 1 less 2'])
    expect(paid(due('1', 0))).toEqual(['1'])
    expect(paid()).toEqual([''])
  })

  test('waits where a person owes more, or is owed less than the minimum', () => {
    expect(paid(due('1', 100), due('2', -101))).toEqual([''])
    const minimumCents = 100
    expect(paid(due('1', 99, { minimumCents }))).toEqual([''])
    expect(paid(due('1', 100, { minimumCents }))).toEqual(['1', '1 100'])
    expect(paid(due('1', 60, { minimumCents }), due('2', 40, { minimumCents }))).toEqual([
      '12',
      '1 60',
      '2 40',
    ])
    expect(netted([{ accountId: 'a', cents: 5 }]).payments).toHaveLength(1)
  })

  test('is between the same person with the same account', () => {
    const other = due('2', -30, { taxId: 'U' })
    expect(paid(due('1', 100), other)).toEqual(['1', '1 100'])
    expect(paid(due('1', 100), due('2', -30, { accountId: 'b' }))).toEqual(['1', '1 100'])
    expect(personOf({ accountId: 'a' })).toBe('a ')
    expect(personOf({ accountId: 'a', taxId: 'T' })).toBe('a T')
  })
})

describe('why what is due waits', () => {
  const waits = (...all: Due[]) => [...waitsOf(all).values()]

  test('is told of each, the weightiest reason first', () => {
    expect(waits(due('1', 5))).toEqual([null])
    expect(waits(due('1', 5, { refused: true, held: true, iban: null }))).toEqual(['ibanReturned'])
    expect(waits(due('1', 5, { held: true, iban: null }))).toEqual(['ibanHeld'])
    expect(waits(due('1', 5, { iban: null }))).toEqual(['ibanMissing'])
    expect(waits(due('1', 5, { minimumCents: 6 }))).toEqual(['belowMinimum'])
    expect(waits(due('1', 5), due('2', -6))).toEqual(['owes', 'owes'])
    expect(waits(due('1', 5, { minimumCents: 6 }), due('2', -6, { accountId: 'b' }))).toEqual([
      'belowMinimum',
      'owes',
    ])
    // What is held takes no part in what is owed.
    expect(waits(due('1', 5), due('2', -6, { held: true }))).toEqual([null, 'ibanHeld'])
  })

  test('and until when, of an account that was changed', () => {
    const until = '2026-12-01T00:00:00.000Z'
    expect(heldUntil(due('1', 5, { held: true, heldUntil: until }))).toEqual({ until })
    expect(heldUntil(due('1', 5, { held: true, refused: true, heldUntil: until }))).toEqual({})
    expect(heldUntil(due('1', 5, { heldUntil: until }))).toEqual({})
    expect(heldUntil(due('1', 5, { held: true }))).toEqual({})
    expect(
      [{}, { held: true }, { refused: true }, { iban: null }].map((more) => isFree(due('1', 5, more))),
    ).toEqual([...[true, false, false, false]])
  })
})

describe('what sets a bill right', () => {
  const totals = (baseCents: number) => ({ baseCents }) as never
  const refused = (base: number | null, parts: number[], amountCents: number) => {
    const told: string[] = []
    const row = { totals: base === null ? null : totals(base) }
    const before = parts.map((part) => ({ id: '', payment: 'unpaid', totals: totals(part) }) as never)
    demandWhatIsLeft(row, before, { amountCents }, (field, code) => told.push(`${field} ${code}`))
    return told
  }
  const bounds = ['difference billing.differenceBounds']

  test('takes back no more than is left, and adds no more than there was', () => {
    expect([refused(100, [], -100), refused(100, [], -101)]).toEqual([[], bounds])
    expect([refused(100, [-40], -60), refused(100, [-40], -61)]).toEqual([[], bounds])
    expect([refused(100, [], 100), refused(100, [], 101)]).toEqual([[], bounds])
    expect([refused(100, [-40], 100), refused(100, [-40], 101)]).toEqual([[], bounds])
    expect([refused(-100, [], 200), refused(-100, [], 201)]).toEqual([[], bounds])
    expect([refused(-100, [], 0), refused(-100, [], -1)]).toEqual([[], bounds])
    expect([refused(null, [], 0), refused(null, [], 1)]).toEqual([[], bounds])
  })

  test('was paid with the bill, or not at all', () => {
    const part = (payment: string, payableCents = 5) =>
      ({ id: '', payment, totals: { payableCents } }) as never
    const demand =
      (payment: string, ...parts: never[]) =>
      () =>
        demandOnePayment({ payment } as never, parts)
    expect(demand('paid', part('paid'), part('inRemittance'))).toThrow('billing.atBank')
    expect(demand('unpaid', part('unpaid'), part('paid'))).toThrow('billing.correctedInPart')
    for (const one of [
      demand('paid', part('paid')),
      demand('unpaid', part('unpaid')),
      demand('unpaid', part('paid', 0)),
    ])
      expect(one).not.toThrow()
    expect(demand('unpaid')).not.toThrow()
  })

  test('is a line at the rate of the largest base', () => {
    const groups = [
      { taxBp: 1000, baseCents: 5 },
      { taxBp: 2100, baseCents: 9 },
    ]
    const row = {
      accountId: 'a',
      totals: { groups },
      period: '2026-10-01',
      issuedOn: '2026-11-02',
      number: 'F-1',
    }
    const line = (more: object) =>
      differenceLine({ ...row, ...more } as never, { amountCents: -5, description: 'd' })
    expect(line({})).toEqual({
      ...{
        accountId: 'a',
        position: 0,
        type: 'Adjustment',
        portalId: null,
        month: '2026-10-01',
        taxBp: 2100,
      },
      ...{
        commissionBp: null,
        itemId: null,
        description: 'd',
        reference: 'F-1',
        units: null,
        amountCents: -5,
      },
    })
    expect(line({ period: null, totals: null })).toMatchObject({ month: '2026-11-02', taxBp: 0 })
    expect(line({ period: null, issuedOn: null }).month).toBe('')
  })

  test('as a whole is all of it, turned round, rate by rate', () => {
    const group = (taxBp: number, cents: number) => ({
      ...{ taxBp, earnedCents: cents, settledCents: cents + 1, baseCents: cents + 2, taxCents: cents + 3 },
    })
    const one = (cents: number, ...groups: ReturnType<typeof group>[]) =>
      ({
        totals: {
          ...{ earnedCents: cents, settledCents: cents + 1, baseCents: cents + 2, taxCents: cents + 3 },
          ...{ retentionCents: cents + 4, totalCents: cents + 5, payableCents: cents + 6, groups },
        },
      }) as never
    expect(
      negated([one(10, group(1000, 1), group(2100, 2)), one(-10, group(2100, 3)), { totals: null }]),
    ).toEqual({
      ...{
        earnedCents: 0,
        settledCents: -2,
        baseCents: -4,
        taxCents: -6,
        retentionCents: -8,
        totalCents: -10,
      },
      payableCents: -12,
      groups: [
        { taxBp: 2100, earnedCents: -5, settledCents: -7, baseCents: -9, taxCents: -11 },
        { taxBp: 1000, earnedCents: -1, settledCents: -2, baseCents: -3, taxCents: -4 },
      ],
    })
  })
})

test('what a payment is for has the signs that every bank takes, and room for them', () => {
  expect(plain('Ñandú & Cía. «2»')).toBe('Nandu   Cia.  2')
  expect([plain('x'.repeat(71)).length, plain('x'.repeat(71), 71).length]).toEqual([70, 71])
  expect(messageIdOf('019a9d3e-0000-7000-8000-00000000000a')).toBe('800000000000000a')
  const of = (signs: number, second = '') =>
    concept({ number: 'F-1', cents: 100, wholeCents: 250, less: ['x'.repeat(signs), second].filter(Boolean) })
  expect(of(130)).toBe(`F-1 menos ${'x'.repeat(130)}`)
  expect(of(131)).toBe('F-1 menos 1 documentos: 1.50 EUR')
  expect(of(100, 'y'.repeat(40))).toBe(`F-1 menos ${'x'.repeat(100)} y 1 mas: 1.50 EUR`)
  expect(of(131, 'y')).toBe('F-1 menos 2 documentos: 1.50 EUR')
  expect(concept({ number: 'F-1', cents: 100, less: ['R-1'] })).toBe('F-1 menos R-1')
  expect(concept({ number: 'x'.repeat(200), cents: 100, less: ['R-1'] })).toBe('x'.repeat(70))
})
