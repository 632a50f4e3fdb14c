import { eq } from 'drizzle-orm'
import { acceptBill } from '#features/billing/server/accept-bill.ts'
import { addLine } from '#features/billing/server/add-line.ts'
import { withdrawAgreement } from '#features/billing/server/agreement.ts'
import { closeBill, ensureNext, lockBill } from '#features/billing/server/close-bill.ts'
import { billingAgreement, billingInformation } from '#features/billing/server/information-table.ts'
import { setPayment } from '#features/billing/server/set-payment.ts'
import { updateInformation } from '#features/billing/server/write-information.ts'
import { account, portal } from '#features/portals/server/table.ts'
import type { PortalScope } from '#platform/actor.ts'
import type { Tx } from '#platform/db.ts'
import type { FileStore } from '#platform/files.ts'
import { dayOf, formatDay, startOfDay, startOfMonth } from '#platform/time.ts'
import { worldId } from './random.ts'

/**
 * Three acts of the demo that began two months ago and whose bills wait for what happens seldom: money that the bank sent back,
 * an agreement that was withdrawn, another NIF. That one has never been given is the orchestra's.
 */
const inSpain = { territory: 'peninsula', supply: 'services', retentionBp: 0 } as const
// Numbers are those that libraries give as examples: nobody's.
const acts = {
  sauce: {
    ...{ code: 'SAUCE', name: 'Marta Sauce', customUrl: 'marta-sauce' },
    information: {
      ...{ ...inSpain, legalName: 'Marta Sauce Vega', kind: 'person' as const, taxId: '89890001K' },
      ...{ givenName: 'Marta', firstSurname: 'Sauce', secondSurname: 'Vega', holder: 'Marta Sauce Vega' },
      ...{ street: 'Calle Laurel, 9', postcode: '26001', city: 'Logroño', province: 'La Rioja' },
      ...{ iban: 'ES9000246912501234567891', email: 'marta@martasauce.test' },
      ...{ retention: 'professional' as const, retentionBp: 1_500 },
      retentionReason: 'Actividad artística profesional',
    },
  },
  cierzo: {
    ...{ code: 'CIERZO', name: 'Cierzo', customUrl: 'cierzo' },
    information: {
      ...{ ...inSpain, legalName: 'Cierzo Música, S. L.', kind: 'company' as const, taxId: 'B86670460' },
      ...{ street: 'Calle Heroísmo, 18', postcode: '50002', city: 'Zaragoza', province: 'Zaragoza' },
      ...{ iban: 'ES7100302053091234567895', holder: 'Cierzo Música, S. L.', email: 'hola@cierzo.test' },
      retention: 'none' as const,
    },
  },
  faro: {
    ...{ code: 'FARO', name: 'Nora Faro', customUrl: 'nora-faro' },
    information: {
      ...{ ...inSpain, legalName: 'Nora Faro Lamas', kind: 'person' as const, taxId: '00000019L' },
      ...{ givenName: 'Nora', firstSurname: 'Faro', secondSurname: 'Lamas', holder: 'Nora Faro Lamas' },
      ...{ street: 'Rúa Real, 55', postcode: '15003', city: 'A Coruña', province: 'A Coruña' },
      ...{ iban: 'ES1000492352082414205416', email: 'nora@norafaro.test' },
      ...{ retention: 'professional' as const, retentionBp: 1_500 },
      retentionReason: 'Actividad artística profesional',
    },
  },
}
type Key = keyof typeof acts
const idOf = (key: Key) => worldId(`account ${key}`)
const scopeOf = (key: Key): PortalScope => {
  const { code, name, customUrl } = acts[key]
  return {
    ...{ id: worldId(`portal ${key}`), accountId: idOf(key), code, name, customUrl, pictureUrl: '' },
    ...{ master: true, label: false, accountType: 'simple', keys: new Set<string>() },
  }
}
/** What is said without a paper keeps none. */
const noFiles = {} as FileStore

/** Makes them, with their bills as they stand today. */
export async function waitingAccounts(tx: Tx, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  for (const [key, { information, ...of }] of Object.entries(acts) as [Key, (typeof acts)[Key]][]) {
    const { id, accountId } = scopeOf(key)
    const begun = { createdAt: daysAgo(70), updatedAt: daysAgo(70) }
    await tx.insert(account).values({ id: accountId, name: of.name, type: 'simple', organisationType: 2 })
    await tx.insert(portal).values({ ...of, ...begun, id, accountId, master: true })
    await tx.insert(billingInformation).values({ ...information, accountId })
    await tx.insert(billingAgreement).values({
      ...{ id: worldId(`agreement ${key}`), accountId, textVersion: '2026-11', textHash: 'demo' },
      ...{ personName: information.holder, address: '127.0.0.1', at: daysAgo(70) },
      ...{ taxId: information.taxId, supplierName: information.legalName, series: 1 },
    })
    await ensureNext(tx, accountId)
  }
  await returned(tx, now)
  await earn(tx, 'cierzo', 18_000, now)
  await withdrawAgreement(tx, scopeOf('cierzo'), { personName: 'Cierzo Música, S. L.', now: daysAgo(2) })
  await earn(tx, 'faro', 24_000, now)
  await becomesCompany(tx, now)
}

/** What was sold at a concert of the month that runs, or of the one before. */
async function earn(tx: Tx, key: Key, amountCents: number, at: Date) {
  const next = await lockBill(tx, await ensureNext(tx, idOf(key)))
  const line = { type: 'Extra' as const, description: 'Ventas en la sala', amountCents }
  if (next) await addLine(tx, next, { ...line, reason: 'Liquidación de la gira', reference: 'SALA-1' }, at)
}

/** Her first bill came back from the bank; she has said another account since, which is not paid at once. */
async function returned(tx: Tx, now: Date) {
  const accountId = idOf('sauce')
  const month = startOfMonth(dayOf(now.getTime()), -1)
  // Never later than today, in the first days of a month.
  const moment = (days: number) =>
    new Date(Math.min(startOfDay(startOfMonth(month, 1) + days) + 36_000_000, now.getTime()))
  await earn(tx, 'sauce', 31_500, moment(-10))
  const closing = { through: formatDay(month), now: moment(2), appOrigin: '', accrued: true }
  const made = await closeBill(tx, accountId, closing)
  const row = 'closed' in made ? await lockBill(tx, made.closed) : undefined
  if (!row) return
  const by = { by: 'staff' as const, actorId: null, appOrigin: '' }
  await acceptBill(tx, row, { ...by, now: moment(3), proof: 'Aceptada por correo' })
  const on = formatDay(dayOf(moment(4).getTime()))
  const about = { now: moment(4), appOrigin: '' }
  const issued = await lockBill(tx, row.id)
  if (issued) await setPayment(tx, issued, { payment: 'paid', on }, about)
  const paid = await lockBill(tx, row.id)
  if (paid) await setPayment(tx, paid, { payment: 'returned', on, reason: 'Cuenta cancelada' }, about)
  await earn(tx, 'sauce', 9_900, now)
  await tx
    .update(billingInformation)
    .set({
      ...{ iban: 'ES6621000418401234567891', refusedIban: null },
      ibanHeldUntil: new Date(now.getTime() + 40 * 3_600_000),
    })
    .where(eq(billingInformation.accountId, accountId))
}

/** She has founded a company, which has given no agreement of its own. */
async function becomesCompany(tx: Tx, now: Date) {
  const name = 'Faro Canciones, S. L.'
  const { information } = acts.faro
  const { street, postcode, city, province, email } = information
  const company = { kind: 'company' as const, taxId: 'B85905495', legalName: name, holder: name }
  await updateInformation(
    tx,
    scopeOf('faro'),
    {
      ...{ ...company, street, postcode, city, province, email, territory: 'peninsula' },
      ...{ supply: 'services', retention: 'none', retentionReason: '' },
      since: formatDay(startOfMonth(dayOf(now.getTime()))),
    },
    { actorId: '', now, appOrigin: '', files: noFiles, staff: true },
  )
}
