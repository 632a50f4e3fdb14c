import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { shopifyOrder } from '#features/connectors/test-orders.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { accounts, people, portals } from '#testing/world/cast.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { nextOf } from './test-bills.ts'
import { schemaOf } from './test-schemas.ts'
import { at, halfBack, shopSecret, tell } from './test-shop-sales.ts'
import { documentOf, pdfText } from './test-taxes.ts'

/** A product with steps that two accounts share, on everything that is made of a bill: all of it says the same cents. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const today = todayPlus(new Date())
const who = [
  { key: 'artist', person: people.artist.id, portalId, accountId: accounts.ninoLobo.id, shareBp: 6_667 },
  {
    ...{ key: 'label' as const, person: people.label.id, portalId: portals.bajamar.id },
    ...{ accountId: accounts.bajamar.id, shareBp: 3_333 },
  },
] as const
const said = 'tarifa del producto a partir de 4 uds.'

test('steps and splits together: screen, CSV, PDF, both XMLs, payment file and ledger are equal', async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  const catalogue = await as(database, 'staff')
  const owner = await as(database, 'artist')
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
      ...{ portalId, name: { es: 'Con tramos' }, sku: 'STEPS', category: 'album', format: 'limited' },
      ...{ priceCents: 2000, taxClass: 'general', editionUnits: 500 },
    } as never),
  )
  ok(
    await staff.billing.setProductRate({
      ...{ portalId, productId: made.id, validFrom: today },
      steps: [
        { fromUnits: 0, bp: 2_500 },
        { fromUnits: 4, bp: 1_250 },
      ],
    }),
  )
  ok(
    await staff.billing.createSplit({
      ...{ portalId, productId: made.id, validFrom: today, payer: 'provider' },
      parties: who.map(({ accountId, shareBp }) => ({ accountId, shareBp })),
    }),
  )
  const order = (id: number, rest: object = {}) => {
    const sold = shopifyOrder(`#T${id}`, { id, ...at(today), ...rest })
    return { ...sold, line_items: sold.line_items.map((line) => ({ ...line, sku: 'STEPS' })) }
  }
  // Two units each, 33.06 without tax: two orders at 25 %, the third at 12.5 %.
  const orders = [order(41_001), order(41_002), order(41_003)]
  for (const one of orders) await tell(database, connector.id, [one])

  const bills = []
  for (const { key, portalId: of } of who) {
    const next = await nextOf(database, 'staff', of)
    const closed = ok(await staff.billing.closeBill({ billId: next.id }, { version: next.version }))
    const api = await as(database, key)
    bills.push(ok(await api.billing.approveBill({ billId: closed.id }, { version: closed.version })))
  }
  const shared = bills.map(({ lines }) =>
    lines
      .filter(({ portal, shareBp }) => portal?.id === portalId && shareBp !== null)
      .map(({ commissionBp, amountCents }) => [commissionBp, amountCents]),
  )
  // 66.12 at 25 % are 49.59, 33.06 at 12.5 % are 28.93: dealt out to the cent.
  expect(shared).toEqual([
    [
      [1_250, 1_929],
      [2_500, 3_306],
    ],
    [
      [1_250, 964],
      [2_500, 1_653],
    ],
  ])
  const payment = ok(await staff.billing.createRemittance({ on: today, billIds: bills.map(({ id }) => id) }))
  ok(await staff.billing.downloadRemittance({ remittanceId: payment.id }))
  const pain = await (await fileFor(database, people.billing.id, `/billing/remittance/${payment.id}`)).text()

  for (const [index, bill] of bills.entries()) {
    const { person, key } = who[index] ?? who[0]
    const { totals, lines, id } = bill
    const paper = (format: string) => fileFor(database, person, `/bill/${id}/document?format=${format}`)
    const euros = (cents: number) => (cents / 100).toFixed(2)
    const steps = lines.flatMap(({ goods }) => goods).filter(({ sku }) => sku === 'STEPS')
    expect(steps.map(({ rateOf, rateUnits }) => [rateOf, rateUnits])).toEqual([
      ['product', 4],
      ['product', 0],
    ])
    for (const { goods, amountCents } of lines)
      if (goods.length > 0) expect(goods.reduce((sum, one) => sum + one.amountCents, 0)).toBe(amountCents)
    const csv = await (await paper('csv')).text()
    const amount = csv
      .trim()
      .split('\n')
      .slice(1)
      .reduce((sum, row) => sum + Math.round(Number(row.split(';').at(-2)?.replace(',', '.')) * 100), 0)
    expect(amount).toBe(totals.baseCents)
    expect(csv).toContain(said)
    const facturae = await (await paper('facturae')).text()
    expect(facturae).toContain(`<TotalGrossAmountBeforeTaxes>${euros(totals.baseCents)}<`)
    expect(facturae).toContain(
      `<DiscountReason>Comisión 12,5 % (${said})</DiscountReason>`.replace(/ %/, '\u00a0%'),
    )
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
    expect(pdfText(await documentOf(database, id, 'pdf', 'es', key)).replace(/\s+/g, ' ')).toContain(said)
    expect(pain).toContain(`>${euros(totals.payableCents)}</InstdAmt>`)
    const [ledger] = await database.query<{ held: string; lines: string }>(
      `select sum(amount_cents) filter (where "to" = 'held') as held,
         (select sum(amount_cents) from bill_line where bill_id = $1 and type <> 'Advance') as lines
       from ledger_entry where bill_id = $1`,
      [id],
    )
    expect([Number(ledger?.held), Number(ledger?.lines)]).toEqual([totals.earnedCents, totals.earnedCents])
  }

  // Another rate from now on: what comes back of a closed sale goes at the one that it was sold at, on the next bill.
  ok(
    await staff.billing.setProductRate({
      ...{ portalId, productId: made.id, validFrom: today, steps: [{ fromUnits: 0, bp: 9_000 }] },
    }),
  )
  const back = {
    ...orders[2],
    refunds: [halfBack(today)],
    updated_at: new Date(Date.now() + 1000).toISOString(),
  }
  await tell(database, connector.id, [back])
  await accrueSales(database)
  const again = ok(await staff.billing.getBill({ billId: bills[0]?.id ?? '' }))
  expect(again.lines).toEqual(bills[0]?.lines)
  const next = ok(await owner.billing.getBill({ billId: (await nextOf(database, 'artist', portalId)).id }))
  const refunded = next.lines.find(({ portal, shareBp }) => portal?.id === portalId && shareBp !== null)
  // Half of 33.06 is left: at 12.5 % 14.46, of which 9.64 are this one's.
  expect([refunded?.commissionBp, refunded?.amountCents]).toEqual([1_250, 964 - 1_929])
})
