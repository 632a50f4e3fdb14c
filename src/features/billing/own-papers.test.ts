import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { formats } from '#platform/format.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { nextOf, pendingBill } from './test-bills.ts'
import { documentOf, pdfText } from './test-taxes.ts'

const world = testDatabase()
const lobo = portals.ninoLobo.id
const base64 = (text: string) => Buffer.from(text).toString('base64')
const pdf = base64('%PDF-1.7 documento')

/** What a file is called, what it is, and its bytes as they were sent. */
const paperIn = async (answer: Response) => [
  answer.headers.get('content-disposition'),
  answer.headers.get('content-type'),
  Buffer.from(await answer.arrayBuffer()).toString('base64'),
]

test('all bills of an account are found by number, year, status and payment', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const pending = await pendingBill(database, lobo, 2_000)
  const issued = ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
  const list = async (query: object) => ok(await artist.billing.listBills({ portalId: lobo, ...query }))
  const all = await list({})
  expect(all.items[0]?.id).toBe((await nextOf(database, 'artist', lobo)).id)
  // In January the open bill is of another year than the month that was closed.
  const yearOf = ({ period, updatedAt }: { period: string | null; updatedAt: string }) =>
    Number((period ?? updatedAt).slice(0, 4))
  const years = new Set(all.items.map(yearOf))
  expect(all.years).toEqual([...years].toSorted((a, b) => b - a))
  const ids = async (query: object) => (await list(query)).items.map(({ id }) => id)
  expect(await ids({ q: issued.number?.slice(-5) })).toEqual([issued.id])
  expect(await ids({ payment: 'unpaid' })).toEqual([issued.id])
  // What a bank sent back is still to be paid: the sum of all that is leads to both.
  await database.query(`update bill set payment = 'returned' where id = $1`, [issued.id])
  expect(await ids({ payment: 'unpaid' })).toEqual([])
  expect(await ids({ payment: 'open' })).toEqual([issued.id])
  await database.query(`update bill set payment = 'paid' where id = $1`, [issued.id])
  expect(await ids({ payment: 'open' })).toEqual([])
  await database.query(`update bill set payment = 'unpaid' where id = $1`, [issued.id])
  expect(await ids({ payment: 'open' })).toEqual([issued.id])
  expect((await list({ payment: 'unpaid' })).sumPayableCents).toBe(issued.totals.payableCents)
  expect(await ids({ status: 'Approved', year: yearOf(issued) })).toEqual([issued.id])
  expect(await ids({ year: 2019 })).toEqual([])
})

test('what is still to be paid is the sum of all issued bills that are not, and of nothing that waits', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'billing')
  const payable = async () => {
    const own = ok(await artist.billing.listBills({ portalId: lobo })).sumPayableCents
    // Staff, who search all accounts' bills, read the same.
    expect(ok(await staff.billing.listAllBills({ q: 'Niño Lobo' })).sumPayableCents).toBe(own)
    return own
  }
  const issue = async (amountCents: number) => {
    const pending = await pendingBill(database, lobo, amountCents)
    return ok(await artist.billing.approveBill({ billId: pending.id }, { version: pending.version }))
  }
  const before = await payable()
  const [one, two] = [await issue(30_000), await issue(50_000)]
  await pendingBill(database, lobo, 70_000)
  const both = one.totals.payableCents + two.totals.payableCents
  expect(await payable()).toBe(before + both)
  await database.query(`update bill set payment = 'returned' where id = $1`, [one.id])
  expect(await payable()).toBe(before + both)
  await database.query(`update bill set payment = 'paid' where id = $1`, [one.id])
  expect(await payable()).toBe(before + two.totals.payableCents)
  await database.query(`update bill set payment = 'paid' where id = $1`, [two.id])
  expect(await payable()).toBe(before)
})

test('the invoice that an account hands in can be taken out again, by its own people alone', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const staff = await as(database, 'super')
  const portal = ok(await staff.portals.getPortal({ portalId: lobo }))
  const { customUrl, customDomain, salesObjectiveCents, advanceLimitPct } = portal
  const settings = { customUrl, customDomain, salesObjectiveCents, advanceLimitPct, selfInvoice: false }
  ok(await staff.portals.updateSettings({ portalId: lobo, ...settings }, { version: portal.version }))
  const bill = await pendingBill(database, lobo, 10_000)
  const { baseCents, taxCents, retentionCents, totalCents } = ok(
    await artist.billing.getBill({ billId: bill.id }),
  ).totals
  const today = dayOf(Date.now())
  const draft = { billId: bill.id, number: 'A/2026-17', date: formatDay(today), file: pdf }
  const amounts = { baseCents, taxCents, retentionCents, totalCents }
  const own = { billId: bill.id, format: 'ownInvoice' as const }
  expect(failureCode(await artist.billing.getBillDocument(own))).toBe('billing.noFile')
  const wrong = await artist.billing.setOwnInvoice(
    { ...draft, ...amounts, taxCents: taxCents + 1, file: base64('no') },
    { version: bill.version },
  )
  expect(wrong).toMatchObject({
    error: { fields: { taxCents: expect.any(String), file: expect.any(String) } },
  })
  const first = `${formatDay(today).slice(0, 8)}01`
  for (const date of [
    '2019-05-01',
    formatDay(startOfMonth(today, 0) - 1),
    formatDay(today + 1),
    '2031-01-01',
  ])
    expect([
      date,
      await artist.billing.setOwnInvoice({ ...draft, ...amounts, date }, { version: bill.version }),
    ]).toMatchObject([date, { error: { code: 'invalidInput', fields: { date: expect.any(String) } } }])
  const dated = { ...draft, ...amounts, date: first }
  ok(await artist.billing.setOwnInvoice(dated, { version: bill.version }))
  const file = await fileFor(database, people.artist.id, `/bill/${own.billId}/document?format=${own.format}`)
  expect(await paperIn(file)).toEqual(['attachment; filename="A-2026-17.pdf"', 'application/pdf', pdf])
  const label = await as(database, 'label')
  expect(failureCode(await label.billing.getBillDocument(own))).toBe('notFound')
  const { version: seen } = ok(await artist.billing.getBill({ billId: bill.id }))
  const issued = ok(await artist.billing.approveBill({ billId: bill.id }, { version: seen }))
  // Its own number and day, everywhere.
  expect(issued).toMatchObject({ number: 'A/2026-17', issuedOn: first })
  const xml = (await documentOf(database, bill.id, 'facturae')).toString()
  expect(xml).toContain('<InvoiceNumber>A/2026-17<')
  expect(xml).toContain(`<IssueDate>${first}<`)
  const { date } = formats('es')
  expect(pdfText(await documentOf(database, bill.id, 'pdf'))).toContain(date(first))
  const said = `/portal/${lobo}/statement?f=${first}&t=${formatDay(today)}&format=csv`
  expect(await (await fileFor(database, people.artist.id, said)).text()).toContain('A/2026-17')
})

test('the document behind a retention is kept with it, and goes with it', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const portalId = lobo
  const before = ok(await artist.billing.getBillingInformation({ portalId }))
  const { ibanMasked: _, ibanHeldUntil: _h, complete: _c, selfInvoice: _s, version, ...rest } = before
  const { retentionFileName: _n, account: _a, retentionReason, retentionBp: _b, ...draft } = rest
  const save = (more: object, from: number) =>
    artist.billing.updateBillingInformation(
      { portalId, ...draft, retention: 'professional', retentionReason: retentionReason ?? '', ...more },
      { version: from },
    )
  expect(failureCode(await artist.billing.getRetentionFile({ portalId }))).toBe('billing.noFile')
  const wrong = await save({ retentionFile: { name: 'foto.pdf', content: base64('no') } }, version)
  expect(wrong).toMatchObject({ error: { fields: { retentionFile: 'No es un PDF.' } } })
  const saved = ok(await save({ retentionFile: { name: '036.pdf', content: pdf } }, version))
  expect(saved.retentionFileName).toBe('036.pdf')
  const file = await fileFor(
    database,
    people.artist.id,
    `/portal/${portalId}/billingInformation/retentionFile`,
  )
  expect(await paperIn(file)).toEqual(['attachment; filename="036.pdf"', 'application/pdf', pdf])
  // Left out it stays.
  const again = ok(await save({ holder: 'Hugo Lobo' }, saved.version))
  expect(again.retentionFileName).toBe('036.pdf')
  const none = ok(await save({ retention: 'none', retentionReason: 'Actividad empresarial' }, again.version))
  expect(none.retentionFileName).toBeNull()
  expect(failureCode(await artist.billing.getRetentionFile({ portalId }))).toBe('billing.noFile')
  const operations = await as(database, 'operations')
  expect(failureCode(await operations.billing.getRetentionFile({ portalId: portals.bajamar.id }))).toBe(
    'forbidden',
  )
})

test.each(['1994-12-31', formatDay(dayOf(Date.now()) + 732)])(
  'a rate that begins on %s is refused by its day',
  async (validFrom) => {
    const staff = await as(world.database, 'super')
    const refused = await staff.billing.setRate({ key: 'default', bp: 2_100, validFrom })
    expect(refused).toMatchObject({ error: { fields: { validFrom: expect.any(String) } } })
    expect(ok(await staff.billing.listRates({})).items.some((one) => one.validFrom === validFrom)).toBe(false)
  },
)

test('two bills of an account never bear one number, however it is written and whichever comes first', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  const handIn = async (bill: { id: string; version: number }, number: string) => {
    const { baseCents, taxCents, retentionCents, totalCents } = ok(
      await artist.billing.getBill({ billId: bill.id }),
    ).totals
    const amounts = { baseCents, taxCents, retentionCents, totalCents }
    const paper = { date: formatDay(dayOf(Date.now())), file: pdf }
    return artist.billing.setOwnInvoice(
      { billId: bill.id, number, ...paper, ...amounts },
      { version: bill.version },
    )
  }
  const first = await pendingBill(database, lobo, 3_000)
  const second = await pendingBill(database, lobo, 4_000)
  ok(await handIn(first, 'B-9'))
  const refused = (result: unknown) =>
    expect(result).toMatchObject({ error: { fields: { number: expect.any(String) } } })
  for (const number of ['B-9', 'b-9', '<b>B-10</b>']) refused(await handIn(second, number))
  // As it could come to be before it was asked at the door.
  await database.query(`update bill set self_invoice = false, own_number = 'b-9' where id = $1::uuid`, [
    second.id,
  ])
  const approve = async (billId: string) => {
    const { version } = ok(await artist.billing.getBill({ billId }))
    return artist.billing.approveBill({ billId }, { version })
  }
  expect(failureCode(await approve(first.id))).toBe('billing.numberTaken')
  const handed = ok(await artist.billing.getBill({ billId: second.id }))
  ok(await handIn(handed, 'B-10'))
  ok(await approve(second.id))
  ok(await approve(first.id))
})

test('an own invoice is not of before the last sale that it bills, within its month', async () => {
  const { database } = world
  const [artist, staff] = [await as(database, 'artist'), await as(database, 'super')]
  await database.query('update portal set self_invoice = false where id = $1', [lobo])
  const start = startOfMonth(dayOf(Date.now()), -1)
  const day = (of: number) => formatDay(start + of - 1)
  await pendingBill(database, lobo, 1_000)
  ok(
    await staff.orders.putOrder({
      ...{ portalId: lobo, externalId: 'own 1', placedAt: `${day(20)}T10:00:00Z`, currency: 'EUR' },
      lines: [{ id: '1', sku: 'OWN-1', name: 'Vinilo', units: 1, unitPrice: '50.00' }],
    }),
  )
  const { id, version } = await nextOf(database, 'artist', lobo)
  const bill = ok(await staff.billing.closeBill({ billId: id }, { version }))
  const { baseCents, taxCents, retentionCents, totalCents } = bill.totals
  const handIn = (date: string) =>
    artist.billing.setOwnInvoice(
      {
        ...{ billId: bill.id, number: 'B-20', date, file: pdf },
        ...{ baseCents, taxCents, retentionCents, totalCents },
      },
      { version: bill.version },
    )
  for (const early of [1, 19])
    expect(await handIn(day(early))).toMatchObject({ error: { fields: { date: expect.any(String) } } })
  expect(ok(await handIn(day(20))).ownNumber).toBe('B-20')
})
