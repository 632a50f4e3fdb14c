import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putInformation } from '#testing/raw-bills.ts'
import { type BillRow, putIssued } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { people } from '#testing/world/cast.ts'
import { matchStatement } from './server/match-statement.ts'
import { remittance, remittancePayment } from './server/remittance-table.ts'

/** What a statement of the bank tells the bills that it is of, and which files are none of the provider's. */

const world = testDatabase()
const now = new Date('2031-07-01T10:00:00Z')
const iban = 'ES9121000418450200051332'
const query = <R extends object>(text: string, values: unknown[] = []) =>
  world.database.query<R>(text, values as never[])
const providedBy = (more: object) =>
  query(`update setting set value = (value::jsonb || $1::jsonb)::text where key = 'billing.provider'`, [
    JSON.stringify(more),
  ])

let accountId = ''
beforeEach(async () => {
  await query('delete from bank_entry')
  await providedBy({ iban })
  await query(`update bill set payment = 'unpaid', remittance_id = null where payment = 'inRemittance'`)
  accountId = (await putAccount(world.database, 'Cuenta')).accountId
  await putInformation(world.database, { accountId, taxId: 'A' })
})

/** A bill that the bank was asked to pay, of 11.10 euros. */
async function asked(number: string, row: BillRow = {}, downloadedAt: Date | null = now) {
  const remittanceId = row.remittanceId ?? v7()
  await inTrial(world.database, (tx) =>
    tx
      .insert(remittance)
      .values({
        ...{ id: remittanceId, bills: 1, totalCents: 1_110, executedOn: '2031-06-16', downloadedAt },
        file: Buffer.from('x'),
      })
      .onConflictDoNothing(),
  )
  const billId = await putIssued(
    world.database,
    { accountId, number, payment: 'inRemittance', remittanceId, issuedOn: '2031-06-01', ...row },
    '2031-05-01',
  )
  await inTrial(world.database, (tx) =>
    tx.insert(remittancePayment).values({ remittanceId, billId, amountCents: 1_110, iban, holder: 'T' }),
  )
  return billId
}
const entry = (euros: string, day: string, { of = '', reason = '', text = '' } = {}) => {
  const [side, amount] = euros.startsWith('-') ? ['DBIT', euros.slice(1)] : ['CRDT', euros]
  return `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>BOOK</Sts>
    <BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${of}</EndToEndId></Refs>
    ${reason ? `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls>
    ${text ? `<AddtlNtryInf>${text}</AddtlNtryInf>` : ''}</Ntry>`
}
const camt = (entries: readonly string[], accounts = [iban]) =>
  new File(
    [
      `<Document>${accounts
        .map((one) => `<Stmt><Acct><Id><IBAN>${one}</IBAN></Id></Acct>`)
        .join('</Stmt>')}${entries.join('')}</Stmt></Document>`,
    ],
    'camt.xml',
  )
const tell = (file: File, mode: 'check' | 'all' = 'all') =>
  inTrial(world.database, (tx) =>
    matchStatement(tx, file, mode, { now, appOrigin: '', actorId: people.billing.id }),
  )
const paymentOf = async (id: string) => {
  const [row] = await query<Record<string, unknown>>(
    'select payment, paid_on::text as paid, returned_on::text as back, return_reason as why from bill where id = $1',
    [id],
  )
  return row
}
const kept = async () =>
  (
    await query<Record<string, unknown>>(
      'select day::text, amount_cents::int as cents, told, actor_id as by from bank_entry order by day, amount_cents, told',
    )
  ).map(({ day, cents, told, by }) => [day, cents, told, by === people.billing.id])

test('each movement says which bills it is of; looked at nothing is told, and told once it is known', async () => {
  const [one, two, here] = [await asked('M-1'), await asked('M-2'), await asked('M-3', {}, null)]
  const file = () =>
    camt([
      entry('11.10', '2031-06-20', { of: 'M-1', reason: 'AC04', text: 'Vuelve' }),
      entry('-11.10', '2031-06-17', { of: 'M-1', text: 'Nota' }),
      entry('-11.10', '2031-06-17', { text: 'Pago de M-2' }),
      entry('-5.00', '2031-06-18', { text: 'Luz' }),
      // Nobody has had its file yet: what the bank says of it cannot be.
      entry('-11.10', '2031-06-19', { of: 'M-3' }),
      entry('-11.10', '2031-07-02', { of: 'M-3' }),
    ])
  const bill = (billId: string, number: string) => [{ billId, number, account: 'Cuenta' }]
  const said = (m3: 'paid' | 'unmatched') => [
    { day: '2031-06-17', cents: -1_110, text: 'M-1 · Nota', outcome: 'paid', bills: bill(one, 'M-1') },
    { day: '2031-06-17', cents: -1_110, text: 'Pago de M-2', outcome: 'paid', bills: bill(two, 'M-2') },
    { day: '2031-06-18', cents: -500, text: 'Luz', outcome: 'unmatched', bills: [] },
    { day: '2031-06-19', cents: -1_110, text: 'M-3', outcome: m3, bills: bill(here, 'M-3') },
    {
      ...{ day: '2031-06-20', cents: 1_110, text: 'M-1 · Vuelve · AC04', outcome: 'returned' },
      bills: bill(one, 'M-1'),
    },
    { day: '2031-07-02', cents: -1_110, text: 'M-3', outcome: 'unmatched', bills: [] },
  ]
  expect(await tell(file(), 'check')).toEqual({
    ...{ entries: said('paid'), paid: 3, returned: 1, known: 0, unmatched: 2 },
  })
  expect(await paymentOf(one)).toMatchObject({ payment: 'inRemittance' })
  expect(await kept()).toEqual([])
  expect(await tell(file())).toEqual({
    ...{ entries: said('unmatched'), paid: 2, returned: 1, known: 0, unmatched: 3 },
  })
  expect(await paymentOf(one)).toEqual({ payment: 'returned', paid: null, back: '2031-06-20', why: 'AC04' })
  expect(await paymentOf(two)).toEqual({ payment: 'paid', paid: '2031-06-17', back: null, why: null })
  expect(await paymentOf(here)).toMatchObject({ payment: 'inRemittance', paid: null })
  expect(await kept()).toEqual([
    ['2031-06-17', -1_110, 'paid', true],
    ['2031-06-17', -1_110, 'paid', true],
    ['2031-06-20', 1_110, 'returned', true],
  ])
  expect(await tell(file(), 'check')).toMatchObject({ paid: 1, returned: 0, known: 3, unmatched: 2 })
})

test('of a file that was paid in one sum all bills are told, or none where one of them cannot be', async () => {
  const told = async (number: string, second: BillRow = {}) => {
    const remittanceId = v7()
    const one = await asked(`${number}-1`, { remittanceId })
    const other = await asked(`${number}-2`, { remittanceId, ...second })
    const { paid } = await tell(camt([entry('-22.20', '2031-06-18', { text: number })]))
    return [paid, (await paymentOf(one))?.payment, (await paymentOf(other))?.payment]
  }
  expect(await told('F')).toEqual([1, 'paid', 'paid'])
  expect(await told('G', { returnedOn: '2031-06-18' })).toEqual([1, 'paid', 'paid'])
  // It came back only after the day that the movement is of.
  expect(await told('H', { returnedOn: '2031-06-19' })).toEqual([0, 'inRemittance', 'inRemittance'])
  expect(await kept()).toHaveLength(2)
})

test('what came back says why: the bank’s code, or else its words, or a dash', async () => {
  const reasons = [
    { reason: 'AM04', text: 'Sin fondos' },
    { reason: '', text: 'Cuenta cerrada' },
    { reason: '', text: '' },
  ]
  const found: unknown[] = []
  for (const [at, more] of reasons.entries()) {
    const id = await asked(`W-${at}`)
    expect(await tell(camt([entry('11.10', '2031-06-20', { of: `W-${at}`, ...more })]))).toMatchObject({
      ...{ returned: 1, paid: 0 },
    })
    found.push((await paymentOf(id))?.why)
  }
  expect(found).toEqual(['AM04', 'Cuenta cerrada', '–'])
})

test('a file is of the provider’s own account alone, readable, and of five megabytes at most', async () => {
  const refused = (file: File) => why(tell(file, 'check'))
  expect(await refused(camt([]))).toBe('done')
  const ofOther = ['file billing.statementOfOther']
  expect(await refused(camt([], ['ES7921000813610123456789']))).toEqual(ofOther)
  expect(await refused(camt([], [iban, 'ES7921000813610123456789']))).toEqual(ofOther)
  // Norma 43 names bank, office and account without the digits that check them.
  const n43 = (account: string) =>
    new File(
      [
        [
          `11${account}2606012606302${'0'.repeat(14)}9783`,
          `33${account}${'0'.repeat(38)}`,
          `88${'9'.repeat(18)}000002`,
        ].join('\n'),
      ],
      'n43.txt',
    )
  expect(await refused(n43('210004180200051332'))).toBe('done')
  expect(await refused(n43('210004184502000513'))).toEqual(ofOther)
  const most = 5 * 1024 * 1024
  expect(await refused(new File([Buffer.alloc(most, 'x')], 'x'))).toEqual([
    'file billing.statementUnreadable',
  ])
  expect(await refused(new File([Buffer.alloc(most + 1, 'x')], 'x'))).toEqual([
    'file billing.statementTooLong',
  ])
  const many = Array<string>(20_001).fill(entry('1.00', '2031-06-20').replace(/\s+/g, ' '))
  expect(await refused(camt(many))).toEqual(['file billing.statementTooLong'])
  await providedBy({ iban: null })
  expect(await refused(camt([]))).toEqual(ofOther)
})
