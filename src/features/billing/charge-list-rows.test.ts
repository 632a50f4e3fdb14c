import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { inTrial, putInformation } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { charge } from './server/charge-table.ts'
import { issueCharge } from './server/issue-charge.ts'
import { getCharge, listCharges, portalOfCharge } from './server/list-charges.ts'
import { charging, issuer, line, now } from './test-charges.ts'

/** The charges that are listed, what is open of them, and what one of them tells. */

const { world, to, issue, read } = charging()
type Query = Parameters<typeof listCharges>[1]
const list = (query: Query = {}) => inTrial(world.database, (tx) => listCharges(tx, query))
const get = (id: string) => inTrial(world.database, (tx) => getCharge(tx, id, now))
const settle = (chargeId: string, cents: number, against?: string) =>
  world.database.query(
    `insert into charge_settlement select (jsonb_populate_record(null::charge_settlement, $1::jsonb)).*`,
    [
      JSON.stringify({
        ...{ id: v7(), account_id: to.accountId, charge_id: chargeId, against_id: against ?? null },
        ...{ amount_cents: cents, day: '2027-01-02', created_at: '2027-01-02T10:00:00Z' },
      }),
    ],
  )

describe('the list', () => {
  test('has the newest first, of one account or all, and adds up what is open', async () => {
    const first = await issue(line({ units: 1, unitCents: 1_000 }))
    const second = await issue(
      line({ units: 1, unitCents: 2_000, kind: 'services' }),
      line({ units: 1, unitCents: 1_000, kind: 'services' }),
      line({ units: 1, unitCents: 1_000 }),
    )
    const own = { accountId: to.accountId }
    const { items, total, page, sumOpenCents } = await list(own)
    expect([total, page, sumOpenCents]).toEqual([2, 1, 1_210 + 4_840])
    expect(items.map(({ id }) => id)).toEqual([second, first])
    expect(items[0]).toMatchObject({
      ...{ account: { id: to.accountId, name: 'Cuenta', portalId: expect.any(String) }, totalCents: 4_840 },
      ...{ openCents: 4_840, kinds: ['postage', 'services'], corrects: null, correctedBy: null },
      ...{ issuedOn: '2027-01-01', number: (await read(second)).number },
    })
    await settle(first, 1_210)
    const open = await list({ ...own, open: '1' })
    expect([open.items.map(({ id }) => id), open.total, open.sumOpenCents]).toEqual([[second], 1, 4_840])
    expect((await list(own)).items[1]?.openCents).toBe(0)
    const { accountId: another } = await putAccount(world.database, 'Otra')
    expect(await list({ accountId: another })).toMatchObject({ items: [], total: 0, sumOpenCents: 0 })
    expect((await list()).total).toBeGreaterThanOrEqual(2)
  })

  test('is found by the account’s name and by number', async () => {
    await world.database.query(`update account set name = 'Ñandú' where id = $1`, [to.accountId])
    const id = await issue()
    const { number } = await read(id)
    expect((await list({ q: 'nandu' })).items.map((one) => one.id)).toEqual([id])
    expect((await list({ q: number, accountId: to.accountId })).total).toBe(1)
    expect((await list({ q: 'nadie', accountId: to.accountId })).total).toBe(0)
  })

  test('comes fifty a page, of one moment by their ids', async () => {
    const id = await issue()
    const row = await read(id)
    const copies = Array.from({ length: 51 }, (_, n) => ({ ...row, id: v7(), number: `${row.number}-${n}` }))
    await inTrial(world.database, (tx) => tx.insert(charge).values(copies))
    // The database counts by the microsecond, and what was read of a moment by the millisecond.
    await world.database.query(
      `update charge set created_at = '2026-10-01T10:00:00Z' where account_id = $1`,
      [to.accountId],
    )
    const own = { accountId: to.accountId }
    const [one, two] = [await list(own), await list({ ...own, page: 2 })]
    expect([one.items.length, two.items.length, two.total, two.page]).toEqual([50, 2, 52, 2])
    expect([...one.items, ...two.items].map((each) => each.id)).toEqual(
      [id, ...copies.map((each) => each.id)].toSorted().toReversed(),
    )
  })

  test('knows the portal of its account, while it is there', async () => {
    const id = await issue()
    const [own] = await world.database.query<{ id: string }>('select id from portal where account_id = $1', [
      to.accountId,
    ])
    const portalOf = (of = id) => portalOfCharge(world.database, of)
    expect([await portalOf(), (await list({ accountId: to.accountId })).items[0]?.account.portalId]).toEqual([
      ...[own?.id, own?.id],
    ])
    expect(await portalOf(v7())).toBeUndefined()
    await world.database.query('update portal set master = false where account_id = $1', [to.accountId])
    expect([await portalOf(), (await get(id)).account.portalId]).toEqual([undefined, null])
    await world.database.query('update portal set master = true, deleted_at = now() where account_id = $1', [
      to.accountId,
    ])
    expect([await portalOf(), (await get(id)).account.portalId]).toEqual([undefined, null])
  })
})

describe('a charge', () => {
  test('tells its lines in their order, its parties and what was settled of it', async () => {
    const id = await issue(
      line(),
      line({ kind: 'services', description: 'B', units: 1, unitCents: 100, taxBp: 1_000 }),
    )
    const told = await get(id)
    expect(told.lines).toEqual([
      { kind: 'postage', description: 'Envíos', units: 2, taxBp: 2_100, amountCents: 1_000 },
      { kind: 'services', description: 'B', units: 1, taxBp: 1_000, amountCents: 100 },
    ])
    const row = await read(id)
    expect(told).toMatchObject({
      ...{ totals: row.totals, taxName: row.tax.name, taxMention: row.tax.mention, taxLaw: row.tax.law },
      ...{
        provider: row.provider.legalName,
        legalName: 'Nombre de A',
        taxId: 'A',
        hash: row.hash,
        reason: null,
      },
      ...{ settlements: [], signable: false },
    })
    expect(await why(get(v7()))).toBe('notFound')
  })

  test('that takes another back has its units with the other sign, and each names the other', async () => {
    const id = await issue()
    const row = await read(id)
    const other = { ...row, id: v7(), number: `${row.number}-R`, correctsId: id, reason: 'Error' }
    await inTrial(world.database, (tx) => tx.insert(charge).values(other))
    await world.database.query(
      `insert into charge_line (charge_id, position, account_id, kind, description, units, tax_bp, amount_cents)
        values ($1, 0, $2, 'postage', 'Envíos', 2, 2100, -1000)`,
      [other.id, to.accountId],
    )
    const told = await get(other.id)
    expect(told.lines).toEqual([
      { kind: 'postage', description: 'Envíos', units: -2, taxBp: 2_100, amountCents: -1_000 },
    ])
    expect([told.corrects, told.reason]).toEqual([{ id, number: row.number }, 'Error'])
    expect((await get(id)).correctedBy).toEqual({ id: other.id, number: other.number })
    // Both are open with each other until one is set against the other.
    await settle(id, 400, other.id)
    const { items } = await list({ accountId: to.accountId })
    const open = new Map(items.map(({ id: of, openCents }) => [of, openCents]))
    expect([open.get(id), open.get(other.id)]).toEqual([1_210 - 400, 1_210 + 400])
    expect((await get(id)).settlements).toEqual([
      { day: '2027-01-02', amountCents: 400, bill: null, charge: { id: other.id, number: other.number } },
    ])
  })

  test('is of an account that is known', async () => {
    const { accountId } = await putAccount(world.database, 'Sin datos')
    expect(await why(inTrial(world.database, (tx) => issueCharge(tx, accountId, [line()], issuer)))).not.toBe(
      'done',
    )
    await putInformation(world.database, { accountId, taxId: 'B' })
    expect(await why(inTrial(world.database, (tx) => issueCharge(tx, accountId, [line()], issuer)))).toBe(
      'done',
    )
  })
})
