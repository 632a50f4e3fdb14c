import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { accounts, people, portals } from '#testing/world/cast.ts'
import { nextOf } from './test-bills.ts'
import { schemaOf } from './test-schemas.ts'
import { at, halfBack, shopSecret, tell } from './test-shop-sales.ts'

/** Splits of three parties with recoupment on everything that is made of a bill: all of it says the same cents. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const today = todayPlus(new Date())
const who = [
  { key: 'artist', person: people.artist.id, portalId, accountId: accounts.ninoLobo.id, shareBp: 3_334 },
  {
    ...{ key: 'label' as const, person: people.label.id, portalId: portals.bajamar.id },
    ...{ accountId: accounts.bajamar.id, shareBp: 3_333 },
  },
  {
    ...{ key: 'orquesta' as const, person: people.orquesta.id, portalId: portals.orquestaPoniente.id },
    ...{ accountId: accounts.orquestaPoniente.id, shareBp: 3_333 },
  },
] as const

test('screen, CSV, PDF, both XMLs, payment file and ledger are equal', async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  const catalogue = await as(database, 'staff')
  const owner = await as(database, 'artist')
  // What was sold without an agreement would not be ours to invoice.
  for (const { accountId } of who)
    await database.query(
      `insert into billing_agreement (id, account_id, text_version, text_hash, person_name, address, at)
        values (gen_random_uuid(), $1, '2026-11', 'demo', 'Prueba', '127.0.0.1', now() - interval '1000 days')`,
      [accountId],
    )
  const { connector } = ok(
    await owner.connectors.createConnector({
      ...{ portalId, kind: 'shopify', name: 'Tienda', secret: shopSecret },
    }),
  )
  const made = ok(
    await catalogue.products.createProduct({
      ...{ portalId, name: { es: 'Tres partes' }, sku: 'THREE', category: 'album', format: 'limited' },
      ...{ priceCents: 2000, taxClass: 'general', editionUnits: 500 },
    } as never),
  )
  ok(
    await staff.billing.createSplit({
      ...{ portalId, productId: made.id, validFrom: today, payer: 'provider' },
      parties: who.map(({ accountId, shareBp }) => ({ accountId, shareBp })),
    }),
  )
  const file = { name: 'f.pdf', content: Buffer.from('%PDF-1.4\n%%EOF').toString('base64') }
  ok(
    await staff.billing.createCost({
      ...{ portalId, productId: made.id, accountId: accounts.bajamar.id, kind: 'pressing', day: today },
      ...{ amountCents: 5_001, description: 'Prensado', file },
    }),
  )
  // The orchestra has had 5.00 from the label: they come off its share alone, and onto the label's bill.
  ok(
    await staff.billing.createCost({
      ...{ portalId, productId: made.id, accountId: accounts.bajamar.id, kind: 'advance', day: today },
      ...{ partyId: accounts.orquestaPoniente.id, amountCents: 500, description: 'Anticipo', file },
    }),
  )
  const order = (id: number, rest: object = {}) => {
    const sold = shopifyOrder(`#T${id}`, { id, ...at(today), ...rest })
    return { ...sold, line_items: sold.line_items.map((line) => ({ ...line, sku: 'THREE' })) }
  }
  await tell(database, connector.id, [
    order(31_001),
    order(31_002),
    order(31_003, { refunds: [halfBack(today)] }),
  ])

  const bills = []
  for (const { key, portalId: at } of who) {
    const next = await nextOf(database, 'staff', at)
    const closed = ok(await staff.billing.closeBill({ billId: next.id }, { version: next.version }))
    const api = await as(database, key)
    bills.push(ok(await api.billing.approveBill({ billId: closed.id }, { version: closed.version })))
  }
  // Two and a half orders of 29.754 are 74.39: 50.01 go back to the label, 24.38 are shared by three.
  const nets = bills.map(({ lines }) =>
    lines
      .filter(({ portal, shareBp }) => portal?.id === portalId && shareBp !== null)
      .reduce((sum, { amountCents }) => sum + amountCents, 0),
  )
  expect(nets).toEqual([813, 5_001 + 813 + 500, 812 - 500])
  const payment = ok(await staff.billing.createRemittance({ on: today, billIds: bills.map(({ id }) => id) }))
  ok(await staff.billing.downloadRemittance({ remittanceId: payment.id }))
  const pain = await (await fileFor(database, people.billing.id, `/billing/remittance/${payment.id}`)).text()

  for (const [index, bill] of bills.entries()) {
    const { person } = who[index] ?? who[0]
    const { totals, lines, id } = bill
    const paper = (format: string) => fileFor(database, person, `/bill/${id}/document?format=${format}`)
    const euros = (cents: number) => (cents / 100).toFixed(2)
    expect(lines.some(({ type }) => type === 'Recoupment')).toBe(true)
    expect(lines.some(({ type }) => type === 'Own recoupment')).toBe(who[index]?.key !== 'artist')
    expect(
      lines.filter(({ type }) => type !== 'Advance').reduce((sum, one) => sum + one.amountCents, 0),
    ).toBe(totals.earnedCents)
    // What was sold, by product, comes to each line, shares too.
    for (const { goods, amountCents } of lines)
      if (goods.length > 0) {
        expect(goods.reduce((sum, one) => sum + one.amountCents, 0)).toBe(amountCents)
        for (const { grossCents, offCents, chargedCents, amountCents: left } of goods)
          expect(grossCents - offCents - chargedCents).toBe(left)
      }
    const [, ...csv] = (await (await paper('csv')).text()).trim().split('\n')
    const amount = csv.reduce(
      (sum, row) => sum + Math.round(Number(row.split(';').at(-2)?.replace(',', '.')) * 100),
      0,
    )
    expect(amount).toBe(totals.baseCents)
    const facturae = await (await paper('facturae')).text()
    expect(facturae).toContain(`<TotalGrossAmountBeforeTaxes>${euros(totals.baseCents)}<`)
    expect(facturae).toContain(`<InvoiceTotal>${euros(totals.totalCents - totals.retentionCents)}<`)
    const parts = [...facturae.matchAll(/<GrossAmount>(-?[\d.]+)</g)].map(([, cents]) => Number(cents))
    expect(Math.round(parts.reduce((sum, part) => sum + part, 0) * 100)).toBe(totals.baseCents)
    const verifactu = await (await paper('verifactu')).text()
    expect(verifactu).toContain(`ImporteTotal>${euros(totals.totalCents)}<`)
    if (sharedData('billing_es/README.md'))
      for (const [kind, xml] of [
        ['facturae', facturae],
        ['verifactu', verifactu],
      ] as const)
        expect((await validateXML(schemaOf(kind, xml))).errors).toEqual([])
    const pdf = Buffer.from(await (await paper('pdf')).arrayBuffer())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pain).toContain(`>${euros(totals.payableCents)}</InstdAmt>`)
    const [ledger] = await database.query<{ held: string; paid: string; lines: string }>(
      `select sum(amount_cents) filter (where "to" = 'held') as held, sum(amount_cents) filter (where "to" = 'payable')
         - coalesce(sum(amount_cents) filter (where "from" = 'payable' and "to" <> 'bank'), 0) as paid,
         (select sum(amount_cents) from bill_line where bill_id = $1 and type <> 'Advance') as lines
       from ledger_entry where bill_id = $1`,
      [id],
    )
    expect([Number(ledger?.held), Number(ledger?.paid), Number(ledger?.lines)]).toEqual([
      totals.earnedCents,
      totals.payableCents,
      totals.earnedCents,
    ])
  }
})
