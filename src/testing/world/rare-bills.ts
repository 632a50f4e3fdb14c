import { and, eq, sql } from 'drizzle-orm'
import { acceptBill } from '#features/billing/server/accept-bill.ts'
import { addLine } from '#features/billing/server/add-line.ts'
import { refuseAdvance, reviewAdvance } from '#features/billing/server/advances.ts'
import { annulRecords } from '#features/billing/server/annul-records.ts'
import { cancelBill } from '#features/billing/server/cancel-bill.ts'
import { ensureNext, lockBill } from '#features/billing/server/close-bill.ts'
import { grantAdvance } from '#features/billing/server/grant-advance.ts'
import { billingInformation } from '#features/billing/server/information-table.ts'
import { issueCharge, payCharge } from '#features/billing/server/issue-charge.ts'
import { openAmounts } from '#features/billing/server/ledger.ts'
import { setProductRate } from '#features/billing/server/product-rates.ts'
import { recoupCosts } from '#features/billing/server/recoup-costs.ts'
import { createRemittance, downloadRemittance } from '#features/billing/server/remittance.ts'
import { setPayment } from '#features/billing/server/set-payment.ts'
import { splitCost } from '#features/billing/server/split-table.ts'
import { createSplit } from '#features/billing/server/splits.ts'
import { bill } from '#features/billing/server/table.ts'
import { account, portal } from '#features/portals/server/table.ts'
import { rows, type Tx } from '#platform/db.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { type AccountKey, accounts, portals } from './cast.ts'
import { worldId } from './random.ts'

/** The month of an account that is being closed, so many months back, and its days after that month's end. */
export interface Closing {
  key: AccountKey
  back: number
  /** Through which day it is closed. */
  through: string
  moment: (days: number) => Date
}

/** What had happened by the time a month was closed, where it was no ordinary one. */
export async function beforeClosing(tx: Tx, { key, back, through, moment }: Closing): Promise<void> {
  const accountId = accounts[key].id
  if (key === 'ninoLobo' && back === 5) {
    const id = await ask(tx, key, 'Prensar el vinilo', 60_000, moment(2))
    await grant(tx, id, moment(2))
  }
  if (key === 'ninoLobo' && back === 3) {
    const row = await lockBill(tx, await ask(tx, key, 'Comprar una furgoneta', 900_000, moment(2)))
    if (row) await refuseAdvance(tx, row, 'Es más de lo que se ganará en dos años.', moment(4))
  }
  if (key === 'bajamar' && back === 3) {
    const next = await lockBill(tx, await ensureNext(tx, accountId))
    // Said within the month that they are billed with.
    const shared = { now: moment(-10), reason: 'Acordado por correo' }
    const line = { reason: shared.reason, reference: 'PR-118' }
    if (next) {
      const extra = { ...line, type: 'Extra' as const, description: 'Diseño del cartel', amountCents: 12_000 }
      await addLine(tx, next, extra, shared.now)
      const less = {
        ...line,
        type: 'Adjustment' as const,
        description: 'Envíos perdidos',
        amountCents: -1_850,
      }
      await addLine(tx, next, less, shared.now)
    }
  }
  if (key === 'veraCantil' && back === 2) {
    await tx.update(account).set({ settlementBp: 5_000 }).where(eq(account.id, accountId))
    const open = await openAmounts(tx, accountId, through)
    const earned = open.reduce((sum, { amountCents }) => sum + amountCents, 0)
    // More than half of the next bill, and less than all of it: it is settled in part.
    if (earned > 0) {
      const amountCents = Math.ceil(earned * 0.007) * 100
      const id = await ask(tx, key, 'Alquiler del estudio', amountCents, moment(3))
      await grant(tx, id, moment(4))
    }
  }
  if (key === 'orquestaPoniente' && back === 1) await pressing(tx, moment(1))
  if (key === 'veraCantil' && back === 4) await shareWithOrchestra(tx, through, moment(-20))
  if (key === 'veraCantil' && back === 1)
    await tx.update(portal).set({ selfInvoice: false }).where(eq(portal.id, portals.veraCantil.id))
}

/** Bills that did not stay as they were approved. Answers whether this one was among them. */
export async function afterApproval(
  tx: Tx,
  { key, back, moment }: Closing,
  billId: string,
): Promise<boolean> {
  if (key === 'bajamar' && (back === 3 || back === 4)) {
    const row = await lockBill(tx, billId)
    const reason = back === 3 ? 'Faltaban ventas de una feria' : 'Emitida con el NIF de otra persona'
    const fault = back === 3 ? 'detail' : 'taxId'
    const by = { now: moment(9), actorId: null, appOrigin: '' }
    if (row) await cancelBill(tx, row, { reason, fault, ...by })
    const [proposed] = await tx
      .select({ id: bill.id })
      .from(bill)
      .where(and(eq(bill.correctsId, billId), eq(bill.status, 'Pending')))
    const corrective = await lockBill(tx, proposed?.id ?? billId)
    if (corrective) await acceptBill(tx, corrective, { ...by, by: 'account' })
    const cancelled = await lockBill(tx, billId)
    if (cancelled && back === 4) await annulRecords(tx, cancelled, { reason, now: moment(9) })
    return true
  }
  if (key === 'bajamar' && back === 2) {
    const on = formatDay(dayOf(moment(10).getTime()))
    const { id } = await createRemittance(tx, { on, now: moment(10), actorId: null })
    await downloadRemittance(tx, id, { now: moment(10), actorId: null })
    return true
  }
  return false
}

/** Advances that are asked for, looked at and just paid; an account number that was changed yesterday. */
export async function thisMonth(tx: Tx, now: Date): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  await ask(tx, 'veraCantil', 'Grabar el directo', 2_000, hoursAgo(20))
  const row = await lockBill(tx, await ask(tx, 'bajamar', 'Gira de primavera', 150_000, hoursAgo(60)))
  if (row) await reviewAdvance(tx, row)
  await grant(tx, await ask(tx, 'bajamar', 'Reedición de «Diez años»', 80_000, hoursAgo(90)), hoursAgo(70))
  await charges(tx, hoursAgo(30))
  await stepRate(tx, now)
  // Whose it is has been looked at.
  await tx
    .update(billingInformation)
    .set({ taxIdConfirmed: true })
    .where(eq(billingInformation.accountId, accounts.ninoLobo.id))
  await tx
    .update(billingInformation)
    // With the account number she has typed the NIF of somebody else, which staff have to look at.
    .set({
      ibanHeldUntil: new Date(now.getTime() + 30 * 3_600_000),
      ...{ taxId: '54362315K', taxIdShared: true },
    })
    .where(eq(billingInformation.accountId, accounts.veraCantil.id))
}

/** What the provider invoices: pressing that the last bill has paid for, and postage that waits for the next one. */
async function charges(tx: Tx, now: Date) {
  const lines = [
    { kind: 'postage' as const, description: 'Envíos del último mes', units: 41, unitCents: 385 },
    { kind: 'services' as const, description: 'Fotografías para la tienda', units: 1, unitCents: 60_000 },
  ]
  await issueCharge(tx, accounts.orquestaPoniente.id, lines, { now, actorId: null, appOrigin: '' })
}
/** One that its account has paid itself: what it is owed stays as it is. */
export async function paidCharge(tx: Tx, now: Date): Promise<void> {
  const line = { kind: 'services' as const, description: 'Alta de la tienda', units: 1, unitCents: 1_000 }
  const by = { now, actorId: null, appOrigin: '' }
  const id = await issueCharge(tx, accounts.bajamar.id, [line], by)
  await payCharge(tx, id, formatDay(dayOf(now.getTime())), now)
  // It is nobody's news.
  await tx.execute(sql`delete from mail where kind = 'billing.charge'`)
  await tx.execute(sql`delete from message where about like 'charge %'`)
}
async function pressing(tx: Tx, now: Date) {
  const line = { kind: 'pressing' as const, description: 'Prensado de «Levante»', units: 30, unitCents: 120 }
  await issueCharge(tx, accounts.orquestaPoniente.id, [line], { now, actorId: null, appOrigin: '' })
}

/** A product of a label's portal is sold at a rate of its own, in steps. */
async function stepRate(tx: Tx, now: Date) {
  const portalId = portals.bajamar.id
  const [first] = await rows<{ id: string }>(
    tx,
    sql`select id from product where portal_id = ${portalId} and status = 'active' order by name->>'es', id limit 1`,
  )
  const steps = [
    { fromUnits: 0, bp: 2_000 },
    { fromUnits: 500, bp: 1_750 },
    { fromUnits: 2_000, bp: 1_500 },
  ]
  const validFrom = formatDay(dayOf(now.getTime()))
  if (first) await setProductRate(tx, portalId, { productId: first.id, validFrom, steps }, now)
}

/** Vera's record was made with the orchestra: a fifth of what her portal sells is theirs, once its pressing has come back. */
async function shareWithOrchestra(tx: Tx, day: string, now: Date) {
  const at = { id: portals.veraCantil.id, accountId: accounts.veraCantil.id }
  const parties = [
    { accountId: accounts.veraCantil.id, shareBp: 8_000 },
    { accountId: accounts.orquestaPoniente.id, shareBp: 2_000 },
  ]
  await createSplit(tx, at, { validFrom: day, payer: 'provider', parties }, now)
  await tx.insert(splitCost).values({
    ...{ id: worldId('cost pressing'), portalId: at.id, accountId: accounts.veraCantil.id, kind: 'pressing' },
    ...{ day, month: day, amountCents: 6_000, description: 'Prensar «Acantilado»' },
  })
  // The posters of the orchestra's own concerts come off its part alone.
  await tx.insert(splitCost).values({
    ...{ id: worldId('cost posters'), portalId: at.id, accountId: accounts.veraCantil.id, kind: 'marketing' },
    ...{ partyId: accounts.orquestaPoniente.id, day, month: day, amountCents: 700 },
    description: 'Carteles de la orquesta',
  })
  await recoupCosts(tx, at.id)
}

async function ask(tx: Tx, key: AccountKey, reason: string, amountCents: number, createdAt: Date) {
  const id = worldId(`advance ${key} ${reason}`)
  await tx.insert(bill).values({ id, accountId: accounts[key].id, type: 2, amountCents, reason, createdAt })
  return id
}

async function grant(tx: Tx, id: string, at: Date) {
  const asked = await lockBill(tx, id)
  if (asked) await reviewAdvance(tx, asked)
  const row = await lockBill(tx, id)
  if (row) await grantAdvance(tx, row, { now: at, actorId: null, appOrigin: '' })
  const offered = await lockBill(tx, id)
  if (offered) await acceptBill(tx, offered, { now: at, by: 'account', actorId: null, appOrigin: '' })
  const granted = await lockBill(tx, id)
  const on = formatDay(dayOf(at.getTime()))
  if (granted) await setPayment(tx, granted, { payment: 'paid', on }, { now: at, appOrigin: '' })
}
