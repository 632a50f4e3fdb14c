import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { release } from '#features/releases/server/table.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putInformation, putSplit } from '#testing/raw-bills.ts'
import { putAccount, putPortal, putProduct } from '#testing/raw-sales.ts'
import { why as whyNot } from '#testing/why.ts'
import { actingOn, mayCharge, mayShare, mayTakeAway, sharersOf } from './server/label-splits.ts'
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

test('a portal’s splits are told from the newest on, and of each subject the one of today is current', async () => {
  // It is the 16th in Madrid.
  const now = new Date('2031-06-15T22:30:00Z')
  const product = await putProduct(world.database, portalId, 'Camiseta')
  const put = (validFrom: string, of: { productId?: string } = {}) =>
    putSplit(world.database, { portalId, validFrom, ...of }, [[accountId, 10_000]])
  const [old, today, tomorrow] = [await put('2031-01-01'), await put('2031-06-16'), await put('2031-06-17')]
  const [goods, later] = [
    await put('2031-02-01', { productId: product }),
    await put('2031-06-18', { productId: product }),
  ]
  const { splits } = await inTrial(world.database, (tx) =>
    listSplits(tx, { id: portalId, accountId } as never, now),
  )
  const newestFirst = [...splits].map(({ validFrom }) => validFrom).sort((a, b) => (a < b ? 1 : -1))
  expect(splits.map(({ validFrom }) => validFrom)).toEqual(newestFirst)
  const current = splits.filter((one) => one.current).map(({ id }) => id)
  expect(current.sort()).toEqual([today, goods].sort())
  expect(splits.map(({ id }) => id).sort()).toEqual([old, today, tomorrow, goods, later].sort())
})

test('those whom they may share with are themselves, who shares with them, and who has just this NIF, by name', async () => {
  const named = async (name: string, taxId?: string) => {
    const made = await putAccount(world.database, name)
    if (taxId) await putInformation(world.database, { accountId: made.accountId, taxId })
    return made
  }
  const [zoe, alvaro, beto, nif, far] = [
    await named('zoe'),
    await named('Álvaro'),
    await named('Beto', '00000001R'),
    await named('Zz NIF', '00000000T'),
    await named('Lejos', '00000009D'),
  ]
  const beside = await putPortal(world.database, accountId)
  await putSplit(world.database, { portalId }, [
    [accountId, 5_000],
    [zoe.accountId, 5_000],
  ])
  await putSplit(world.database, { portalId: beside }, [[alvaro.accountId, 10_000]])
  await putSplit(world.database, { portalId: beside, validFrom: '2025-01-01' }, [[beto.accountId, 10_000]])
  await putSplit(world.database, { portalId: far.portalId }, [[far.accountId, 10_000]])
  const names = async (...more: [taxId?: string, q?: string]) =>
    (await inTrial(world.database, (tx) => sharersOf(tx, accountId, ...more))).map(({ name }) => name)
  expect(await names()).toEqual(['Álvaro', 'Beto', 'Sello', 'zoe'])
  expect(await names('00000000T')).toEqual(['Zz NIF', 'Álvaro', 'Beto', 'Sello', 'zoe'])
  // Words narrow those who are known, and never whom the NIF names.
  expect(await names('00000000T', 'ALV')).toEqual(['Zz NIF', 'Álvaro'])
  expect(await names(undefined, 'et')).toEqual(['Beto'])
  expect(await names('00000001R', 'zoe')).toEqual(['Beto', 'zoe'])
  expect(await names(undefined, 'NIF')).toEqual([])
  const found = await inTrial(world.database, (tx) => sharersOf(tx, accountId, undefined, 'zoe'))
  expect(found).toEqual([{ id: zoe.accountId, name: 'zoe' }])
  const parties = [accountId, zoe.accountId, nif.accountId].map((of) => ({ accountId: of, shareBp: 3_000 }))
  expect(await share({ parties })).toEqual(['parties billing.label.unknown'])
  expect(await share({ parties, taxIds: ['00000000T'] })).toBe('may')
  expect(await share({ parties, taxIds: ['00000001R', '00000000T'] })).toBe('may')
})

test('members act on their account’s portals by its master one, staff on the one they name', async () => {
  const second = await putPortal(world.database, accountId, { name: 'Segundo' })
  const gone = await putPortal(world.database, accountId, { deletedAt: new Date() })
  const theirs = (await putAccount(world.database, 'Ajena')).portalId
  const act = (of: string | undefined, { staff = false, master = true } = {}) =>
    inTrial(world.database, (tx) =>
      actingOn(
        tx,
        {
          actor: { person: { staff } },
          portal: { id: portalId, accountId, name: 'Sello', master, label: true },
        } as never,
        of,
        async ({ id, name, master: isMaster, label, accountId: whose }) => [id, name, isMaster, label, whose],
      ),
    )
  const own = [portalId, 'Sello', true, true, accountId]
  expect(await act(undefined)).toEqual(own)
  expect(await act(portalId)).toEqual(own)
  expect(await act(second)).toEqual([second, 'Segundo', false, false, accountId])
  expect(await whyNot(act(undefined, { master: false }))).toBe('billing.masterOnly')
  expect(await act(undefined, { staff: true, master: false })).toEqual([
    portalId,
    'Sello',
    false,
    true,
    accountId,
  ])
  expect(await whyNot(act(theirs))).toBe('notFound')
  expect(await whyNot(act(gone))).toBe('notFound')
  expect(await whyNot(act(theirs, { staff: true }))).toBe('notFound')
})

test('they take away what they pay and what they spent', () => {
  const take = (of: Parameters<typeof mayTakeAway>[1], staff = false) => {
    try {
      mayTakeAway(acting(staff), of)
      return 'may'
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  const others = { account: { id: other } }
  expect([take({ payer: 'account' }), take({ payer: 'provider' })]).toEqual(['may', 'billing.label.notYours'])
  expect([take({ account: { id: accountId } }), take(others)]).toEqual(['may', 'billing.label.notYours'])
  expect([take({ payer: 'provider' }, true), take(others, true)]).toEqual(['may', 'may'])
})

test('a release is shared and charged for like a product, each by itself', async () => {
  const [lp, shirt] = [
    await putProduct(world.database, portalId, 'LP'),
    await putProduct(world.database, portalId, 'Camiseta'),
  ]
  const put = async (productId: string) => {
    const id = v7()
    await inTrial(world.database, (tx) =>
      tx.insert(release).values({
        ...{ portalId, id, productId, title: { es: 'Álbum' }, releaseAt: new Date(), durationDays: 30 },
      }),
    )
    return id
  }
  const [releaseId, releases] = [await put(lp), await put(shirt)]
  await provider({ releaseId })
  const refused = ['validFrom billing.label.provider']
  expect(await share({ releaseId })).toEqual(refused)
  expect(await share({ productId: lp })).toEqual(refused)
  // What is brought out with another product is no affair of this one's.
  expect(await share({ productId: shirt })).toBe('may')
  expect(await share({ releaseId: releases })).toBe('may')
  expect(await share()).toBe('may')
  const charge = (row: object) =>
    why(inTrial(world.database, (tx) => mayCharge(tx, acting(), { accountId, ...row })))
  expect(await charge({ releaseId })).toEqual(['releaseId billing.label.notPaid'])
  expect(await charge({})).toEqual(['releaseId billing.label.notPaid'])
  await putSplit(world.database, { portalId, releaseId: releases }, [[accountId, 10_000]])
  expect(await charge({ releaseId: releases })).toBe('may')
  expect(await charge({})).toEqual(['releaseId billing.label.notPaid'])
})
