import { beforeAll, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { type Failure, failureCode, type Result } from '#client.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { accounts, people, portals } from '#testing/world/cast.ts'
import { books, pendingBill } from './test-bills.ts'
import { schemaOf } from './test-schemas.ts'
import { pdfText } from './test-taxes.ts'

/** The provider's own invoices to accounts: issued, set against what the account is owed, taken back, paid. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const today = todayPlus(new Date())
const year = today.slice(0, 4)
const euros = (cents: number) => (cents / 100).toFixed(2)
const fieldsOf = (result: Result<unknown>) => {
  const { error } = result as Failure
  return typeof error === 'object' ? Object.keys(error.fields ?? {}) : []
}
const pressing = {
  kind: 'pressing' as const,
  description: 'Prensado de 300 vinilos',
  units: 300,
  unitCents: 50,
}
const postage = { kind: 'postage' as const, description: 'Envíos de octubre', units: 1, unitCents: 2_345 }

beforeAll(async () => {
  const long = `now() - interval '1000 days'`
  await world.database.query(
    `insert into billing_agreement (id, account_id, text_version, text_hash, person_name, address, at)
      values (gen_random_uuid(), $1, '2026-11', 'demo', 'Prueba', '127.0.0.1', ${long})`,
    [accounts.ninoLobo.id],
  )
})

const paperOf = (id: string, format: string, of: 'bill' | 'charge' = 'charge', more = '') =>
  fileFor(world.database, people.artist.id, `/${of}/${id}/document?format=${format}${more}`)
const textOf = async (id: string, of: 'bill' | 'charge', locale = 'es') =>
  pdfText(Buffer.from(await (await paperOf(id, 'pdf', of, `&locale=${locale}`)).arrayBuffer())).replaceAll(
    '\n',
    ' ',
  )
async function approved(amountCents: number) {
  const artist = await as(world.database, 'artist')
  const { id } = await pendingBill(world.database, portalId, amountCents)
  const { version } = ok(await artist.billing.getBill({ billId: id }))
  return ok(await artist.billing.approveBill({ billId: id }, { version }))
}
const zero = async () => (await books(world.database)).reduce((sum, { cents }) => sum + Number(cents), 0)
/** What the account owes by the ledger. */
const charged = async () => {
  const [row] = await world.database.query<{ cents: string }>(
    `select coalesce(sum(case when "to" = 'charged' then amount_cents else -amount_cents end), 0) as cents
     from ledger_entry where account_id = $1 and 'charged' in ("from", "to")`,
    [accounts.ninoLobo.id],
  )
  return 0 - Number(row?.cents)
}

test('an invoice is set against the next bill: both papers, XMLs, payment file, ledger and statement agree', async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  const artist = await as(database, 'artist')
  const issued = ok(await staff.billing.issueCharge({ portalId, lines: [pressing, postage] }))
  // 150 € and 23.45 €, with 21 %.
  expect(issued).toMatchObject({ number: `F-${year}-00002`, totalCents: 20_987, openCents: 20_987 })
  expect(await charged()).toBe(20_987)
  expect(ok(await artist.billing.getBilling({ portalId })).chargedCents).toBe(20_987)
  const told = await database.query<{ link: string }>(
    `select words->>'link' as link from message where person_id = $1 order by created_at desc limit 1`,
    [people.artist.id],
  )
  expect(told[0]?.link).toBe(`/billing/charges/${issued.id}`)
  const [mail] = await database.query<{ n: number }>(
    `select count(*)::int as n from mail where kind = 'billing.charge'`,
  )
  expect(mail?.n).toBeGreaterThan(0)

  const bill = await approved(100_000)
  const { payableCents } = bill.totals
  expect(bill.offsets).toEqual([
    { chargeId: issued.id, number: issued.number, day: today, amountCents: 20_987 },
  ])
  const charge = ok(await artist.billing.getCharge({ chargeId: issued.id }))
  expect(charge).toMatchObject({ openCents: 0 })
  expect(charge.settlements).toEqual([
    { day: today, amountCents: 20_987, bill: { id: bill.id, number: bill.number }, charge: null },
  ])
  expect(await charged()).toBe(0)
  expect(await zero()).toBe(0)
  const payment = ok(await staff.billing.createRemittance({ on: today, billIds: [bill.id] }))
  expect(payment.totalCents).toBe(payableCents - 20_987)
  ok(await staff.billing.downloadRemittance({ remittanceId: payment.id }))
  const pain = await (await fileFor(database, people.billing.id, `/billing/remittance/${payment.id}`)).text()
  expect(pain).toContain(`>${euros(payableCents - 20_987)}</InstdAmt>`)

  for (const [locale, word] of [
    ['es', 'Compensación'],
    ['en', 'Set-off'],
  ] as const) {
    const [ofCharge, ofBill] = [
      await textOf(issued.id, 'charge', locale),
      await textOf(bill.id, 'bill', locale),
    ]
    for (const [text, other] of [
      [ofCharge, bill.number ?? ''],
      [ofBill, issued.number],
    ] as const) {
      expect(text).toContain(word)
      expect(text).toContain(other)
      expect(text).toContain('1195')
    }
    expect(ofCharge).not.toContain(locale === 'es' ? 'Facturación por el destinatario' : 'self-billed')
    // The provider issues it itself.
    expect(ofCharge).not.toContain(locale === 'es' ? 'que expide la factura' : 'who issues the invoice')
    expect(ofBill).toContain(locale === 'es' ? 'que expide la factura' : 'who issues the invoice')
  }
  const facturae = await (await paperOf(issued.id, 'facturae')).text()
  for (const said of [
    '<InvoiceIssuerType>EM</InvoiceIssuerType>',
    '<InvoiceDocumentType>FC</InvoiceDocumentType>',
    '<InvoiceTotal>209.87<',
    '<PaymentMeans>14</PaymentMeans>',
    'arts. 1195',
  ])
    expect(facturae).toContain(said)
  expect(facturae).not.toContain('Facturación por el destinatario')
  const verifactu = await (await paperOf(issued.id, 'verifactu')).text()
  expect(verifactu).toContain('ImporteTotal>209.87<')
  expect(verifactu).not.toContain('EmitidaPorTerceroODestinatario')
  const seller = facturae.slice(facturae.indexOf('<SellerParty>'), facturae.indexOf('<BuyerParty>'))
  const [provider] = await database.query<{ value: string }>(
    `select value from setting where key = 'billing.provider'`,
  )
  expect(seller).toContain(JSON.parse(provider?.value ?? '{}').taxId)
  if (sharedData('billing_es/README.md'))
    for (const [kind, xml] of [
      ['facturae', facturae],
      ['verifactu', verifactu],
    ] as const)
      expect((await validateXML(schemaOf(kind, xml))).errors).toEqual([])
  const statement = await (
    await fileFor(
      database,
      people.artist.id,
      `/portal/${portalId}/statement?f=${today}&t=${today}&format=csv`,
    )
  ).text()
  expect(statement).toContain(`${issued.number};Factura recibida;-209,87;`)
  // Paid by the bank with what is left.
  const { version } = ok(await staff.billing.getBill({ billId: bill.id }))
  ok(await staff.billing.setPayment({ billId: bill.id, payment: 'paid', on: today }, { version }))
  const [bank] = await database.query<{ cents: string }>(
    `select sum(amount_cents) as cents from ledger_entry where bill_id = $1 and "to" = 'bank'`,
    [bill.id],
  )
  expect(Number(bank?.cents)).toBe(payableCents - 20_987)
  const [owed] = await database.query<{ cents: string }>(
    `select sum(case when "to" = 'payable' then amount_cents else -amount_cents end) as cents from ledger_entry
     where bill_id = $1 and 'payable' in ("from", "to")`,
    [bill.id],
  )
  expect(Number(owed?.cents)).toBe(0)
})

test('one that is more than a bill pays it whole, counts as its payment for what is withheld, and goes on', async () => {
  const staff = await as(world.database, 'billing')
  const bill = await approved(10_000)
  const before = ok(await staff.billing.getTaxDeclaration({ model: '190', year: Number(year) }))
  const issued = ok(
    await staff.billing.issueCharge({ portalId, lines: [{ ...pressing, units: 1, unitCents: 20_000 }] }),
  )
  const paid = ok(await staff.billing.getBill({ billId: bill.id }))
  expect([paid.payment, paid.paidOn]).toEqual(['paid', today])
  expect(issued.openCents).toBe(24_200 - bill.totals.payableCents)
  expect(await charged()).toBe(issued.openCents)
  const after = ok(await staff.billing.getTaxDeclaration({ model: '190', year: Number(year) }))
  expect(after.retentionCents - before.retentionCents).toBe(bill.totals.retentionCents)
  // Nothing of it came from a bank.
  expect(
    failureCode(
      await staff.billing.setPayment(
        { billId: bill.id, payment: 'paid', on: today },
        { version: paid.version },
      ),
    ),
  ).toBe('billing.paymentOrder')
  // The account pays the rest itself.
  expect(
    fieldsOf(await staff.billing.payCharge({ chargeId: issued.id, on: todayPlus(new Date(), 1) })),
  ).toEqual(['on'])
  expect(ok(await staff.billing.payCharge({ chargeId: issued.id, on: today })).openCents).toBe(0)
  expect(failureCode(await staff.billing.payCharge({ chargeId: issued.id, on: today }))).toBe(
    'billing.chargeSettled',
  )
  expect([await charged(), await zero()]).toEqual([0, 0])
})

test('a corrective one gives back what was open, and what was set off with the next bill', async () => {
  const staff = await as(world.database, 'billing')
  const small = await approved(5_000)
  const issued = ok(await staff.billing.issueCharge({ portalId, lines: [{ ...postage, unitCents: 10_000 }] }))
  const setOff = small.totals.payableCents
  expect(issued.openCents).toBe(12_100 - setOff)
  const back = ok(await staff.billing.correctCharge({ chargeId: issued.id, reason: 'No se envió' }))
  expect(back).toMatchObject({ number: `R-F-${year}-00001`, totalCents: -12_100, openCents: -setOff })
  expect(back.corrects?.number).toBe(issued.number)
  expect(failureCode(await staff.billing.correctCharge({ chargeId: issued.id, reason: 'Otra vez' }))).toBe(
    'billing.chargeCorrected',
  )
  expect(failureCode(await staff.billing.correctCharge({ chargeId: back.id, reason: 'Otra vez' }))).toBe(
    'billing.chargeCorrected',
  )
  const facturae = await (await paperOf(back.id, 'facturae')).text()
  expect(facturae).toContain('<InvoiceClass>OR</InvoiceClass>')
  const verifactu = await (await paperOf(back.id, 'verifactu')).text()
  expect(verifactu).toContain('TipoFactura>R1<')
  if (sharedData('billing_es/README.md'))
    for (const [kind, xml] of [
      ['facturae', facturae],
      ['verifactu', verifactu],
    ] as const)
      expect((await validateXML(schemaOf(kind, xml))).errors).toEqual([])
  const next = await approved(8_000)
  const payment = ok(await staff.billing.createRemittance({ on: today, billIds: [next.id] }))
  expect(payment.totalCents).toBe(next.totals.payableCents + setOff)
  expect([await charged(), await zero()]).toEqual([0, 0])
  expect(ok(await staff.billing.getCharge({ chargeId: back.id })).openCents).toBe(0)
})

test('tax follows from where both are and what it is', async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  const move = (postcode: string, territory: string) =>
    database.query(`update billing_information set postcode = $2, territory = $3 where account_id = $1`, [
      accounts.ninoLobo.id,
      postcode,
      territory,
    ])
  const issue = (lines: object[]) => staff.billing.issueCharge({ portalId, lines } as never)
  await move('35001', 'canaries')
  const there = ok(await issue([postage]))
  expect(there).toMatchObject({ taxMention: 'reverseCharge', totalCents: 2_345 })
  expect(there.taxLaw).toContain('Ley 20/1991')
  const xml = await (await paperOf(there.id, 'verifactu')).text()
  expect(xml).toContain('CalificacionOperacion>N2<')
  // What was pressed stays with the provider, in the peninsula.
  expect(ok(await issue([pressing]))).toMatchObject({ taxMention: null, totalCents: 18_150 })
  expect(fieldsOf(await issue([pressing, postage]))).toEqual(['lines'])
  await move('51001', 'ceutaMelilla')
  expect(failureCode(await issue([postage]))).toBe('billing.chargeTax')
  await move('46001', 'peninsula')
  expect(ok(await issue([{ ...pressing, taxBp: 400 }])).totals.groups).toMatchObject([{ taxBp: 400 }])
})

test('numbers have no gaps, also when several are issued at once, and nobody else reads or issues them', async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  const many = await Promise.all(
    Array.from({ length: 6 }, () => staff.billing.issueCharge({ portalId, lines: [postage] })),
  )
  for (const one of many) ok(one)
  const found = await database.query<{ number: string }>(
    `select number from charge where corrects_id is null order by number`,
  )
  expect(found.map(({ number }) => number)).toEqual(
    found.map((_, at) => `F-${year}-${String(at + 1).padStart(5, '0')}`),
  )
  const chain = await database.query<{ n: number; linked: number }>(
    `select count(*)::int as n, count(*) filter (where r.previous_hash = coalesce(p.hash, ''))::int as linked
     from fiscal_record r left join fiscal_record p on p.issuer_tax_id = r.issuer_tax_id and p.sequence = r.sequence - 1
     where r.charge_id is not null`,
  )
  expect(chain[0]?.n).toBe(chain[0]?.linked)
  const artist = await as(database, 'artist')
  expect(failureCode(await artist.billing.issueCharge({ portalId, lines: [postage] }))).toBe('forbidden')
  expect(failureCode(await artist.billing.listAllCharges({}))).toBe('forbidden')
  const label = await as(database, 'label')
  const chargeId = ok(await artist.billing.listCharges({ portalId })).items[0]?.id ?? ''
  expect(['notFound', 'forbidden']).toContain(failureCode(await label.billing.getCharge({ chargeId })))
  const own = ok(await label.billing.listCharges({ portalId: portals.bajamar.id })).items
  expect(own.every(({ account }) => account.id === accounts.bajamar.id)).toBe(true)
  const all = ok(await staff.billing.listAllCharges({ open: '1' }))
  expect(all.sumOpenCents).toBe(await charged())
})

test('a line has a rate that its tax has, and none of it says 0 %', async () => {
  const staff = await as(world.database, 'super')
  for (const taxBp of [0, 1_234, 2_200])
    expect(
      fieldsOf(await staff.billing.issueCharge({ portalId, lines: [{ ...postage, taxBp }] })),
      String(taxBp),
    ).toEqual(['lines'])
  const reduced = ok(await staff.billing.issueCharge({ portalId, lines: [{ ...postage, taxBp: 1_000 }] }))
  expect(reduced.totals.taxCents).toBe(Math.round(2_345 * 0.1))
})

test('no mail and no message of what was issued leaves a gap in its words', async () => {
  const subjects = await world.database.query<{ subject: string }>('select subject from mail')
  expect(subjects.filter(({ subject }) => /undefined|[{}]/.test(subject))).toEqual([])
  expect(subjects.some(({ subject }) => subject.includes(`F-${year}-`))).toBe(true)
  const told = await world.database.query(`select about from message where words::text ~ 'undefined'`)
  expect(told).toEqual([])
})

test('papers say what one unit costs, and of what is taken back that it is given back', async () => {
  const staff = await as(world.database, 'billing')
  const issued = ok(await staff.billing.issueCharge({ portalId, lines: [pressing, postage] }))
  expect(await textOf(issued.id, 'charge')).toContain('300 uds. a 0,50')
  const facturae = await (await paperOf(issued.id, 'facturae')).text()
  expect(facturae).toContain('<Quantity>300.0</Quantity>')
  expect(facturae).toContain('<UnitPriceWithoutTax>0.50000000</UnitPriceWithoutTax>')
  if (issued.openCents > 0) ok(await staff.billing.payCharge({ chargeId: issued.id, on: today }))
  expect(await textOf(issued.id, 'charge')).toContain('Pendiente 0,00')
  const back = ok(await staff.billing.correctCharge({ chargeId: issued.id, reason: 'No se prensó' }))
  expect(back.lines.map(({ units }) => units)).toEqual([-300, -1])
  if (sharedData('billing_es/README.md')) {
    const xml = await (await paperOf(back.id, 'facturae')).text()
    expect((await validateXML(schemaOf('facturae', xml))).errors).toEqual([])
  }
  expect(await textOf(back.id, 'charge')).toMatch(/[^\d]-300 .*21 % -150,00/)
  const left = 0 - back.openCents
  expect(left).toBeGreaterThan(0)
  const money = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2 }).format(left / 100)
  expect(await textOf(back.id, 'charge')).toContain(`Por devolver ${money}`)
  const bill = await approved(10_000)
  const words = await textOf(bill.id, 'bill')
  expect(words).toContain(`De la rectificada ${back.number}`)
  expect(words).toContain('se suma lo que devuelven facturas rectificadas')
})
