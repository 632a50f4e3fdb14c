import { like } from 'drizzle-orm'
import { acceptBill } from '#features/billing/server/accept-bill.ts'
import { accrueSales } from '#features/billing/server/accrue-sales.ts'
import { closeBill, ensureNext, lockBill } from '#features/billing/server/close-bill.ts'
import { billingAgreement, billingInformation } from '#features/billing/server/information-table.ts'
import { setPayment } from '#features/billing/server/set-payment.ts'
import { writeProvider } from '#features/billing/server/settings.ts'
import { bill } from '#features/billing/server/table.ts'
import { message } from '#features/inbox/server/table.ts'
import { asService, type Database, type Tx } from '#platform/db.ts'
import type { FileStore } from '#platform/files.ts'
import { mail } from '#platform/table.ts'
import { dayOf, formatDay, startOfDay, startOfMonth } from '#platform/time.ts'
import { type AccountKey, accounts } from './cast.ts'
import { worldId } from './random.ts'
import { afterApproval, beforeClosing, paidCharge, thisMonth } from './rare-bills.ts'
import { keepNotice, notice } from './retention-notice.ts'
import { waitingAccounts } from './waiting-accounts.ts'

const nowhere = 'https://demo.backline.test'
const provider = {
  legalName: 'Trastienda Merch, S. L.',
  taxId: 'B58378431',
  street: 'Calle del Almacén, 12',
  postcode: '08018',
  city: 'Barcelona',
  province: 'Barcelona',
  iban: 'ES9121000418450200051332',
}

type Information = Omit<typeof billingInformation.$inferInsert, 'accountId'>
const inSpain = { territory: 'peninsula', retention: 'none', retentionBp: 0 } as const

/** Numbers are those that libraries give as examples: nobody's. Casa Cal has not said anything yet. */
const informations: Partial<Record<AccountKey, Information>> = {
  bajamar: {
    ...inSpain,
    ...{
      legalName: 'Bajamar Discos, S. L.',
      kind: 'company',
      taxId: 'B64717838',
      street: 'Rúa do Areal, 40',
    },
    ...{ postcode: '36201', city: 'Vigo', province: 'Pontevedra', iban: 'ES7921000813610123456789' },
    ...{ holder: 'Bajamar Discos, S. L.', email: 'cuentas@bajamardiscos.test' },
  },
  ninoLobo: {
    ...inSpain,
    ...{ legalName: 'Hugo Lobo Marín', kind: 'person', taxId: '54362315K', street: 'Calle Olmo, 7' },
    ...{ postcode: '28012', city: 'Madrid', province: 'Madrid', iban: 'ES1720852066623456789011' },
    ...{ holder: 'Hugo Lobo Marín', email: 'hugo@ninolobo.test', retentionBp: 1500 },
    ...{ givenName: 'Hugo', firstSurname: 'Lobo', secondSurname: 'Marín', retention: 'professional' },
    retentionReason: 'Actividad artística profesional',
  },
  orquestaPoniente: {
    ...inSpain,
    ...{
      legalName: 'Carmen Poniente Ruiz',
      kind: 'person',
      taxId: 'X2482300W',
      street: 'Calle Sacramento, 3',
    },
    ...{ postcode: '11003', city: 'Cádiz', province: 'Cádiz', iban: 'ES6000491500051234567892' },
    ...{ holder: 'Carmen Poniente Ruiz', email: 'carmen@orquestaponiente.test', retentionBp: 700 },
    ...{ givenName: 'Carmen', firstSurname: 'Poniente', secondSurname: 'Ruiz' },
    retention: 'beginner',
    ...{ retentionFile: notice.key, retentionFileName: notice.name },
  },
  veraCantil: {
    ...{ legalName: 'Vera Cantil', kind: 'person', taxId: '58384285G', street: 'Calle Triana, 21' },
    ...{
      postcode: '35002',
      city: 'Las Palmas de Gran Canaria',
      province: 'Las Palmas',
      territory: 'canaries',
    },
    ...{
      iban: 'ES9420805801101234567891',
      holder: 'Vera Cantil',
      email: 'vera@veracantil.test',
      ...{ givenName: 'Vera', firstSurname: 'Cantil', retention: 'none', retentionBp: 0 },
    },
  },
}

const signers: Partial<Record<AccountKey, string>> = {
  bajamar: 'Inés Rubio',
  ninoLobo: 'Hugo Lobo',
  veraCantil: 'Vera Cantil',
}

/** Who is paid, and in the demo the bills of the months gone by: paid, to be accepted, blocked, an advance. */
export async function insertBilling(
  database: Database,
  { now, size, files }: { now: Date; size: 'demo' | 'test'; files: FileStore | undefined },
): Promise<void> {
  const year = Number(formatDay(dayOf(now.getTime())).slice(0, 4)) - 1
  const began = { retentionYear: year, retentionReason: `Inicio de actividad en ${year}` }
  if (files) await keepNotice(files, year)
  const begun = await database.transaction(asService('trial'), async (tx) => {
    const before = await tx.select({ id: bill.id }).from(bill).limit(1)
    await writeProvider(tx, provider)
    for (const [key, information] of Object.entries(informations))
      await tx
        .insert(billingInformation)
        .values({
          ...{ ...information, accountId: accounts[key as AccountKey].id },
          ...(information.retention === 'beginner' ? began : {}),
        })
        .onConflictDoNothing()
    await tx
      .insert(billingAgreement)
      .values(
        Object.entries(signers).map(([key, personName]) => ({
          ...{
            id: worldId(`agreement ${key}`),
            accountId: accounts[key as AccountKey].id,
            textVersion: '2026-11',
          },
          ...{ textHash: 'demo', personName, address: '127.0.0.1' },
          // Before anything was sold.
          at: new Date(now.getTime() - 1_000 * 86_400_000),
        })),
      )
      .onConflictDoNothing()
    for (const { id } of Object.values(accounts)) await ensureNext(tx, id)
    return before.length > 0
  })
  if (begun) return
  if (size === 'test') {
    await database.transaction(asService('trial'), (tx) => paidCharge(tx, now))
    return
  }
  await accrueSales(database)
  const running = startOfMonth(dayOf(now.getTime()))
  // Twenty-five months back there were no sales yet.
  for (let back = 25; back >= 1; back--)
    await database.transaction(asService('trial'), (tx) =>
      closeOne(tx, startOfMonth(running, -back), back, now),
    )
  await database.transaction(asService('trial'), (tx) => thisMonth(tx, now))
  await database.transaction(asService('trial'), (tx) => waitingAccounts(tx, now))
  // Two years of them would be told at once.
  await database.transaction(asService('trial'), (tx) => forgetNews(tx))
}

async function closeOne(tx: Tx, month: number, back: number, now: Date) {
  const moment = (days: number) =>
    new Date(Math.min(startOfDay(startOfMonth(month, 1) + days) + 36_000_000, now.getTime()))
  for (const key of Object.keys(informations) as AccountKey[]) {
    const accountId = accounts[key].id
    const through = formatDay(month)
    const closing = { key, back, through, moment }
    await beforeClosing(tx, closing)
    const made = await closeBill(tx, accountId, {
      through,
      now: moment(6),
      appOrigin: nowhere,
      accrued: true,
    })
    // The last month waits to be accepted; Carmen has not signed, so hers all do.
    if (!('closed' in made) || back === 1 || key === 'orquestaPoniente') continue
    const row = await lockBill(tx, made.closed)
    if (!row) continue
    const proof = 'Aceptada por correo'
    await acceptBill(tx, row, { now: moment(8), proof, by: 'staff', actorId: null, appOrigin: nowhere })
    if (await afterApproval(tx, closing, made.closed)) continue
    const issued = await lockBill(tx, made.closed)
    if (!issued || issued.payment === 'paid' || (back === 2 && key !== 'ninoLobo')) continue
    const on = formatDay(dayOf(moment(12).getTime()))
    const about = { now: moment(12), appOrigin: nowhere }
    await setPayment(tx, issued, { payment: 'paid', on }, about)
    if (back === 2) {
      const paid = await lockBill(tx, made.closed)
      if (paid) await setPayment(tx, paid, { payment: 'returned', on, reason: 'Cuenta cancelada' }, about)
    }
  }
}

async function forgetNews(tx: Tx) {
  await tx.delete(mail).where(like(mail.kind, 'billing.%'))
  await tx.delete(message).where(like(message.about, 'bill %'))
}
