import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { PortalScope } from '#platform/actor.ts'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { words } from '#platform/words.ts'
import type { AgreementParties } from '../agreement-parties.ts'
import { inForce } from './in-force.ts'
import { ofMaster } from './information.ts'
import { billingAgreement } from './information-table.ts'
import { readProvider, settingsOf } from './settings.ts'

/**
 * Is there an agreement for who a bill names as its issuer? By it the provider issues an account's invoices (RD 1619/2012,
 * art. 5.2): it names both parties and the operations, belongs to one NIF and ends with it, and can be withdrawn.
 */
export const isAgreed = (tx: Tx, accountId: string, issuer: { taxId: string; series?: number }) =>
  elevated(tx, 'ownAccount', async () => {
    const found = await rows(
      tx,
      inForce(sql`${accountId}::uuid`, sql`${issuer.taxId}::text`, sql`${issuer.series ?? 1}::int`),
    )
    return found.length > 0
  })

/** Whom an agreement would be between now; null while one of them is not known. */
export async function partiesOf(tx: Tx, accountId: string, now: Date): Promise<AgreementParties | null> {
  const { information, provider } = await settingsOf(tx, accountId, now)
  if (!information || !provider) return null
  return {
    ...{ supplier: information.legalName, supplierTaxId: information.taxId },
    ...{ provider: provider.legalName, providerTaxId: provider.taxId },
  }
}

/** Of the agreement's Spanish text with its names, which is the one that binds. */
const hashOf = (version: string, parties: AgreementParties) =>
  createHash('sha256')
    .update(`${version} ${words('billing.agreement.text', 'es', { ...parties })}`)
    .digest('hex')

/** Keeps the proof that the account lets the provider issue its invoices. @throws Conflict for another text. */
export async function acceptAgreement(
  tx: Tx,
  portal: PortalScope,
  of: { version: string; offered: string; personId: string; personName: string; address: string; now: Date },
) {
  const accountId = ofMaster(portal)
  if (of.version !== of.offered) throw new Conflict('billing.agreementChanged')
  const parties = await partiesOf(tx, accountId, of.now)
  if (!parties)
    throw new Conflict(
      (await elevated(tx, 'provider', () => readProvider(tx)))
        ? 'billing.informationMissing'
        : 'billing.providerMissing',
    )
  const { personId, personName, address } = of
  await tx.insert(billingAgreement).values({
    ...{ accountId, textVersion: of.version, textHash: hashOf(of.version, parties), personId, personName },
    ...{ address, at: of.now, supplierName: parties.supplier, taxId: parties.supplierTaxId },
    ...{ providerName: parties.provider, providerTaxId: parties.providerTaxId },
  })
  return { version: of.version, person: personName, at: of.now.toISOString() }
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
}
