import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putSplit } from '#testing/raw-bills.ts'
import { putAccount, putProduct } from '#testing/raw-sales.ts'
import { mayCharge, mayShare } from './server/label-splits.ts'
import { listSplits } from './server/list-splits.ts'

/** What members may share by themselves, and what is the provider's word. */

const world = testDatabase()
let [accountId, portalId, other] = ['', '', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Sello')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  other = (await putAccount(world.database, 'Otra')).accountId
})
const acting = (staff = false) =>
  ({ actor: { person: { staff } }, portal: { id: portalId, accountId } }) as never
const why = (run: Promise<unknown>) =>
  run.then(
    () => 'may',
    ({ fields }: { fields: Record<string, { code: string }> }) =>
      Object.entries(fields).map(([name, { code }]) => `${name} ${code}`),
  )
const share = (row: object = {}, staff = false) =>
  why(
    inTrial(world.database, (tx) =>
      mayShare(tx, acting(staff), {
        ...{ parties: [{ accountId, shareBp: 10_000 }], payer: 'account', validFrom: '2031-07-01' },
        ...row,
      }),
    ),
  )
const provider = (row: object = {}) =>
  putSplit(world.database, { portalId, payer: 'provider', ...row }, [[accountId, 10_000]])

test('what they pay themselves; staff anything', async () => {
  expect(await share()).toBe('may')
  expect(await share({ payer: 'provider' })).toEqual(['payer billing.label.payer'])
  expect(await share({ parties: [{ accountId: other, shareBp: 10_000 }] })).toEqual([
    'parties billing.label.unknown',
  ])
  expect(await share({ payer: 'provider' }, true)).toBe('may')
})

test('nothing that the provider pays on that day, until a newer version has begun', async () => {
  await provider()
  const refused = ['validFrom billing.label.provider']
  expect(await share()).toEqual(refused)
  await putSplit(world.database, { portalId, validFrom: '2031-07-01' }, [[accountId, 10_000]])
  expect(await share({ validFrom: '2031-06-30' })).toEqual(refused)
  expect(await share({ validFrom: '2031-07-01' })).toBe('may')
  // That of another portal has not taken its place.
  await provider({ validFrom: '2031-08-01' })
  expect(await share({ validFrom: '2031-08-01' })).toEqual(refused)
})

test('of a product what the provider pays of it, and of all that is not named', async () => {
  const [lp, shirt] = [
    await putProduct(world.database, portalId, 'LP'),
    await putProduct(world.database, portalId, 'Camiseta'),
  ]
  await provider({ productId: lp })
  expect(await share({ productId: lp })).toEqual(['validFrom billing.label.provider'])
  expect(await share({ productId: shirt })).toBe('may')
  expect(await share()).toBe('may')
  await provider()
  expect(await share({ productId: shirt })).toEqual(['validFrom billing.label.provider'])
})

test('costs are their own, off what they pay', async () => {
  const lp = await putProduct(world.database, portalId, 'LP')
  const charge = (row: object = {}, staff = false) =>
    why(
      inTrial(world.database, (tx) =>
        mayCharge(tx, acting(staff), { accountId, productId: lp, releaseId: null, ...row }),
      ),
    )
  expect(await charge()).toEqual(['productId billing.label.notPaid'])
  await putSplit(world.database, { portalId, productId: lp }, [[accountId, 10_000]])
  expect(await charge()).toBe('may')
  expect(await charge({ accountId: other })).toEqual(['accountId billing.label.ownCost'])
  expect(await charge({ accountId: other }, true)).toBe('may')
  await provider({ productId: lp, validFrom: '2031-01-01' })
  expect(await charge()).toEqual(['productId billing.label.notPaid'])
})

test('a portal’s splits say whose they are', async () => {
  const { portal, splits } = await inTrial(world.database, (tx) =>
    listSplits(tx, { id: portalId, accountId } as never, new Date('2031-06-15T12:00:00Z')),
  )
  expect(portal).toEqual({ id: portalId, name: 'Sello', account: { id: accountId, name: 'Sello' } })
  expect(splits).toEqual([])
})
