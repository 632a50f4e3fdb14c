import { describe, expect, test } from 'vitest'
import type { BankEntry } from './server/bank-entries.ts'
import { readBankStatement } from './server/read-bank-statement.ts'

const read = (text: string) => readBankStatement(new TextEncoder().encode(text))
const unreadable = 'billing.statementUnreadable'
const bare = { reference: '', batch: '', text: '', reason: '' }

describe('camt.053', () => {
  const account = '<Acct><Id><IBAN>ES91 2100 0418 4502 0005 1332</IBAN></Id></Acct>'
  const whole = (inside: string) => `<?xml version="1.0"?><Document><Stmt>${inside}</Stmt></Document>`
  const amount = (text: string) => `<Amt Ccy="EUR">${text}</Amt>`
  const [debit, credit] = ['DBIT', 'CRDT'].map((side) => `<CdtDbtInd>${side}</CdtDbtInd>`)
  const booked = '<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-04</Dt></BookgDt>'
  const entry = (inside = '', head = `${amount('12.34')}${debit}`) => `<Ntry>${head}${booked}${inside}</Ntry>`
  const part = (inside: string) => `<TxDtls>${inside}</TxDtls>`
  const named = (id: string) => `<Refs><EndToEndId>${id}</EndToEndId></Refs>`
  const entriesOf = (...entries: string[]) => read(whole(account + entries.join(''))).entries
  const paid = { day: '2026-03-04', cents: -1234, ...bare }
  const refused = (...entries: string[]) => expect(() => entriesOf(...entries)).toThrow(unreadable)

  test('has its accounts and what was booked', () => {
    expect(read(whole(account + entry()))).toEqual({
      accounts: ['ES9121000418450200051332'],
      entries: [paid],
    })
    expect(read(`\ufeff \n${whole(account.repeat(2))}`)).toMatchObject({
      accounts: ['ES9121000418450200051332', 'ES9121000418450200051332'],
    })
    const prefixed = whole(account + entry()).replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:')
    expect(read(prefixed).entries).toEqual([paid])
    expect(entriesOf(entry().replace('BOOK', 'PDNG'))).toEqual([])
    expect(entriesOf(entry().replace('<Cd>BOOK</Cd>', 'BOOK'))).toEqual([paid])
    expect(entriesOf(entry().replace('<Cd>BOOK</Cd>', 'INFO'))).toEqual([])
    expect(entriesOf(entry().replace('<Dt>2026-03-04</Dt>', '<DtTm>2026-03-04T23:59:00</DtTm>'))).toEqual([
      paid,
    ])
    expect(entriesOf(entry('', `${amount('12.34')}${credit}`))).toEqual([{ ...paid, cents: 1234 }])
  })

  test('may tell of a movement what it was in other money: what counts is the amount of the account', () => {
    const dollars = amount('13.50').replace('EUR', 'USD')
    const told = (money: string) => `<AmtDtls><InstdAmt>${money}</InstdAmt><TxAmt>${money}</TxAmt></AmtDtls>`
    expect(entriesOf(entry(part(named('CARD') + told(dollars))))).toEqual([{ ...paid, reference: 'CARD' }])
    expect(entriesOf(entry(part(named('CARD') + dollars)))).toEqual([{ ...paid, reference: 'CARD' }])
    expect(entriesOf(entry(told(dollars) + part(named('CARD'))))).toEqual([{ ...paid, reference: 'CARD' }])
    // Parts of which one does not say what it was in euros only describe the whole.
    const parts = [named('A') + told(dollars), named('B') + told(amount('1.00'))].map(part).join('')
    expect(entriesOf(entry(parts))).toEqual([paid])
  })

  test('is refused where it is not whole, or of nobody', () => {
    expect(() => read(whole(entry()))).toThrow(unreadable)
    expect(() => read(whole(account + entry()).replace('</Document>', ''))).toThrow(unreadable)
    expect(() => read(whole(account).replaceAll('Stmt>', 'Rpt>'))).toThrow(unreadable)
    expect(() => read(`<Document>${account}</Document>`)).toThrow(unreadable)
    expect(read(`${whole(account)} \n`).entries).toEqual([])
  })

  test.each([
    ['1', 100],
    ['0.5', 50],
    ['0.05', 5],
    ['12.34000', 1234],
    ['999999999999.99', 99_999_999_999_999],
  ])('%s are %s cents', (text, cents) => {
    expect(entriesOf(entry('', amount(text) + credit))[0]?.cents).toBe(cents)
  })

  test.each(['', '-1', '1.', '0.123', '0.001', '1,5', '1.000000', '1234567890123', '.5'])(
    '«%s» is no amount',
    (text) => {
      refused(entry('', amount(text) + credit))
    },
  )

  test('is refused where it says no side, no day of the calendar or other money', () => {
    refused(entry('', amount('1')))
    refused(entry('', `${amount('1')}<CdtDbtInd>X</CdtDbtInd>`))
    refused(entry('', amount('1').replace('EUR', 'USD') + credit))
    for (const day of ['2026-02-29', '2026-13-01', '20260304', '2026-3-4', ''])
      refused(entry().replace('2026-03-04', day))
    expect(entriesOf(entry().replace('2026-03-04', '2024-02-29'))[0]?.day).toBe('2024-02-29')
    // What is not booked may say what it likes.
    expect(entriesOf(entry('', amount('x') + debit).replace('BOOK', 'PDNG'))).toEqual([])
  })

  test('says what a payment was called, of which file it was, why it came back and who was paid', () => {
    const told = `${named('F-1')}<RmtInf><Ustrd>Uno</Ustrd><Ustrd> dos </Ustrd></RmtInf><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>`
    const payee = '<RltdPties><CdtrAcct><Id><IBAN>de89 3704 0044</IBAN></Id></CdtrAcct></RltdPties>'
    const all = { ...paid, reference: 'F-1', text: 'Uno dos Nota', reason: 'AC04', payee: 'DE8937040044' }
    const note = '<AddtlNtryInf>Nota</AddtlNtryInf>'
    expect(entriesOf(entry(part(told + payee) + note))).toEqual([all])
    expect(entriesOf(entry(`<Btch><MsgId>B</MsgId></Btch>${part(told + payee)}${note}`))).toEqual([
      { ...all, batch: 'B' },
    ])
    const refs = '<Refs><MsgId>M</MsgId><EndToEndId>F-1</EndToEndId></Refs>'
    expect(entriesOf(entry(`<Btch><MsgId>B</MsgId></Btch>${part(refs)}`))).toEqual([
      { ...paid, batch: 'M', reference: 'F-1' },
    ])
    // The first that is told counts; what is written in a part of an entry is not the entry's own.
    expect(entriesOf(entry(part(named('F-1') + named('F-2'))))).toMatchObject([{ reference: 'F-1' }])
    expect(entriesOf(entry(part(`<Chrgs>${amount('9')}</Chrgs>`)))).toEqual([paid])
    expect(entriesOf(entry(`<Chrgs>${amount('9')}</Chrgs>`, `${amount('12.34')}${debit}`))).toEqual([paid])
    expect(
      entriesOf(`<Ntry><Chrgs>${amount('9')}</Chrgs>${amount('12.34')}${debit}${booked}</Ntry>`),
    ).toEqual([paid])
  })

  test('is split where all parts say what they are, and else described by them', () => {
    const told = (cents: string, id: string, side = '') => part(`${amount(cents)}${side}${named(id)}`)
    const payee = (iban: string) =>
      `<RltdPties><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct></RltdPties>`
    expect(entriesOf(entry(told('10.00', 'A') + told('2.34', 'B', credit)))).toEqual([
      { ...paid, cents: -1000, reference: 'A' },
      { ...paid, cents: 234, reference: 'B' },
    ])
    const deep = part(`<AmtDtls><TxAmt>${amount('2.34')}</TxAmt></AmtDtls>${named('B')}${payee('ES2')}`)
    expect(entriesOf(entry(told('10.00', 'A') + deep))).toEqual([
      { ...paid, cents: -1000, reference: 'A' },
      { ...paid, cents: -234, reference: 'B', payee: 'ES2' },
    ])
    expect(entriesOf(entry(told('10.00', 'A') + part(named('B') + payee('ES2'))))).toEqual([paid])
    expect(entriesOf(entry(part(payee('ES1')) + part(payee('ES2'))))).toEqual([paid])
    // One part is the whole, whatever it says.
    expect(entriesOf(entry(told('10.00', 'A')))).toEqual([{ ...paid, reference: 'A' }])
    expect(entriesOf(entry(told('10.00', 'A') + told('2.34', 'B')), entry())).toHaveLength(3)
  })

  test('ends somewhere: its texts, its depth, its movements', () => {
    const long = (length: number) =>
      entriesOf(entry(`<AddtlNtryInf>${'x'.repeat(length)}</AddtlNtryInf>`))[0]?.text
    expect([long(400)?.length, long(401)?.length, long(5_000)?.length]).toEqual([400, 400, 400])
    const spaced = `<AddtlNtryInf>${' '.repeat(300)}x\n  y</AddtlNtryInf>`
    expect(entriesOf(entry(spaced))[0]?.text).toBe('x y')
    const deep = (depth: number) => entry('<a>'.repeat(depth) + '</a>'.repeat(depth))
    expect(entriesOf(deep(37))).toEqual([paid])
    refused(deep(38))
    expect(entriesOf(...Array<string>(20_000).fill(entry()))).toHaveLength(20_000)
    expect(() => entriesOf(...Array<string>(20_001).fill(entry()))).toThrow('billing.statementTooLong')
    expect(() => entriesOf(entry(part('').repeat(20_001)))).toThrow('billing.statementTooLong')
    expect(entriesOf(entry(part('').repeat(20_000)))).toEqual([paid])
  })
})

describe('Norma 43', () => {
  const head = `112100041802000513322603012603312${'0'.repeat(14)}9783`
  const row = (cents: number, more = '') =>
    `22    0001260304260304${'12345'.padStart(5)}${cents < 0 ? 1 : 2}${String(Math.abs(cents)).padStart(14, '0')}${more}`
  const foot = (outs: number, out: number, ins: number, into: number) =>
    `33${head.slice(2, 20)}${[outs, out, ins, into].map((one, at) => String(one).padStart(at % 2 === 0 ? 5 : 14, '0')).join('')}`
  const end = (lines: number) => `88${'9'.repeat(18)}${String(lines).padStart(6, '0')}`
  const of = (...lines: string[]) => read([...lines, end(lines.length)].join('\r\n'))
  const sums = foot(1, 1234, 0, 0)
  const paid: BankEntry = { day: '2026-03-04', cents: -1234, ...bare }
  const refused = (...lines: string[]) => expect(() => of(...lines)).toThrow(unreadable)

  test('has its accounts and their movements', () => {
    expect(of(head, row(-1234), sums)).toEqual({ accounts: ['210004180200051332'], entries: [paid] })
    expect(
      of(head, row(-1234), row(5), row(7), foot(1, 1234, 2, 12)).entries.map(({ cents }) => cents),
    ).toEqual([...[-1234, 5, 7]])
    expect(of(head, foot(0, 0, 0, 0), head, row(-1234), sums)).toMatchObject({
      ...{ accounts: ['210004180200051332', '210004180200051332'], entries: [paid] },
    })
    expect(read([head, '', row(-1234), ' ', sums, end(3), ''].join('\n')).entries).toEqual([paid])
    expect(read([head, row(-1234), sums, end(3)].join('\r')).entries).toEqual([paid])
    expect(read([head, row(-1234), sums, end(3), '\u001a'].join('\r\n')).entries).toEqual([paid])
    expect(() => read([head, row(-1234), '\u001a', sums, end(3)].join('\n'))).toThrow(unreadable)
  })

  test('says what it says of a movement, in whatever letters', () => {
    const [number, first, second] = ['0000000001', 'REF UNO     ', 'REF DOS         ']
    const more = `2301${'NOMINA'.padEnd(38)}${'DE MARZO'.padEnd(38)}xx`
    const told = of(head, row(-1234, number + first + second), more, '2401OTRA', sums).entries
    expect(told).toEqual([{ ...paid, text: '0000000001 REF UNO REF DOS NOMINA DE MARZO' }])
    const latin = [head, row(-1234), '2301CAMIÓN', sums, end(4)].join('\n')
    const bytes = Uint8Array.from(latin, (letter) => letter.charCodeAt(0))
    expect(readBankStatement(bytes).entries[0]?.text).toBe('CAMIÓN')
    expect(read(latin).entries[0]?.text).toBe('CAMIÓN')
  })

  test('is refused where its sums or its lines are others', () => {
    for (const other of [foot(2, 1234, 0, 0), foot(1, 1235, 0, 0), foot(1, 1234, 1, 0), foot(1, 1234, 0, 1)])
      refused(head, row(-1234), other)
    refused(head, row(5), foot(0, 0, 1, 6))
    refused(head, row(5), foot(0, 0, 2, 5))
    // Those of one account are not the next one's.
    refused(head, row(-1234), sums, head, foot(1, 1234, 0, 0))
    refused(head, row(-1234), '33')
    expect(() => read([head, row(-1234), sums, end(4)].join('\n'))).toThrow(unreadable)
    expect(() => read([head, row(-1234), sums].join('\n'))).toThrow(unreadable)
    expect(() => read([head, row(-1234), end(2)].join('\n'))).toThrow(unreadable)
    expect(() => read([head, row(-1234), sums, end(3), head].join('\n'))).toThrow(unreadable)
  })

  test('is refused where its lines stand in no order or say nothing', () => {
    refused(row(-1234), head, sums)
    refused(head, head, row(-1234), sums)
    refused('11', row(-1234), sums)
    refused(head.slice(0, 19), row(-1234), sums)
    refused(head.replace('2100', '21X0'), row(-1234), sums)
    refused(head, 'hola', row(-1234), sums)
    refused(head, '22', sums)
    refused(head.replace('978', '840'), row(-1234), sums)
    refused(head, row(-1234).replace('260304260304', '260304260230'.replace('260304', '260230')), sums)
    expect(() => read(end(0))).toThrow(unreadable)
    expect(() => read('hola')).toThrow(unreadable)
    // A movement of no known side is none.
    refused(head, row(-1234).replace(/^(.{27})1/, '$13'), sums)
  })
})
