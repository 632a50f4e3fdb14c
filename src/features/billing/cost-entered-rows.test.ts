import { beforeEach, expect, test } from 'vitest'
import type { FileStore } from '#platform/files.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putSplit } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { createCost } from './server/split-costs.ts'

/** What of an account's costs can be entered, and from which month it comes back. */

const world = testDatabase()
/** The first day of June has begun in Madrid. */
const now = new Date('2031-05-31T22:30:00Z')
const pdf = (bytes: number) => Buffer.alloc(bytes, '%PDF-').toString('base64')
let [accountId, portalId, other] = ['', '', '']
const put: string[] = []
const files = { put: async (key: string) => void put.push(key) } as unknown as FileStore
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  other = (await putAccount(world.database, 'Otra')).accountId
  put.length = 0
})
type Draft = Parameters<typeof createCost>[2]
const enter = (row: Partial<Draft> = {}) =>
  inTrial(world.database, (tx) =>
    createCost(
      tx,
      { id: portalId, accountId } as never,
      {
        ...{ accountId, kind: 'recording', day: '2031-06-01', amountCents: 100, description: 'Estudio' },
        ...{ file: { name: 'factura.pdf', content: pdf(20) }, ...row },
      } as Draft,
      { now, files },
    ),
  )
const why = (row: Partial<Draft>) =>
  enter(row).then(
    () => 'entered',
    ({ fields }: { fields: Record<string, { code: string }> }) =>
      Object.entries(fields).map(([name, { code }]) => `${name} ${code}`),
  )
const month = async (id: string) =>
  (await world.database.query<{ month: string }>('select month::text from split_cost where id = $1', [id]))[0]
    ?.month

test('a day until today in Madrid, and none before music was sold so', async () => {
  expect(await why({ day: '2031-06-02' })).toEqual(['day dates.tooLate'])
  expect(await why({ day: '1994-12-31' })).toEqual(['day dates.tooEarly'])
  expect(await why({ day: '1995-01-01' })).toBe('entered')
  expect(await month(await enter({ day: '2031-05-31' }))).toBe('2031-05-01')
})

test('its document is a PDF, and not too large', async () => {
  const file = (content: string) => ({ file: { name: 'f.pdf', content } })
  expect(await why(file(Buffer.from('no').toString('base64')))).toEqual(['file billing.notPdf'])
  expect(await why(file(pdf(2 * 1024 * 1024 + 1)))).toEqual(['file billing.pdfTooLarge'])
  expect(put).toEqual([])
  expect(await why(file(pdf(2 * 1024 * 1024)))).toBe('entered')
  expect(put).toEqual([expect.stringMatching(/\.cost$/)])
})

test('of an account that there is, and against one that has a share and is another', async () => {
  expect(await why({ accountId: portalId })).toEqual(['accountId billing.notThere'])
  expect(await why({ partyId: other })).toEqual(['partyId billing.noShare'])
  await putSplit(world.database, { portalId }, [
    [accountId, 5_000],
    [other, 5_000],
  ])
  expect(await why({ partyId: other })).toBe('entered')
  expect(await why({ partyId: accountId })).toEqual(['partyId billing.ownCost'])
})
