import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { formats } from '#platform/format.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { goodsOf } from './goods.ts'
import { accrueSales } from './server/accrue-sales.ts'
import { schemaOf } from './test-schemas.ts'
import { documentOf, pdfText } from './test-taxes.ts'

const world = testDatabase()
const { id: portalId, accountId } = portals.bajamar

/** Closes what is open. */
async function close() {
  const { database } = world
  await accrueSales(database)
  const staff = await as(database, 'billing')
  const { next } = ok(await staff.billing.getBilling({ portalId }))
  const bill = ok(await staff.billing.closeBill({ billId: next?.id ?? '' }, { version: next?.version ?? 0 }))
  return bill
}
type Closed = Awaited<ReturnType<typeof close>>
async function ordersOf(bill: Pick<Closed, 'id' | 'lines'>, position: number) {
  const artist = await as(world.database, 'label')
  return ok(await artist.billing.listLineOrders({ billId: bill.id, position }))
}
const incomeOf = ({ lines }: Pick<Closed, 'lines'>) => {
  const line = lines.find((one) => one.type === 'Income' && one.opens)
  if (!line) throw new Error('nothing sold')
  return line
}
/** Tells one line of a commission as sold once more, in an order of its own. */
const sellAgain = ({ portal, month, commissionBp }: Closed['lines'][number]) =>
  world.database.query(
    `with l as (select * from order_line where portal_id = $1 and round(commission_pct * 100)::int = $2
        and at >= $3::date and kind = 'sale' and net_micros > 0 order by at, order_id limit 1),
      o as (insert into "order" select (jsonb_populate_record(null::"order", to_jsonb(o) || jsonb_build_object('id', gen_random_uuid(),
        'external_id', 'TARDE-1'))).* from "order" o join l on l.order_id = o.id and l.portal_id = o.portal_id returning id)
      insert into order_line select (jsonb_populate_record(null::order_line, to_jsonb(l) - 'told_at' || jsonb_build_object('order_id', o.id,
        'told_at', clock_timestamp()))).* from l, o`,
    [portal?.id, commissionBp, month],
  )

test('a closed line opens to what it was billed for, whatever is told later', async () => {
  const { database } = world
  const bill = await close()
  const line = incomeOf(bill)
  const before = await ordersOf(bill, line.position)
  expect(before.sumCents).toBe(line.amountCents)
  const [sold] = before.items
  const reader = await as(database, 'label')
  const whose = { portalId: line.portal?.id ?? '', orderId: sold?.orderId ?? '' }
  expect(ok(await reader.orders.getOrder(whose)).externalId).toBe(sold?.order)
  await sellAgain(line)
  expect(await ordersOf(bill, line.position)).toEqual(before)
  // What came later is on the next one, and nothing else.
  const next = await close()
  const late = await ordersOf(next, incomeOf(next).position)
  expect(late.items.map(({ order }) => order)).toEqual(['TARDE-1'])
  // Rounded once for all bills of the month, which the dialog says where it is a cent.
  expect(Math.abs(late.sumCents - incomeOf(next).amountCents)).toBeLessThanOrEqual(1)
  // Taken back it is gone from what is open, and not from what was billed.
  await database.query(
    `delete from order_line where order_id = (select id from "order" where external_id = 'TARDE-1')`,
    [],
  )
  expect((await ordersOf(next, incomeOf(next).position)).items).toEqual(late.items)
  await accrueSales(database)
  const artist = await as(database, 'label')
  const { next: head } = ok(await artist.billing.getBilling({ portalId }))
  const open = ok(await artist.billing.getBill({ billId: head?.id ?? '' }))
  const back = await ordersOf(open, incomeOf(open).position)
  expect(back.items).toMatchObject([{ order: 'TARDE-1', amountMicros: -(late.items[0]?.amountMicros ?? 0) }])
  expect(Math.abs(back.sumCents - incomeOf(open).amountCents)).toBeLessThanOrEqual(1)
  // A bill that is sent back gives up what it held: closed again it holds everything but the other's.
  const sent = ok(await artist.billing.getBill({ billId: bill.id }))
  const returned = ok(
    await artist.billing.disputeBill({ billId: bill.id, reason: 'Prueba' }, { version: sent.version }),
  )
  const again = await close()
  expect(again.id).toBe(returned.id)
  const whole = await ordersOf(again, incomeOf(again).position)
  expect(Math.abs(whole.sumCents - incomeOf(again).amountCents)).toBeLessThanOrEqual(1)
  expect((await ordersOf(next, incomeOf(next).position)).items).toEqual(late.items)
})

test('a line explains itself by product, to the cent', async () => {
  const { database } = world
  const lines = await database.query<{ type: string; amount: string; goods: Record<string, number>[] }>(
    `select type, amount_cents as amount, goods from bill_line where account_id = $1 and portal_id is not null`,
    [accountId],
  )
  expect(lines.length).toBeGreaterThan(0)
  for (const { type, amount, goods } of lines) {
    const sum = (name: string) => goods.reduce((all, one) => all + (one[name] ?? 0), 0)
    expect(sum('amountCents')).toBe(Number(amount))
    expect(sum('grossCents') - sum('offCents') - sum('chargedCents')).toBe(Number(amount))
    if (type === 'Income') expect(sum('grossCents')).not.toBe(0)
  }
})

test('what rounding leaves goes to the largest, and many products are one', () => {
  const sold = Array.from({ length: 60 }, (_, at) => ({
    ...{ name: `P${at}`, sku: `P${at}`, units: 1, grossMicros: 100_049, offMicros: 0 },
    ...{ rateOf: null, rateUnits: null },
    amountMicros: 80_049 + at,
  }))
  const goods = goodsOf(sold, 482)
  expect(goods).toHaveLength(41)
  expect(goods.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(482)
  expect(goods.at(-1)).toMatchObject({ name: null, units: 20 })
})

test('screen, paper, CSV and both XMLs say the same of it', async () => {
  const { database } = world
  const label = await as(database, 'label')
  const { items } = ok(await label.billing.listBills({ portalId, status: 'Pending' }))
  const billId = items.at(-1)?.id ?? ''
  const { version } = ok(await label.billing.getBill({ billId }))
  const bill = ok(await label.billing.approveBill({ billId }, { version }))
  const goods = bill.lines.flatMap((line) => line.goods)
  const [one] = goods
  if (!one) throw new Error('nothing sold')
  for (const [locale, taken] of [
    ['es', 'Comisión 10 %'],
    ['en', 'Commission 10%'],
  ] as const) {
    const text = pdfText(await documentOf(database, billId, 'pdf', locale, 'label')).replaceAll('\n', ' ')
    const { money } = formats(locale)
    expect(text).toContain(taken)
    // The sheet's letters have a sign of the euro of their own.
    expect(text).toContain(money(one.grossCents).replace(/[^\d.,]/g, ''))
    const csv = (await documentOf(database, billId, 'csv', locale, 'label')).toString()
    expect(csv.trim().split('\n').length - 1).toBeGreaterThanOrEqual(goods.length)
    expect(csv).toContain(`${one.name}`)
  }
  const facturae = (await documentOf(database, billId, 'facturae', 'es', 'label')).toString()
  const cents = (name: string) =>
    [...facturae.matchAll(new RegExp(`<${name}>(.*?)<`, 'g'))].map(([, value]) =>
      Math.round(Number(value) * 100),
    )
  const sum = (name: string) => cents(name).reduce((all, value) => all + value, 0)
  expect(sum('GrossAmount')).toBe(bill.totals.baseCents)
  expect(sum('TotalCost') - sum('DiscountAmount')).toBe(bill.totals.baseCents)
  expect(facturae).toMatch(/<DiscountReason>Comisión 10\s%</)
  expect(facturae).toContain(`<LineItemPeriod>`)
  const record = (await documentOf(database, billId, 'verifactu', 'es', 'label')).toString()
  expect(record).toMatch(/FechaOperacion>\d\d-\d\d-\d{4}</)
  expect(record).toContain(`Liquidación de ventas, ${formats('es').month(bill.period ?? '')}`)
  for (const [kind, xml] of [
    ['facturae', facturae],
    ['verifactu', record],
  ] as const)
    expect((await validateXML(schemaOf(kind, xml))).errors).toEqual([])
})
