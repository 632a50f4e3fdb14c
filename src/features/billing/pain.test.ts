import { expect, test } from 'vitest'
import { concept, messageIdOf, painFile, plain } from './server/pain.ts'

const of = (less: string[]) => concept({ number: 'LOBO-2026-00007', cents: 50_000, wholeCents: 80_050, less })

test('a payment names every paper that was taken off it, or how many more and how much', () => {
  expect(of([])).toBe('LOBO-2026-00007')
  expect(of(['F-2026-00003', 'R-LOBO-2026-00001'])).toBe(
    'LOBO-2026-00007 menos F-2026-00003, R-LOBO-2026-00001',
  )
  const many = of(Array.from({ length: 12 }, (_, at) => `R-LOBO-2026-000${at + 10}`))
  expect(many.length).toBeLessThanOrEqual(140)
  expect(many).toMatch(/^LOBO-2026-00007 menos R-LOBO-2026-00010, .* y \d+ mas: 300\.50 EUR$/)
  expect(of(['X'.repeat(150)])).toBe('LOBO-2026-00007 menos 1 documentos: 300.50 EUR')
})

test('it names as many papers as there is room for, to the last sign, and else says how many more there are', () => {
  const [first, last] = ['A'.repeat(60), 'B'.repeat(55)]
  const begun = `LOBO-2026-00007 menos ${first}, `
  // 140 signs with all of them; one more, and the last is told as one of more.
  const room = 140 - begun.length
  expect(of([first, 'B'.repeat(room)])).toBe(`${begun}${'B'.repeat(room)}`)
  expect(of([first, 'B'.repeat(room + 1)])).toBe(`LOBO-2026-00007 menos ${first} y 1 mas: 300.50 EUR`)
  expect(of([first, last, 'C'])).toBe(`LOBO-2026-00007 menos ${first} y 2 mas: 300.50 EUR`)
  expect(of(['X'.repeat(150), 'Y'])).toBe('LOBO-2026-00007 menos 2 documentos: 300.50 EUR')
  expect(concept({ number: 'Ñ-7', cents: 5, less: ['Añil'] })).toBe('N-7 menos Anil')
  expect(concept({ number: 'N'.repeat(150), cents: 5, less: ['A'] })).toBe('N'.repeat(70))
  expect(concept({ number: 'Ñ-7', cents: 5 })).toBe('N-7')
})

test('the bank is told in signs that every bank takes, and by names that have room there', () => {
  expect(plain(`Añil & Cía. «Ö» (1/2): a-b?, 'x' + y_z`)).toBe(`Anil   Cia.  O  (1/2): a-b?, 'x' + y z`)
  expect([plain('x'.repeat(71)).length, plain('x'.repeat(71), 80).length, plain('x'.repeat(71), 5)]).toEqual([
    ...[70, 71, 'xxxxx'],
  ])
  expect(messageIdOf('019a0000-0000-7000-8000-0123456789ab')).toBe('80000123456789ab')
})

test('letters that are no others with an accent are written as those who have none write them', () => {
  expect(plain('Bjørn Þórsson, Œuvre & Straße Łódź')).toBe('Bjorn Thorsson, OEuvre   Strasse Lodz')
  expect(plain('ÆØẞ æøß đıħ', 9)).toBe('AEOSS aeo')
})

test('a reference neither begins nor ends with a slash, nor has two: banks refuse the whole file for one', () => {
  expect(['/2026//12/', '///', '2026/12', '-/7'].map((number) => plain(number))).toEqual([
    ...['2026/12', '', '2026/12', '-/7'],
  ])
  expect(plain(`${'x'.repeat(34)}/7`, 35)).toBe('x'.repeat(34))
})

test('whoever is called by no letter that banks take is paid all the same', () => {
  const provider = { legalName: 'Añil', taxId: 'B58378431', iban: 'ES9121000418450200051332' }
  const of = { id: '019a0000-0000-7000-8000-0123456789ab', provider, on: '2026-03-09', now: new Date() }
  const xml = painFile(of, [{ number: 'F-1', cents: 5, iban: provider.iban, holder: 'Дмитрий' }])
  expect(xml).toContain('<Cdtr><Nm>NOTPROVIDED</Nm></Cdtr>')
})

test('a file pays each from the provider’s account on its day, and comes to the sum of them', () => {
  const provider = { legalName: 'Trastienda Añil', taxId: 'B58378431', iban: 'ES9121000418450200051332' }
  const id = '019a0000-0000-7000-8000-0123456789ab'
  const now = new Date('2026-03-04T10:00:00Z')
  const other = 'ES7921000813610123456789'
  const xml = painFile({ id, provider, on: '2026-03-09', now }, [
    { number: `F-${'9'.repeat(40)}`, cents: 12_345, iban: other, holder: 'Peña, S. L.' },
    { number: 'F-2', cents: 1, wholeCents: 101, less: ['R-1'], iban: provider.iban, holder: 'Ana' },
  ])
  const all = (name: string) =>
    [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</`, 'g'))].map(([, of]) => of)
  expect(all('MsgId')).toEqual(['80000123456789ab'])
  expect(all('CreDtTm')[0]).toMatch(/^2026-03-04T/)
  expect(xml).toMatch(/<ReqdExctnDt>(?:<Dt>)?2026-03-09</)
  expect(all('InstdAmt')).toEqual(['123.45', '0.01'])
  expect(new Set(all('NbOfTxs'))).toEqual(new Set(['2']))
  expect(new Set(all('CtrlSum'))).toEqual(new Set(['123.46']))
  expect(all('IBAN')).toEqual([provider.iban, other, provider.iban])
  expect(all('Nm')).toEqual(['Trastienda Anil', 'Trastienda Anil', 'Pena, S. L.', 'Ana'])
  expect(all('EndToEndId')).toEqual([`F-${'9'.repeat(33)}`, 'F-2'])
  expect(all('Ustrd')).toEqual([`F-${'9'.repeat(40)}`, 'F-2 menos R-1'])
})
