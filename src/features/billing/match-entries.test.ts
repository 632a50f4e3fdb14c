import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BankEntry } from './server/bank-entries.ts'
import { fingerprints, matchesIn, type Ordered } from './server/match-entries.ts'
import { messageIdOf } from './server/pain.ts'

const entry = (cents: number, more: Partial<BankEntry> = {}): BankEntry => ({
  ...{ day: '2026-11-10', cents, reference: '', batch: '', text: '', reason: '', ...more },
})
const [fileA, fileB] = ['019a9d3e-0000-7000-8000-00000000000a', '019a9d3e-0000-7000-8000-00000000000b']
const ordered = (billId: string, cents: number, more: Partial<Ordered> = {}): Ordered => ({
  ...{ billId, account: 'A', number: `LOBO-${billId}`, payment: 'inRemittance', remittanceId: fileA },
  ...{ executedOn: '2026-11-09', cents, iban: 'ES1', ...more },
})
/** Of each movement what it is, and of which bills. */
function told(entries: BankEntry[], all: Ordered[], known: string[] = []) {
  const by = { told: new Set(known), ordered: all, today: '2026-11-10' }
  return matchesIn(entries, fingerprints(entries), by).map(({ outcome, of }) =>
    [outcome, ...of.map(({ billId }) => billId)].join(' '),
  )
}

describe('what left the account', () => {
  const one = ordered('1', 100)
  // Another payment of the file: alone, it would be told by the file's sum.
  const other = ordered('9', 900)
  const of = (more: Partial<BankEntry>, all = [one, other]) => told([entry(-100, more)], all)[0]

  test('is of the payment whose number it names', () => {
    expect(of({ reference: 'LOBO-1' })).toBe('paid 1')
    for (const text of ['LOBO-1', 'pago lobo-1.', '(LOBO-1)', 'x LOBO-1 y'])
      expect(of({ text })).toBe('paid 1')
    for (const text of ['LOBO-12', 'XLOBO-1', 'LOBO-', '', 'LOBO-1A', '2LOBO-1'])
      expect(of({ text })).toBe('unmatched')
    expect(of({ reference: 'LOBO-2' })).toBe('unmatched')
    const long = ordered('1', 100, { number: `Ñ${'x'.repeat(40)}` })
    expect(of({ reference: `N${'x'.repeat(34)}` }, [long, other])).toBe('paid 1')
    const nameless = ordered('1', 100, { number: '№' })
    expect([of({ text: 'nómina' }, [nameless, other]), of({}, [nameless, other])]).toEqual([
      ...['unmatched', 'unmatched'],
    ])
  })

  test('of that amount, on its day or later, to the account that was asked for', () => {
    expect(told([entry(-99, { reference: 'LOBO-1' })], [one, other])).toEqual(['unmatched'])
    expect(told([entry(100, { reference: 'LOBO-1' })], [one, other])).toEqual(['returned 1'])
    const at = (day: string) => of({ reference: 'LOBO-1', day })
    expect([at('2026-11-09'), at('2026-11-08'), at('2026-11-11')]).toEqual([
      'paid 1',
      'unmatched',
      'unmatched',
    ])
    expect([of({ reference: 'LOBO-1', payee: 'ES1' }), of({ reference: 'LOBO-1', payee: 'ES2' })]).toEqual([
      ...['paid 1', 'unmatched'],
    ])
    expect(of({ reference: 'LOBO-1' }, [{ ...one, payment: 'paid' }, other])).toBe('unmatched')
    expect(of({ reference: 'LOBO-1' }, [one, { ...one, billId: '2' }])).toBe('unmatched')
  })

  test('is a whole file that it names, or the only one of that sum', () => {
    const two = [ordered('1', 60), ordered('2', 40)]
    const same = [ordered('3', 100, { remittanceId: fileB })]
    expect(of({}, two)).toBe('paid 1 2')
    expect(of({}, [...two, ...same])).toBe('unmatched')
    const named = messageIdOf(fileA)
    for (const more of [{ batch: named }, { reference: named }, { text: `REMESA ${named}` }])
      expect(of(more, [...two, ...same])).toBe('paid 1 2')
    expect(of({ batch: messageIdOf(fileB) }, [...two, ...same])).toBe('paid 3')
    expect(of({ reference: 'ALQUILER' }, two)).toBe('unmatched')
    expect(of({ batch: named }, [ordered('1', 60), ordered('2', 41)])).toBe('unmatched')
    expect(of({ payee: 'ES1' }, two)).toBe('paid 1 2')
    expect(of({ payee: 'ES1' }, [ordered('1', 60), ordered('2', 40, { iban: 'ES2' })])).toBe('unmatched')
    expect(of({}, [])).toBe('unmatched')
    // Of payments that have left already nothing leaves once more.
    expect(told([entry(-100), entry(-100)], two)).toEqual(['paid 1 2', 'unmatched'])
  })
})

describe('what came back', () => {
  const one = ordered('1', 100, { payment: 'paid' })

  test('is the payment that it names, once it was sent', () => {
    expect(told([entry(100, { reference: 'LOBO-1' })], [one])).toEqual(['returned 1'])
    expect(told([entry(100, { text: 'LOBO-1', day: '2026-11-09' })], [one])).toEqual(['returned 1'])
    expect(told([entry(100, { text: 'LOBO-1', day: '2026-11-08' })], [one])).toEqual(['unmatched'])
    expect(told([entry(99, { reference: 'LOBO-1' })], [one])).toEqual(['unmatched'])
    expect(told([entry(100)], [one])).toEqual(['unmatched'])
    expect(told([entry(100, { reference: 'LOBO-1' })], [one, { ...one, billId: '2' }])).toEqual(['unmatched'])
    expect(told([entry(100, { reference: 'LOBO-1' }), entry(100, { text: 'LOBO-1' })], [one])).toEqual([
      ...['returned 1', 'unmatched'],
    ])
  })

  test('may have left within the same statement, in whatever order it is written', () => {
    const [back, out] = [entry(100, { reference: 'LOBO-1' }), entry(-100, { reference: 'LOBO-1' })]
    const [waiting, other] = [ordered('1', 100), ordered('9', 900)]
    expect(told([back, out], [waiting, other])).toEqual(['paid 1', 'returned 1'])
    const earlier = { ...back, day: '2026-11-09' }
    expect(told([out, earlier], [waiting, other])).toEqual(['returned 1', 'unmatched'])
  })
})

describe('a movement that comes again', () => {
  const [same, other] = [entry(-100, { text: 'a' }), entry(-100, { text: 'b' })]

  test('is known by all that it says, but for who was paid', () => {
    const [one, two, three, four] = fingerprints([same, same, other, { ...same, payee: 'ES1' }])
    expect(new Set([one, two, three, four]).size).toBe(4)
    expect(fingerprints([{ ...same, payee: 'ES1' }])).toEqual([one])
    const turned = Object.fromEntries(Object.entries(same).reverse()) as unknown as BankEntry
    expect(fingerprints([turned])).toEqual([one])
    expect(fingerprints([other, same, same]).slice(1)).toEqual([one, two])
  })

  test('is known as those were kept that came before: by what it says in order, and the how manieth', () => {
    const said = [
      ...[['batch', ''] as const, ['cents', -100] as const, ['day', '2026-11-10'] as const],
      ...[['reason', ''] as const, ['reference', ''] as const, ['text', 'a'] as const],
    ]
    const kept = (nth: number) =>
      createHash('sha256')
        .update(`${nth} ${JSON.stringify(said)}`)
        .digest('hex')
    expect(fingerprints([same, same, same])).toEqual([kept(0), kept(1), kept(2)])
  })

  test('says nothing more', () => {
    const [print = ''] = fingerprints([same])
    expect(told([same, other], [ordered('1', 100)], [print])).toEqual(['known', 'paid 1'])
  })
})
