import { marksFor } from '#platform/csv-out.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, type FieldError, Unprocessable } from '#platform/errors.ts'
import { wholeFileOut } from '#platform/file-out.ts'
import { handle } from '#platform/handle.ts'
import * as advances from '../advances-contract.ts'
import * as certificates from '../certificate-contract.ts'
import { agreementVersion } from '../choices.ts'
import * as contract from '../information-contract.ts'
import * as office from '../office-contract.ts'
import { provinceOf } from '../places.ts'
import { defaultReading } from '../tax-cases.ts'
import { getAdvance, listAdvances, refuseAdvance, requestAdvance, reviewAdvance } from './advances.ts'
import { acceptAgreement, withdrawAgreement } from './agreement.ts'
import { deleteCertificate, getCertificate, setCertificate } from './certificate.ts'
import { grantAdvance } from './grant-advance.ts'
import {
  confirmTaxId,
  getInformation,
  getRetentionFile,
  informationVersion,
  ofMaster,
} from './information.ts'
import { contradictionsOfProvider } from './information-faults.ts'
import { checkedIban, checkedTaxId } from './numbers-of-payees.ts'
import { locked, ofVersion } from './operations.ts'
import { maskedIban, type Provider, readProvider, writeProvider } from './settings.ts'
import { statement } from './statement.ts'
import { isHeld } from './tax-id-holders.ts'
import { taxDeclaration, taxSummary } from './tax-summary.ts'
import { updateInformation } from './write-information.ts'

export const informationOperations = {
  getBillingInformation: handle(contract.getBillingInformation, ({ tx, portal }) =>
    getInformation(tx, portal),
  ),
  updateBillingInformation: handle(
    contract.updateBillingInformation,
    async ({ tx, portal, actor, now, services, record }, { portalId: _, ...draft }) => {
      const before = await getInformation(tx, portal)
      await updateInformation(tx, portal, draft, {
        ...{ actorId: actor.person.id, now, appOrigin: services.appOrigin, files: services.files },
        staff: actor.person.staff,
      })
      const after = await getInformation(tx, portal)
      record({ targetId: portal.accountId, before, after })
      return after
    },
    { versionOf: ({ tx, portal }) => informationVersion(tx, portal.accountId) },
  ),
  confirmTaxId: handle(contract.confirmTaxId, async ({ tx, portal, record }, { taxId }) => {
    const before = await getInformation(tx, portal)
    await confirmTaxId(tx, portal, taxId)
    const after = await getInformation(tx, portal)
    record({ targetId: portal.accountId, before, after })
    return after
  }),
  getRetentionFile: handle(contract.getRetentionFile, async (call) =>
    wholeFileOut(call, await getRetentionFile(call.tx, call.portal, call.services.files)),
  ),
  acceptAgreement: handle(
    contract.acceptAgreement,
    async ({ tx, portal, actor, now, address, record }, { version, silence = false }) => {
      // A signature of the customer's: nobody of the provider's gives it for them.
      if (actor.person.staff) throw new Conflict('billing.agreementOfAccount')
      const { id: personId, name: personName } = actor.person
      const kept = await acceptAgreement(tx, portal, {
        ...{ version, offered: agreementVersion, silence, personId, personName, address, now },
      })
      record({ targetId: portal.accountId, after: kept })
      return kept
    },
  ),
  withdrawAgreement: handle(contract.withdrawAgreement, async ({ tx, portal, actor, now, record }) => {
    if (actor.person.staff) throw new Conflict('billing.agreementOfAccount')
    const { name: personName } = actor.person
    await withdrawAgreement(tx, portal, { personName, now })
    record({ targetId: portal.accountId, after: { person: personName } })
    return null
  }),
  listAdvances: handle(advances.listAdvances, ({ tx, portal, now }, { amountCents }) =>
    listAdvances(tx, portal, amountCents, now),
  ),
  requestAdvance: handle(advances.requestAdvance, async ({ tx, portal, now }, { portalId: _, ...draft }) =>
    requestAdvance(tx, portal, draft, now),
  ),
  reviewAdvance: handle(
    advances.reviewAdvance,
    async ({ tx }, { billId }) => {
      await reviewAdvance(tx, await locked(tx, billId))
      return getAdvance(tx, billId)
    },
    ofVersion,
  ),
  grantAdvance: handle(
    advances.grantAdvance,
    async ({ tx, now, actor, services }, { billId }) => {
      const { appOrigin } = services
      await grantAdvance(tx, await locked(tx, billId), { now, actorId: actor.person.id, appOrigin })
      return getAdvance(tx, billId)
    },
    ofVersion,
  ),
  refuseAdvance: handle(
    advances.refuseAdvance,
    async ({ tx, now }, { billId, reason }) => {
      await refuseAdvance(tx, await locked(tx, billId), reason, now)
      return getAdvance(tx, billId)
    },
    ofVersion,
  ),
  getProvider: handle(office.getProvider, async ({ tx }) => {
    const {
      iban,
      taxReading = defaultReading,
      ...provider
    } = (await readProvider(tx)) ?? {
      ...{ legalName: '', taxId: '', street: '', postcode: '', city: '', province: '', iban: undefined },
    }
    return { ...provider, taxReading, ibanMasked: maskedIban(iban) }
  }),
  setProvider: handle(office.setProvider, async ({ tx, record }, draft) => {
    const before = await readProvider(tx)
    const taxId = checkedTaxId(draft.taxId)
    const iban = draft.iban ? checkedIban(draft.iban) : before?.iban
    const fields = await faultsOfProvider(tx, draft, { taxId, iban, before })
    if (!taxId || !iban || Object.keys(fields).length > 0) throw new Unprocessable(fields)
    const taxReading = draft.taxReading ?? before?.taxReading
    const province = provinceOf(draft.postcode) ?? draft.province
    await writeProvider(tx, {
      ...draft,
      province,
      taxId,
      iban,
      ...(taxReading ? { taxReading } : {}),
    } as Provider)
    record({ before, after: draft })
    return { saved: true as const }
  }),
  getCertificate: handle(certificates.getCertificate, async ({ tx, now }) => ({
    certificate: await getCertificate(tx, now),
  })),
  setCertificate: handle(
    certificates.setCertificate,
    async ({ tx, now, services, record }, { confirmed = false, ...wish }) => {
      const before = await getCertificate(tx, now)
      const after = await setCertificate(tx, { ...wish, confirmed }, { now, secret: services.secret })
      record({ before, after })
      return after
    },
  ),
  deleteCertificate: handle(certificates.deleteCertificate, async ({ tx, now, record }) => {
    record({ before: await deleteCertificate(tx, now) })
    return null
  }),
  getTaxDeclaration: handle(office.getTaxDeclaration, ({ tx }, query) => taxDeclaration(tx, query)),
  getTaxSummary: handle(office.getTaxSummary, async (call, query) =>
    wholeFileOut(call, await taxSummary(call.tx, query, { locale: call.locale, marks: marksFor(call) })),
  ),
  getStatement: handle(contract.getStatement, async (call, { f, t, format }) => {
    const { tx, portal, locale, now } = call
    return wholeFileOut(
      call,
      await statement(tx, ofMaster(portal), { f, t, format, locale, now, marks: marksFor(call) }),
    )
  }),
}

/** Every field of what is said of the provider that is wrong. */
async function faultsOfProvider(
  tx: Tx,
  draft: { taxId: string; postcode: string; province: string; iban?: string | null | undefined },
  {
    taxId,
    iban,
    before,
  }: { taxId: string | undefined; iban: string | undefined; before: Provider | undefined },
): Promise<Record<string, FieldError>> {
  const held = taxId && taxId !== before?.taxId ? await isHeld(tx, taxId) : false
  return {
    ...(taxId ? {} : { taxId: { code: 'billing.taxId' } }),
    ...(held ? { taxId: { code: 'billing.taxIdOfAccount' } } : {}),
    ...contradictionsOfProvider({ ...draft, taxId: taxId ?? 'A' }),
    ...(iban ? {} : { iban: { code: draft.iban ? 'billing.iban' : 'validation.required' } }),
  }
}
