import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { readBankStatement } from './server/read-bank-statement.ts'
import { books, pendingBill } from './test-bills.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const on = todayPlus(new Date())
const staff = () => as(world.database, 'billing')
const ibanOfProvider = async () => {
  const [row] = await world.database.query<{ iban: string }>(
    `select value::jsonb->>'iban' as iban from setting where key = 'billing.provider'`,
  )
  return row?.iban ?? ''
}

async function paidOut(count = 1, cents = 10_000) {
  const [api, artist] = [await staff(), await as(world.database, 'artist')]
  await world.database.query(`update billing_information set refused_ibans = '{}'`)
  const bills = []
  for (let at = 0; at < count; at++) {
    const { id, version } = await pendingBill(world.database, portalId, cents + at)
    bills.push(ok(await artist.billing.approveBill({ billId: id }, { version })))
  }
  const { id } = ok(await api.billing.createRemittance({ on, billIds: bills.map((bill) => bill.id) }))
  ok(await api.billing.downloadRemittance({ remittanceId: id }))
  return { bills, batch: id.replaceAll('-', '').slice(-16) }
}

interface Part {
  cents: number
  reference?: string
  reason?: string
  payee?: string
}
const euros = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
const side = (cents: number) => `<CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`
const camtEntry = ({ cents, reference, reason, payee }: Part, batch = '', status = 'BOOK') => `<Ntry>
  <Amt Ccy="EUR">${euros(cents)}</Amt>${side(cents)}<Sts><Cd>${status}</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt>
  <NtryDtls><Btch><MsgId>${batch}</MsgId></Btch><TxDtls><Refs><EndToEndId>${reference ?? ''}</EndToEndId></Refs>
  ${payee ? `<RltdPties><CdtrAcct><Id><IBAN>${payee}</IBAN></Id></CdtrAcct></RltdPties>` : ''}
  ${reason ? `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
const camt = async (...entries: string[]) =>
  new File(
    [
      `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
      <BkToCstmrStmt><Stmt><Acct><Id><IBAN>${await ibanOfProvider()}</IBAN></Id></Acct>${entries.join('')}</Stmt>
      </BkToCstmrStmt></Document>`,
    ],
    'camt.xml',
  )
async function n43(...entries: { cents: number; text: string }[]) {
  const iban = await ibanOfProvider()
  const day = on.slice(2).replaceAll('-', '')
  const rows = entries.flatMap(({ cents, text }) => [
    `22    0001${day}${day}12345${cents < 0 ? 1 : 2}${String(Math.abs(cents)).padStart(14, '0')}${'0'.repeat(10)}`.padEnd(
      80,
    ),
    `2301${text}`.padEnd(80),
  ])
  const head = `11${iban.slice(4, 12)}${iban.slice(14)}${day}${day}2${'0'.repeat(14)}9783TRASTIENDA`.padEnd(
    80,
  )
  const of = (out: boolean) => entries.filter(({ cents }) => cents < 0 === out)
  const told = (some: typeof entries) =>
    String(some.length).padStart(5, '0') +
    String(some.reduce((sum, { cents }) => sum + Math.abs(cents), 0)).padStart(14, '0')
  const foot = `33${head.slice(2, 20)}${told(of(true))}${told(of(false))}2${'0'.repeat(14)}978`.padEnd(80)
  const lines = [head, ...rows, foot]
  const end = `88${'9'.repeat(18)}${String(lines.length).padStart(6, '0')}`.padEnd(80)
  return new File([[...lines, end].join('\r\n')], 'n43.txt')
}
const send = async (file: File, mode: 'check' | 'all' = 'all') =>
  (await staff()).billing.matchStatement({ file, mode })
const paymentOf = async (billId: string) => ok(await (await staff()).billing.getBill({ billId })).payment
const balanced = async () => (await books(world.database)).reduce((sum, { cents }) => sum + Number(cents), 0)

describe('a statement of the bank', () => {
  test('says nothing is paid that went to another account', async () => {
    const { bills } = await paidOut()
    const [bill] = bills
    if (!bill) throw new Error('no bill')
    const part = { cents: -bill.totals.payableCents, reference: bill.number ?? '' }
    const elsewhere = await camt(camtEntry({ ...part, payee: 'DE89 3704 0044 0532 0130 00' }))
    expect(ok(await send(elsewhere))).toMatchObject({ paid: 0, unmatched: 1 })
    expect(await paymentOf(bill.id)).toBe('inRemittance')
    const [row] = await world.database.query<{ iban: string }>(
      'select iban from remittance_payment where bill_id = $1',
      [bill.id],
    )
    const asAsked = await camt(camtEntry({ ...part, payee: row?.iban ?? '' }))
    expect(ok(await send(asAsked))).toMatchObject({ paid: 1, unmatched: 0 })
    expect(await paymentOf(bill.id)).toBe('paid')
  })

  test('tells a file of payments as one, once, and what came back by its reason', async () => {
    const { bills, batch } = await paidOut(2)
    const whole = bills.reduce((sum, bill) => sum - bill.totals.payableCents, 0)
    const debit = await camt(camtEntry({ cents: whole }, batch), camtEntry({ cents: -123 }))
    const looked = ok(await send(debit, 'check'))
    expect(looked).toMatchObject({ paid: 1, unmatched: 1, known: 0 })
    expect(looked.entries[0]?.bills.map(({ billId }) => billId).sort()).toEqual(
      bills.map(({ id }) => id).sort(),
    )
    expect(await Promise.all(bills.map(({ id }) => paymentOf(id)))).toEqual(['inRemittance', 'inRemittance'])
    // Two people bring the same statement in.
    const both = await Promise.all([send(debit), send(debit)])
    expect(both.map((answer) => ok(answer).paid).sort()).toEqual([0, 1])
    expect(await Promise.all(bills.map(({ id }) => paymentOf(id)))).toEqual(['paid', 'paid'])
    const [first] = bills
    const back = { cents: first?.totals.payableCents ?? 0, reference: first?.number ?? '', reason: 'AC04' }
    expect(ok(await send(await camt(camtEntry(back))))).toMatchObject({ returned: 1 })
    expect(ok(await (await staff()).billing.getBill({ billId: first?.id ?? '' }))).toMatchObject({
      ...{ payment: 'returned', returnReason: 'AC04', blocked: ['ibanReturned'] },
    })
    expect(await balanced()).toBe(0)
  })

  test('tells a file of payments by its sum where it names none, unless another comes to the same or it says otherwise', async () => {
    const [one, two] = [await paidOut(2, 31_000), await paidOut(2, 31_000)]
    const cents = one.bills.reduce((sum, bill) => sum - bill.totals.payableCents, 0)
    expect(two.bills.reduce((sum, bill) => sum - bill.totals.payableCents, 0)).toBe(cents)
    const idsOf = ({ bills }: typeof one) => bills.map(({ id }) => id).sort()
    const told = async (part: Partial<Part> = {}, batch = '') => {
      const { entries } = ok(await send(await camt(camtEntry({ cents, ...part }, batch)), 'check'))
      return entries.flatMap(({ bills }) => bills.map(({ billId }) => billId)).sort()
    }
    // Which of the two is meant, nobody can tell, until it is named.
    expect(await told()).toEqual([])
    expect(await told({}, two.batch)).toEqual(idsOf(two))
    expect(await told({ reference: one.batch })).toEqual(idsOf(one))
    ok(await send(await camt(camtEntry({ cents }, two.batch))))
    expect(await told()).toEqual(idsOf(one))
    expect(await told({ reference: 'ALQUILER' })).toEqual([])
    const [row] = await world.database.query<{ iban: string }>(
      'select iban from remittance_payment where bill_id = $1',
      [one.bills[0]?.id],
    )
    expect(await told({ payee: 'DE89370400440532013000' })).toEqual([])
    expect(await told({ payee: row?.iban ?? '' })).toEqual(idsOf(one))
    expect(ok(await send(await camt(camtEntry({ cents })))).paid).toBe(1)
  })

  test('that has a payment and its return, in whatever order, leaves the bill returned; a day to come tells nothing', async () => {
    const { bills } = await paidOut()
    const [bill] = bills
    const cents = bill?.totals.payableCents ?? 0
    const reference = bill?.number ?? ''
    const out = camtEntry({ cents: -cents, reference })
    const later = await camt(out.replaceAll(on, '2099-01-01'))
    expect(ok(await send(later, 'check'))).toMatchObject({ paid: 0, unmatched: 1 })
    const both = await camt(camtEntry({ cents, reference, reason: 'AC04' }), out)
    expect(ok(await send(both))).toMatchObject({ paid: 1, returned: 1, unmatched: 0 })
    expect(ok(await (await staff()).billing.getBill({ billId: bill?.id ?? '' }))).toMatchObject({
      ...{ payment: 'returned', returnReason: 'AC04', blocked: ['ibanReturned'] },
    })
    expect(await balanced()).toBe(0)
  })

  test('is told in the order of its days, whichever of them the bank writes first', async () => {
    const yesterday = todayPlus(new Date(Date.now() - 86_400_000))
    const first = camtEntry({ cents: 777 }).replaceAll(on, yesterday)
    const second = camtEntry({ cents: -778 })
    for (const entries of [
      [first, second],
      [second, first],
    ])
      expect(ok(await send(await camt(...entries), 'check')).entries.map(({ day }) => day)).toEqual([
        yesterday,
        on,
      ])
  })

  test('says all that a movement says, line after line', async () => {
    const lines = '<RmtInf><Ustrd>FACTURA LOBO-7</Ustrd><Ustrd>DE MAYO</Ustrd></RmtInf>'
    const file = await camt(camtEntry({ cents: -1 }).replace('</TxDtls>', `${lines}</TxDtls>`))
    const { entries } = readBankStatement(new Uint8Array(await file.arrayBuffer()))
    expect(entries).toMatchObject([{ text: 'FACTURA LOBO-7 DE MAYO' }])
  })

  test('that names nothing but day and amount of a movement is read all the same', async () => {
    const bare = camtEntry({ cents: -250 }).replace(/<NtryDtls>[\s\S]*<\/NtryDtls>/, '')
    const file = () => camt(bare, bare.replace('</Ntry>', '<NtryDtls><TxDtls></TxDtls></NtryDtls></Ntry>'))
    const { entries } = readBankStatement(new Uint8Array(await (await file()).arrayBuffer()))
    const none = { day: on, cents: -250, reference: '', batch: '', text: '', reason: '' }
    expect(entries).toStrictEqual([none, none])
    expect(ok(await send(await file()))).toMatchObject({ paid: 0, unmatched: 2 })
  })

  test('whose movement has parts is read by each that says its amount, and as one where none does', async () => {
    const payee = 'ES9121000418450200051332'
    const part = (reference: string, amount = '') =>
      `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>${amount}
        <RltdPties><CdtrAcct><Id><IBAN>${payee}</IBAN></Id></CdtrAcct></RltdPties></TxDtls>`
    const readParts = async (...parts: string[]) => {
      const bare = camtEntry({ cents: -300 }).replace(/<NtryDtls>[\s\S]*<\/NtryDtls>/, '')
      const file = await camt(bare.replace('</Ntry>', `<NtryDtls>${parts.join('')}</NtryDtls></Ntry>`))
      const { entries } = readBankStatement(new Uint8Array(await file.arrayBuffer()))
      return entries.map(({ cents, reference, payee: to }) => [cents, reference, to])
    }
    expect(await readParts(part('A'))).toEqual([[-300, 'A', payee]])
    expect(await readParts(part('A'), part('B'))).toEqual([[-300, '', undefined]])
    const amount = (euros: string) => `<Amt Ccy="EUR">${euros}</Amt>`
    expect(await readParts(part('A', amount('1.00')), part('B', amount('2.00')))).toEqual([
      [-100, 'A', payee],
      [-200, 'B', payee],
    ])
  })

  test('in Norma 43 is read by the number in its text, whole and not as part of another', async () => {
    const { bills } = await paidOut(2)
    const [one, two] = bills
    const cents = -(one?.totals.payableCents ?? 0)
    const wrong = ok(await send(await n43({ cents, text: `TRANSFERENCIA ${one?.number}7` })))
    expect(wrong).toMatchObject({ paid: 0, unmatched: 1 })
    const cent = ok(await send(await n43({ cents: cents - 1, text: `TRANSFERENCIA ${one?.number}` })))
    expect(cent).toMatchObject({ paid: 0, unmatched: 1 })
    expect(ok(await send(await n43({ cents, text: `TRANSFERENCIA ${one?.number}` })))).toMatchObject({
      paid: 1,
    })
    expect([await paymentOf(one?.id ?? ''), await paymentOf(two?.id ?? '')]).toEqual(['paid', 'inRemittance'])
  })

  test('of another account, in other money or not booked tells nothing', async () => {
    const { bills } = await paidOut()
    const [bill] = bills
    const part = { cents: -(bill?.totals.payableCents ?? 0), reference: bill?.number ?? '' }
    expect(ok(await send(await camt(camtEntry(part, '', 'PDNG')))).entries).toEqual([])
    const text = await (await camt(camtEntry(part))).text()
    const fault = { error: { fields: { file: expect.any(String) } } }
    const other = new File([text.replace(await ibanOfProvider(), 'ES7921000813610123456789')], 'a.xml')
    expect(await send(other)).toMatchObject(fault)
    expect(await send(new File([text.replace('Ccy="EUR"', 'Ccy="USD"')], 'a.xml'))).toMatchObject(fault)
    const artist = await as(world.database, 'artist')
    expect(failureCode(await artist.billing.matchStatement({ file: other, mode: 'all' }))).toBe('forbidden')
    expect(await paymentOf(bill?.id ?? '')).toBe('inRemittance')
  })
})

describe('a hostile file', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const stmt = (inside: string) =>
    `<Document><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`
  const account = '<Acct><Id><IBAN>ES9121000418450200051332</IBAN></Id></Acct>'
  const laughs = `<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'bcdefghij'[at]} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]>`
  test.each([
    ['nothing', ''],
    ['another file', '%PDF-1.7'],
    ['no statement', '<Document></Document>'],
    ['without its account', stmt('')],
    ['deep', stmt('<a>'.repeat(100_000))],
    [
      'an amount that is none',
      stmt(
        `${account}<Ntry><Amt Ccy="EUR">1e9</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-01-01</Dt></BookgDt></Ntry>`,
      ),
    ],
    [
      'a day that is none',
      stmt(
        `${account}<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-02-30</Dt></BookgDt></Ntry>`,
      ),
    ],
    [
      'thousandths',
      stmt(
        `${account}<Ntry><Amt Ccy="EUR">1.005</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-02-03</Dt></BookgDt></Ntry>`,
      ),
    ],
    ['entries without end', stmt(account + camtEntry({ cents: -1 }).repeat(20_001))],
    ['Norma 43 without its account', '22    0001260101260101123451'],
    [
      'Norma 43 in pesetas',
      `11210004184502000513322601012601012${'0'.repeat(14)}7243X\n22    000126010126010112345100000000000100`,
    ],
  ])('%s is refused', (_, text) => {
    expect(() => readBankStatement(bytes(text))).toThrow(
      expect.objectContaining({ name: 'UnreadableStatement' }),
    )
  })

  test('that broke off, or does not come to what it says, is none', async () => {
    const whole = await (await n43({ cents: -100, text: 'A' }, { cents: 250, text: 'B' })).text()
    expect(readBankStatement(bytes(whole)).entries).toHaveLength(2)
    const lines = whole.split('\r\n')
    const without = (kind: string) => lines.filter((line) => !line.startsWith(kind)).join('\r\n')
    const xml = stmt(account + camtEntry({ cents: -1 }))
    for (const cut of [
      without('33'),
      without('88'),
      without('22'),
      whole.replace(/^33(.{18})\d{5}/m, '33$100009'),
      whole.replace(/^33(.{18}\d{5})\d{14}/m, '33$100000000000007'),
      xml.slice(0, -12),
      `<html>${xml}</html>`,
    ])
      expect(() => readBankStatement(bytes(cut))).toThrow(
        expect.objectContaining({ name: 'UnreadableStatement' }),
      )
  })

  test('with entities that grow keeps them as they stand', () => {
    const entry = camtEntry({ cents: -1, reference: '&j;&lt;' })
    const { entries } = readBankStatement(bytes(laughs + stmt(account + entry)))
    expect(entries).toHaveLength(1)
    expect((entries[0]?.reference ?? '').length).toBeLessThan(20)
  })
})
