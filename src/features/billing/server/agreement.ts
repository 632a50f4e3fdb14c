import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { PortalScope } from '#platform/actor.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { inAccount } from '#platform/own-reach.ts'
import { words } from '#platform/words.ts'
import { silenceDays } from '../acceptance-days.ts'
import type { AgreementParties } from '../agreement-parties.ts'
import { inForce, operationsFrom } from './in-force.ts'
import { ofMaster } from './information.ts'
import { billingAgreement } from './information-table.ts'
import { type AccountSettings, readProvider, settingsOf } from './settings.ts'
import { bill } from './table.ts'

type Waiting = Pick<typeof bill.$inferSelect, 'id' | 'accountId' | 'information'>

/** The agreements by which a bill may be issued, newest first. */
const agreementsOf = ({ id, accountId, information }: Waiting) =>
  sql`${inForce(
    ...([sql`${accountId}::uuid`, sql`${information?.taxId ?? ''}::text`] as const),
    ...([sql`${information?.series ?? 1}::int`, operationsFrom(sql`${id}::uuid`)] as const),
  )} order by g.at desc, g.id desc`

/**
 * Is there an agreement for who a bill names as its issuer, of before its operations? By it the provider issues an
 * account's invoices (RD 1619/2012, art. 5.2): it names both parties and the operations, belongs to one NIF and ends with
 * it, and can be withdrawn. What was sold before it is the account's own to invoice.
 */
export const isAgreed = (tx: Tx, row: Waiting): Promise<boolean> =>
  inAccount(tx, row.accountId, async () => (await rows(tx, agreementsOf(row))).length > 0)

/** Would there be one for what an account bills of operations whose first was done at a moment? */
export const isCovered = (
  tx: Tx,
  { accountId, information }: AccountSettings,
  first: Date,
): Promise<boolean> =>
  inAccount(tx, accountId, async () => {
    const { taxId = '', series = 1 } = information ?? {}
    const before = sql`${first.toISOString()}::timestamptz`
    const of = [sql`${accountId}::uuid`, sql`${taxId}::text`, sql`${series}::int`] as const
    return (await rows(tx, inForce(...of, before))).length > 0
  })

/** Does the newest of them say that silence accepts the bill? */
export const silenceAgreed = (tx: Tx, row: Waiting): Promise<boolean> =>
  inAccount(tx, row.accountId, async () => {
    const [newest] = await rows<{ silence: boolean }>(tx, agreementsOf(row))
    return newest?.silence === true
  })

/** Whom an agreement would be between now; null while one of them is not known. */
export async function partiesOf(tx: Tx, accountId: string, now: Date): Promise<AgreementParties | null> {
  return partiesIn(await settingsOf(tx, accountId, now))
}

function partiesIn({ information, provider }: AccountSettings): AgreementParties | null {
  if (!information || !provider) return null
  return {
    ...{ supplier: information.legalName, supplierTaxId: information.taxId },
    ...{ provider: provider.legalName, providerTaxId: provider.taxId },
  }
}

/** Of the agreement's Spanish text with its names, which is the one that binds. */
const hashOf = (version: string, parties: AgreementParties, silence: boolean) => {
  const text = words('billing.agreement.text', 'es', { ...parties })
  const clause = silence ? ` ${words('billing.agreement.silence', 'es', { days: silenceDays })}` : ''
  return createHash('sha256').update(`${version} ${text}${clause}`).digest('hex')
}

/** Keeps the proof that the account lets the provider issue its invoices. @throws Conflict for another text. */
export async function acceptAgreement(
  tx: Tx,
  portal: PortalScope,
  of: {
    version: string
    offered: string
    silence: boolean
    personId: string
    personName: string
    address: string
    now: Date
  },
) {
  const accountId = ofMaster(portal)
  if (of.version !== of.offered) throw new Conflict('billing.agreementChanged')
  const settings = await settingsOf(tx, accountId, of.now)
  const parties = partiesIn(settings)
  if (!parties)
    throw new Conflict((await readProvider(tx)) ? 'billing.informationMissing' : 'billing.providerMissing')
  const { personId, personName, address, silence } = of
  await tx.insert(billingAgreement).values({
    ...{ accountId, textVersion: of.version, textHash: hashOf(of.version, parties, silence), personId },
    ...{
      personName,
      silence,
      address,
      at: of.now,
      supplierName: parties.supplier,
      taxId: parties.supplierTaxId,
    },
    series: settings.information?.series ?? 1,
    ...{ providerName: parties.provider, providerTaxId: parties.providerTaxId },
  })
  // Silence may accept what waited without it.
  await tx
    .update(bill)
    .set({ lookOn: null })
    .where(and(eq(bill.accountId, accountId), eq(bill.status, 'Pending')))
  return { version: of.version, person: personName, at: of.now.toISOString(), silence }
}

/** Ends all agreements of an account, in the name of who says so. @throws Conflict where none is in force. */
export async function withdrawAgreement(
  tx: Tx,
  portal: PortalScope,
  { personName, now }: { personName: string; now: Date },
): Promise<void> {
  const ended = await rows(
    tx,
    sql`update billing_agreement set withdrawn_at = ${now.toISOString()}::timestamptz, withdrawn_by = ${personName}
      where account_id = ${ofMaster(portal)} and withdrawn_at is null returning id`,
  )
  if (ended.length === 0) throw new Conflict('billing.agreementMissing')
  // What corrects its bills is the account's own to issue from now on: see decision 0124.
  await tx
    .update(bill)
    .set({ selfInvoice: false, version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(
      and(
        ...[eq(bill.accountId, ofMaster(portal)), eq(bill.status, 'Pending')],
        sql`${bill.correctsId} is not null and ${bill.selfInvoice} is distinct from false`,
      ),
    )
}
