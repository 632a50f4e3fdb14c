import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { asService, type Reach, rows, type Tx } from './db.ts'
import { inAccount, inPortal, inSeen } from './own-reach.ts'

const world = testDatabase()
const role = async (tx: Tx) =>
  (await rows<{ role: string }>(tx, sql`select current_setting('role') as role`))[0]?.role

/** Two accounts, the first with several portals, and a member of one of these. */
async function cast() {
  const found = await world.database.query<{ account: string; portals: string[] }>(
    `select account_id as account, json_agg(id order by id) as portals from portal where deleted_at is null
      group by account_id order by count(*) desc, account_id limit 2`,
  )
  const [label, stranger] = found
  if (!label || !stranger || label.portals.length < 2) throw new Error('The world is too small.')
  const [mine = '', sibling = ''] = label.portals
  const member = { role: 'member' as const, personId: mine, portals: [mine], accounts: [label.account] }
  return {
    label: label.account,
    stranger: stranger.account,
    mine,
    sibling,
    foreign: stranger.portals[0] ?? '',
    member,
  }
}

const within = <T>(reach: Reach, run: (tx: Tx) => Promise<T>) => world.database.transaction(reach, run)

test('past the policies of an account goes who reaches it, and comes back below them', async () => {
  const { label, stranger, member } = await cast()
  await within(member, async (tx) => {
    expect(await inAccount(tx, label, () => role(tx))).toBe('backline_service')
    expect(await role(tx)).toBe('backline_member')
    await expect(inAccount(tx, stranger, () => role(tx))).rejects.toThrow('only for what the call reaches')
    await expect(inAccount(tx, undefined, () => role(tx))).rejects.toThrow('only for what the call reaches')
  })
})

test('the same of portals: not those beside, but all of a label whose portals the call reaches', async () => {
  const { label, stranger, mine, sibling, foreign, member } = await cast()
  await within(member, async (tx) => {
    expect(await inPortal(tx, mine, () => role(tx))).toBe('backline_service')
    for (const other of [sibling, foreign])
      await expect(inPortal(tx, other, () => role(tx))).rejects.toThrow('only for what the call reaches')
  })
  await within({ ...member, portals: [], labels: [label] }, async (tx) => {
    expect(await inPortal(tx, sibling, () => role(tx))).toBe('backline_service')
    await expect(inPortal(tx, foreign, () => role(tx))).rejects.toThrow('only for what the call reaches')
    for (const seen of [
      undefined,
      { portals: [foreign], accounts: [] },
      { portals: [], accounts: [stranger] },
    ])
      await expect(inSeen(tx, 'index', seen, () => role(tx))).rejects.toThrow(
        'only for what the call reaches',
      )
    const own = { portals: [mine], accounts: [label] }
    expect(await inSeen(tx, 'index', own, () => role(tx))).toBe('backline_service')
  })
})

test('all portals of an account are named by who reaches all of them, not by who reaches one', async () => {
  const { label, member } = await cast()
  await within(member, async (tx) => {
    const whole = { portals: [], accounts: [label] }
    await expect(inSeen(tx, 'index', whole, () => role(tx))).rejects.toThrow('only for what the call reaches')
  })
})

test('staff and jobs reach everything; outside of any transaction nothing is reached', async () => {
  const { stranger } = await cast()
  const everything = (tx: Tx) => inSeen(tx, 'index', undefined, () => role(tx))
  expect(await within(asService('trial'), everything)).toBe('backline_service')
  const open = await within(asService('trial'), async (tx) => tx)
  await expect(inAccount(open, stranger, async () => 'seen')).rejects.toThrow(
    'only for what the call reaches',
  )
})
