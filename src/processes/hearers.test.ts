import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { post } from '#features/billing/server/ledger.ts'
import { asService } from '#platform/db.ts'
import { as, madePortal } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()

describe('what portals tell billing', () => {
  test('an account that is made has the bill that its sales will stand in', async () => {
    const staff = await as(world.database, 'staff')
    const draft = { name: 'Alba', code: 'ALBA', customUrl: 'alba-discos' }
    const { account } = madePortal(await staff.portals.createPortal(draft))
    const bills = 'select type, status from bill where account_id = $1'
    expect(await world.database.query(bills, [account.id])).toEqual([{ type: 1, status: 'Next' }])
  })

  test('a portal stays while it has an amount that is not billed', async () => {
    const label = await as(world.database, 'label')
    const draft = { name: 'Ocaso', code: 'OCASO', customUrl: 'ocaso' }
    const { id: portalId, code } = madePortal(await label.portals.createPortal(draft))
    const { accountId } = portals.bajamar
    const owed = {
      accountId,
      portalId,
      from: 'sales',
      to: 'accrued',
      type: 'Income',
      month: '2026-01-01',
    } as const
    const move = (amountCents: number) =>
      world.database.transaction(asService('trial'), (tx) => post(tx, new Date(), [{ ...owed, amountCents }]))
    await move(1200)
    expect(failureCode(await label.portals.deletePortal({ portalId, code }))).toBe('billing.portalInUse')
    await move(-1200)
    expect(await label.portals.deletePortal({ portalId, code })).toBeNull()
  })

  test('a portal stays while its account owes those who share in it', async () => {
    const label = await as(world.database, 'label')
    const draft = { name: 'Reparto', code: 'REPARTO', customUrl: 'reparto' }
    const { id: portalId, code } = madePortal(await label.portals.createPortal(draft))
    const [payerId, accountId] = [portals.bajamar.accountId, portals.ninoLobo.accountId]
    const move = (entry: object) =>
      world.database.transaction(asService('trial'), (tx) =>
        post(tx, new Date(), [{ payerId, accountId, amountCents: 700, ...entry } as never]),
      )
    await move({ portalId, from: 'sales', to: 'royalties', month: '2026-01-01', type: 'Income' })
    expect(failureCode(await label.portals.deletePortal({ portalId, code }))).toBe('billing.portalShares')
    // What is paid is of no portal.
    await move({ from: 'royalties', to: 'settled' })
    expect(await label.portals.deletePortal({ portalId, code })).toBeNull()
  })

  test('what two persons had one after the other does not make up for each other', async () => {
    const label = await as(world.database, 'label')
    const draft = { name: 'Herencia', code: 'HERENCIA', customUrl: 'herencia' }
    const { id: portalId, code } = madePortal(await label.portals.createPortal(draft))
    const { accountId } = portals.bajamar
    const payerId = portals.ninoLobo.accountId
    await world.database.query(
      `insert into billing_information_past (id, account_id, since, information)
        select gen_random_uuid(), account_id, null, jsonb_build_object('taxId', '44556678Z', 'legalName', 'Inés Alba') from billing_information where account_id = $1`,
      [accountId],
    )
    await world.database.query(`update billing_information set since = '2026-02-01' where account_id = $1`, [
      accountId,
    ])
    const move = (entry: object) =>
      world.database.transaction(asService('trial'), (tx) =>
        post(tx, new Date(), [{ accountId, amountCents: 700, type: 'Income', ...entry } as never]),
      )
    const [before, after] = ['2026-01-01', '2026-03-01']
    const refused = async () => failureCode((await label.portals.deletePortal({ portalId, code })) as never)
    // 7.00 of hers, and the company has 7.00 too little.
    await move({ portalId, from: 'sales', to: 'accrued', month: before })
    await move({ portalId, from: 'accrued', to: 'sales', month: after })
    expect(await refused()).toBe('billing.portalInUse')
    await move({ portalId, from: 'accrued', to: 'sales', month: before })
    await move({ portalId, from: 'sales', to: 'accrued', month: after })
    await move({ portalId, payerId, from: 'sales', to: 'royalties', month: before })
    await move({ portalId, payerId, from: 'royalties', to: 'sales', month: after })
    expect(await refused()).toBe('billing.portalShares')
    // She is paid, and the company has made up for its own.
    await move({ payerId, from: 'royalties', to: 'settled', taxId: '44556678Z' })
    await move({ portalId, payerId, from: 'sales', to: 'royalties', month: after })
    expect(await label.portals.deletePortal({ portalId, code })).toBeNull()
  })
})
