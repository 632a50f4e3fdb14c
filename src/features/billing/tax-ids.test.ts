import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import type { Database } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { demoPassword, portals } from '#testing/world/cast.ts'
import { agreementVersion } from './choices.ts'
import { pendingBill } from './test-bills.ts'

const world = testDatabase()
const { id: portalId, accountId } = portals.ninoLobo
const casaCal = portals.casaCal.id
const today = dayOf(Date.now())
const month = formatDay(startOfMonth(today))
const lastMonth = formatDay(startOfMonth(today, -1))

async function say(database: Database, more: object, who: 'artist' | 'super' = 'artist') {
  const artist = await as(database, who)
  const { version, retentionReason, ...of } = ok(await artist.billing.getBillingInformation({ portalId }))
  const { since: _, territory: _t, ...said } = of
  return artist.billing.updateBillingInformation(
    {
      ...{ ...said, portalId, retention: 'professional', retentionReason: retentionReason ?? '', ...more },
    },
    { version },
  )
}
/** What Casa Cal says, which has said nothing yet. */
async function newcomer(database: Database, taxId: string) {
  const owner = await as(database, 'demo')
  const { version } = ok(await owner.billing.getBillingInformation({ portalId: casaCal }))
  return owner.billing.updateBillingInformation(
    {
      ...{ portalId: casaCal, kind: 'person', givenName: 'Mar', firstSurname: 'Casas', taxId },
      ...{ street: 'Calle Mayor, 1', postcode: '17001', city: 'Girona', province: 'gerona' },
      ...{ holder: 'Casa Cal', email: 'casa@cal.test', retention: 'none', password: demoPassword },
      retentionReason: 'Actividad empresarial',
      iban: 'ES9121000418450200051332',
    },
    { version },
  )
}
async function sold(database: Database, on: string, cents: number) {
  await database.query(
    `insert into ledger_entry (id, account_id, "from", "to", amount_cents, type, portal_id, month, commission_bp)
      values (gen_random_uuid(), $1, 'sales', 'accrued', $2, 'Income', $3, $4, 2000)`,
    [accountId, cents, portalId, on],
  )
}
async function closeOpen(database: Database) {
  const staff = await as(database, 'billing')
  const { next } = ok(await staff.billing.getBilling({ portalId }))
  return ok(await staff.billing.closeBill({ billId: next?.id ?? '' }, { version: next?.version ?? 0 }))
}
const pendingOf = async (database: Database) => {
  const artist = await as(database, 'artist')
  const { items } = ok(await artist.billing.listBills({ portalId, status: 'Pending' }))
  return Promise.all(items.map(async ({ id }) => ok(await artist.billing.getBill({ billId: id }))))
}

describe('a Pending bill names whom its months name', () => {
  test('another NIF from this month on leaves what was sold before it, by the agreement of its own', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    await sold(database, lastMonth, 40_000)
    await database.query(
      `update billing_agreement set at = now() - interval '90 days' where account_id = $1`,
      [accountId],
    )
    // The days of this month that the world has sold on are another bill.
    ok(await say(database, { taxId: '00000019L', since: month }))
    const bill = await closeOpen(database)
    expect(bill).toMatchObject({ period: lastMonth, taxId: '54362315K', blocked: [] })
    const issued = ok(await artist.billing.approveBill({ billId: bill.id }, { version: bill.version }))
    expect(issued).toMatchObject({ status: 'Approved', taxId: '54362315K' })
  })

  test('one that was wrong from the beginning closes it again, under the right one', async () => {
    const { database } = world
    const artist = await as(database, 'artist')
    await sold(database, lastMonth, 50_000)
    await say(database, { taxId: '54362315K', since: lastMonth }, 'super')
    const bill = await closeOpen(database)
    ok(await say(database, { taxId: '12345678Z', since: lastMonth }, 'super'))
    const stale = await artist.billing.approveBill({ billId: bill.id }, { version: bill.version })
    expect(failureCode(stale)).toBeTruthy()
    const [again] = await pendingOf(database)
    expect(again).toMatchObject({ taxId: '12345678Z', blocked: ['agreement'] })
    ok(await artist.billing.acceptAgreement({ portalId, version: agreementVersion }))
  })

  test('only another day since which it is so closes it again too', async () => {
    const { database } = world
    for (const { id, version } of await pendingOf(database)) {
      const staff = await as(database, 'billing')
      ok(await staff.billing.cancelBill({ billId: id, reason: 'Prueba' }, { version }))
    }
    await sold(database, lastMonth, 10_000)
    const before = ok(await say(database, { taxId: '00000019L', since: month }))
    expect(before.since).toBe(month)
    const bill = await closeOpen(database)
    expect(bill).toMatchObject({ period: lastMonth, taxId: '12345678Z' })
    const after = ok(await say(database, { since: lastMonth }, 'super'))
    expect(after).toMatchObject({ taxId: '00000019L', since: lastMonth })
    expect((await pendingOf(database)).map(({ taxId }) => taxId)).toContain('00000019L')
    expect((await pendingOf(database)).map(({ taxId }) => taxId)).not.toContain('12345678Z')
  })
})

describe('a NIF on two accounts', () => {
  test('makes both wait until staff have looked at each, or one of them has left it', async () => {
    const { database } = world
    const staff = await as(database, 'billing')
    const artist = await as(database, 'artist')
    const { taxId } = ok(await artist.billing.getBillingInformation({ portalId }))
    const pending = await pendingBill(database, portalId, 7_000)
    expect(ok(await newcomer(database, taxId)).taxIdShared).toBe(true)
    expect(ok(await artist.billing.getBillingInformation({ portalId })).taxIdShared).toBe(true)
    const waiting = ok(await artist.billing.getBill({ billId: pending.id }))
    expect(waiting.blocked).toContain('taxIdShared')
    ok(await artist.billing.acceptAgreement({ portalId, version: agreementVersion }))
    await database.query(`update billing_agreement set at = '2018-01-01' where account_id = $1`, [accountId])
    const approve = () => artist.billing.approveBill({ billId: pending.id }, { version: pending.version })
    expect(failureCode(await approve())).toBe('billing.taxIdShared')
    // The other leaves: nobody shares anything any more.
    expect(ok(await newcomer(database, '00000014Z')).taxIdShared).toBe(false)
    expect(ok(await artist.billing.getBillingInformation({ portalId })).taxIdShared).toBe(false)
    ok(await approve())
    // One that staff have looked at is not asked again.
    ok(await newcomer(database, taxId))
    ok(await staff.billing.confirmTaxId({ portalId, taxId }))
    ok(await newcomer(database, '00000014Z'))
    ok(await newcomer(database, taxId))
    expect(ok(await artist.billing.getBillingInformation({ portalId })).taxIdShared).toBe(false)
    expect(ok(await staff.billing.getBillingInformation({ portalId: casaCal })).taxIdShared).toBe(true)
    ok(await newcomer(database, '00000014Z'))
  })

  test('is never that of who pays, whichever of them says it', async () => {
    const { database } = world
    const boss = await as(database, 'super')
    const { ibanMasked: _, ...provider } = ok(await boss.billing.getProvider({}))
    const artist = await as(database, 'label')
    const bajamar = portals.bajamar.id
    const {
      version,
      retentionReason: _r,
      ...of
    } = ok(await artist.billing.getBillingInformation({ portalId: bajamar }))
    const { since: _s, territory: _t, ...said } = of
    expect(
      await artist.billing.updateBillingInformation(
        { ...said, portalId: bajamar, retention: 'none', taxId: provider.taxId },
        { version },
      ),
    ).toMatchObject({ error: { fields: { taxId: expect.any(String) } } })
    expect(await boss.billing.setProvider({ ...provider, taxId: of.taxId })).toMatchObject({
      error: { fields: { taxId: expect.any(String) } },
    })
  })
})

test.each([
  ['a NIF of a person', { taxId: '12345678Z' }, ['taxId']],
  ['another province', { province: 'Madrid' }, ['province']],
  ['no postcode', { postcode: '8018' }, ['postcode']],
])('who pays contradicts itself by %s', async (_, more, fields) => {
  const boss = await as(world.database, 'super')
  const { ibanMasked: _i, ...provider } = ok(await boss.billing.getProvider({}))
  const answer = (await boss.billing.setProvider({ ...provider, ...more })) as unknown as {
    error?: { fields?: object }
  }
  expect(Object.keys(answer.error?.fields ?? {})).toEqual(fields)
})

test('a province is kept by its one name, of accounts and of who pays', async () => {
  const { database } = world
  expect(ok(await newcomer(database, '00000014Z')).province).toBe('Girona')
  const boss = await as(database, 'super')
  const { ibanMasked: _, ...provider } = ok(await boss.billing.getProvider({}))
  ok(await boss.billing.setProvider({ ...provider, province: 'BARCELONA' }))
  expect(ok(await boss.billing.getProvider({})).province).toBe('Barcelona')
})

test.each(['imageRights', 'capital'] as const)(
  'what an author makes is not paid as %s',
  async (retention) => {
    const { database } = world
    expect(await say(database, { supply: 'authorship', retention })).toMatchObject({
      error: { fields: { retention: expect.any(String) } },
    })
    expect(await say(database, { supply: 'services', retention })).not.toHaveProperty('error.fields')
  },
)
