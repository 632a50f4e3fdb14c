import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { createSplit, removeSplit, subjectFault, unknownAccounts } from './server/splits.ts'
import { billLine } from './server/table.ts'

/** From which day on something may be shared, and between whom. */

const world = testDatabase()
const now = new Date('2031-06-15T22:30:00Z')
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  accountId = made.accountId
  portalId = made.portalId
})
type Row = Partial<Parameters<typeof putBill>[1]>
const put = (row: Row = {}) => putBill(world.database, { accountId, ...row })

describe('what is shared', () => {
  const party = (id = accountId, shareBp = 10_000) => ({ accountId: id, shareBp })
  const make = (more: object = {}) =>
    inTrial(world.database, (tx) =>
      createSplit(
        tx,
        { id: portalId, accountId },
        { validFrom: '2031-07-01', payer: 'account', parties: [party()], ...more },
        now,
      ),
    )
  const why = (more: object) =>
    make(more).then(
      () => 'made',
      ({ status, fields }: { status: number; fields: Record<string, { code: string }> }) => [
        status,
        ...Object.entries(fields).map(([name, { code }]) => `${name} ${code}`),
      ],
    )

  test('is a whole, of accounts that there are, each once, and one version a day', async () => {
    expect(await why({ parties: [party(accountId, 9_999)] })).toEqual([422, 'parties billing.sharesNotWhole'])
    expect(await why({ parties: [party(accountId, 10_001)] })).toEqual([
      422,
      'parties billing.sharesNotWhole',
    ])
    expect(await why({ parties: [party(accountId, 5_000), party(accountId, 5_000)] })).toEqual([
      ...[422, 'parties billing.shareTwice'],
    ])
    const made = await make()
    expect(await why({})).toEqual([422, 'validFrom billing.splitThatDay'])
    expect(await why({ validFrom: '2031-07-02' })).toBe('made')
    expect(
      await world.database.query(
        'select account_id as id, share_bp as bp, position from split_party where split_id = $1 order by position',
        [made],
      ),
    ).toEqual([{ id: accountId, bp: 10_000, position: 0 }])
    const unknown = await inTrial(world.database, (tx) => unknownAccounts(tx, [accountId, portalId]))
    expect(unknown).toEqual([portalId])
  })

  test('is so from a day in two years at most, and from the first that no bill holds', async () => {
    expect(await why({ validFrom: '1994-12-31' })).toEqual([422, 'validFrom billing.splitBilled'])
    expect(await why({ validFrom: '1995-01-01' })).toBe('made')
    expect(await why({ validFrom: '2033-06-17' })).toEqual([422, 'validFrom dates.tooLate'])
    expect(await why({ validFrom: '2033-06-16' })).toBe('made')
    const billed = async (month: string, row: Row) => {
      const billId = await put(row)
      await inTrial(world.database, (tx) =>
        tx.insert(billLine).values({
          ...{ billId, position: 0, accountId, type: 'Income', month, taxBp: 0, portalId, amountCents: 1 },
        }),
      )
    }
    await billed('2026-10-01', { status: 'Pending' })
    await billed('2027-10-01', { status: 'Cancelled' })
    await billed('2027-11-01', { correctsId: v7() })
    expect(await why({ validFrom: '2026-10-31' })).toEqual([422, 'validFrom billing.splitBilled'])
    expect(await why({ validFrom: '2026-11-01' })).toBe('made')
    await billed('2026-11-01', {})
    expect(await why({ validFrom: '2026-11-30' })).toEqual([422, 'validFrom billing.splitBilled'])
    const [early] = await world.database.query<{ id: string }>(
      `select id from split where portal_id = $1 and valid_from = '2026-11-01'`,
      [portalId],
    )
    const remove = (id: string, of = { id: portalId, accountId }) =>
      inTrial(world.database, (tx) => removeSplit(tx, of as never, id))
    await expect(remove(early?.id ?? '')).rejects.toMatchObject({ code: 'billing.splitHolds' })
    const open = await make({ validFrom: '2026-12-01' })
    const other = await putAccount(world.database, 'Otra')
    await expect(remove(open, { id: other.portalId, accountId: other.accountId })).rejects.toMatchObject({
      code: 'notFound',
    })
    await remove(open)
    await expect(remove(open)).rejects.toMatchObject({ code: 'notFound' })
  })

  test('is of one thing of the portal at most', async () => {
    const fault = (of: object) => inTrial(world.database, (tx) => subjectFault(tx, portalId, of))
    const none = v7()
    expect(await fault({})).toEqual({})
    expect(await fault({ productId: none })).toEqual({ productId: { code: 'billing.notThere' } })
    expect(await fault({ releaseId: none })).toEqual({ releaseId: { code: 'billing.notThere' } })
  })
})
