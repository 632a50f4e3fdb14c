import { agreementVersion } from '#features/billing/choices.ts'
import type { Database } from '#platform/db.ts'
import { portals } from '#testing/world/cast.ts'
import { randomFrom } from '#testing/world/random.ts'
import type { DrillLine } from './drill.ts'
import { ask, cookieOf, type programOn } from './identity-program.ts'

const portalId = portals.orquestaPoniente.id
const steps = 400

interface BillAnswer {
  id: string
  status: string
  payment: string
  version: number
  corrective: boolean
  corrects: { id: string } | null
  correctedBy: { id: string; number: string | null } | null
  totals: { earnedCents: number; payableCents: number }
}
/** What the model knows of a bill: where it stands, what was earned on it, and whether it corrects or is being corrected. */
interface Known {
  status: string
  payment: string
  earned: number
  corrective: boolean
  correcting: boolean
}
type Act = 'line' | 'close' | 'approve' | 'dispute' | 'cancel' | 'paid' | 'returned'

/** Which step is allowed where, written down from the product's decisions. */
const allowed = (act: Act, { status, payment, earned, corrective, correcting }: Known): boolean => {
  if (act === 'line') return status === 'Next'
  if (act === 'close') return status === 'Next' && earned > 0
  if (act === 'approve' || act === 'dispute') return status === 'Pending'
  if (act === 'cancel') return status === 'Pending' || (status === 'Approved' && !corrective && !correcting)
  if (status !== 'Approved') return false
  return act === 'paid' ? payment !== 'paid' : payment === 'paid' && !corrective
}

/** Promise 19: random steps through the API against a model; refused ones leave no trace, the books stay at zero. */
export async function ledgerAgainstModel(
  app: ReturnType<typeof programOn>,
  database: Database,
): Promise<DrillLine[]> {
  const staff = await cookieOf(database, 'staff')
  const owner = await cookieOf(database, 'orquesta')
  await ask(app, `/portal/${portalId}/billingAgreement`, {
    ...{ method: 'PUT', cookie: owner, body: { version: agreementVersion } },
  })
  // Of before all that was sold: what came earlier would be the account's own to invoice.
  await database.query(
    `update billing_agreement set at = '2018-01-01' where account_id = (select account_id from portal where id = $1)`,
    [portalId],
  )
  const random = randomFrom('money')
  const bills = new Map<string, Known>()
  const next = async () => {
    const { text } = await ask(app, `/portal/${portalId}/billing`, { method: 'GET', cookie: staff })
    return (JSON.parse(text) as { next: BillAnswer }).next.id
  }
  const begun = { status: 'Next', payment: 'unpaid', earned: 0, corrective: false, correcting: false }
  bills.set(await next(), begun)
  const acts: Act[] = ['line', 'line', 'close', 'approve', 'dispute', 'cancel', 'paid', 'returned']
  let [wrong, traces, unbalanced, refused] = [0, 0, 0, 0]
  for (let step = 0; step < steps; step++) {
    const act = random.one(acts)
    const [id, known] = random.one([...bills])
    const amountCents = random.between(1, 500_00) * (random.chance(0.2) ? -1 : 1)
    const before = await print(database)
    const status = await perform(app, staff, id, act, amountCents)
    const may = allowed(act, known)
    if (status < 300 !== may) wrong++
    // A balance below zero is carried on by a closing that is refused by name: see product.md §7.
    if (status >= 300) {
      refused++
      if (before !== (await print(database))) traces++
    }
    if (status < 300) {
      bills.delete(id)
      await relearn(app, staff, bills, id)
      const open = await next()
      await relearn(app, staff, bills, open)
      for (const [one, what] of [...bills]) if (what.status === 'Next' && one !== open) bills.delete(one)
    }
    const [sum] = await database.query<{ cents: string }>(
      `select coalesce(sum(cents), 0) as cents from (select amount_cents as cents from ledger_entry where "to" = 'accrued' or "to" = 'held' or "to" = 'payable'
         union all select -amount_cents from ledger_entry where "from" in ('accrued', 'held', 'payable')) e`,
    )
    const [outside] = await database.query<{ cents: string }>(
      `select coalesce(sum(cents), 0) as cents from (select amount_cents as cents from ledger_entry where "to" not in ('accrued', 'held', 'payable')
         union all select -amount_cents from ledger_entry where "from" not in ('accrued', 'held', 'payable')) e`,
    )
    if (Number(sum?.cents) + Number(outside?.cents) !== 0) unbalanced++
  }
  return [
    {
      promise: '19 the ledger against a model',
      figure: `${steps} random steps: accepted and refused alike, no trace, always zero`,
      result: `${wrong} differ, ${refused} refused with ${traces} traces, ${unbalanced} times not zero`,
      ok: wrong === 0 && traces === 0 && unbalanced === 0,
    },
  ]
}

const print = async (database: Database) => {
  const [row] = await database.query<{ sum: string }>(
    `select (select count(*) from ledger_entry) || ' ' || (select md5(string_agg(b::text, '' order by id)) from bill b) || ' ' ||
       (select count(*) from bill_line) || ' ' || (select count(*) from activity) as sum`,
  )
  return row?.sum
}

async function read(app: ReturnType<typeof programOn>, staff: string, id: string) {
  const { status, text } = await ask(app, `/bill/${id}`, { method: 'GET', cookie: staff })
  return status === 200 ? (JSON.parse(text) as BillAnswer) : undefined
}

async function relearn(
  app: ReturnType<typeof programOn>,
  staff: string,
  bills: Map<string, Known>,
  id: string,
) {
  const learn = async (of: string) => {
    const bill = await read(app, staff, of)
    if (!bill) return undefined
    const { status, payment, corrective, correctedBy } = bill
    const correcting = correctedBy !== null && correctedBy.number === null
    bills.set(of, { status, payment, earned: bill.totals.earnedCents, corrective, correcting })
    return bill
  }
  const bill = await learn(id)
  // What it corrects and what corrects it have moved with it.
  for (const other of [bill?.corrects, bill?.correctedBy]) if (other) await learn(other.id)
}

async function perform(
  app: ReturnType<typeof programOn>,
  staff: string,
  id: string,
  act: Act,
  amountCents: number,
) {
  const version = (await read(app, staff, id))?.version ?? 1
  const put = (path: string, body: object) =>
    ask(app, `/bill/${id}/${path}`, {
      method: 'PUT',
      cookie: staff,
      body,
      headers: { 'If-Match': `"${version}"` },
    })
  const reason = 'Drill'
  const answers = {
    line: () =>
      ask(app, `/bill/${id}/line`, {
        ...{ cookie: staff, body: { type: 'Extra', description: 'Drill', amountCents, reason } },
      }),
    close: () => put('closing', {}),
    approve: () => put('approval', { proof: reason }),
    dispute: () => put('dispute', { reason }),
    cancel: () => put('cancellation', { reason, fault: 'detail' }),
    paid: () => put('payment', { payment: 'paid', on: '2026-11-20' }),
    returned: () => put('payment', { payment: 'returned', on: '2026-11-20', reason }),
  }
  return (await answers[act]()).status
}
