import { handle } from '#platform/handle.ts'
import * as contract from '../fiscal-contract.ts'
import { answerRequirement } from './answer-requirement.ts'
import { checkChain } from './check-chain.ts'
import { exportFiscal } from './export-fiscal.ts'
import { writeDates } from './fiscal-dates.ts'
import { fiscalSettings, signDeclaration } from './fiscal-settings.ts'
import { logModes } from './follow-modes.ts'
import { listEvents, listIssuers, listRecords } from './list-fiscal.ts'
import { setFiscalMode } from './set-fiscal-mode.ts'

/** How Veri*factu records are made, sent or signed, and kept. */
export const fiscalOperations = {
  getFiscalSettings: handle(contract.getFiscalSettings, ({ tx, now }) => fiscalSettings(tx, now)),
  listFiscalIssuers: handle(contract.listFiscalIssuers, ({ tx, now }, query) => listIssuers(tx, query, now)),
  listFiscalRecords: handle(contract.listFiscalRecords, ({ tx }, query) => listRecords(tx, query)),
  listFiscalEvents: handle(contract.listFiscalEvents, ({ tx }, query) => listEvents(tx, query)),
  setFiscalMode: handle(contract.setFiscalMode, async ({ tx, now, actor, services, record }, wish) => {
    const before = await setFiscalMode(tx, wish, { now, person: actor.person })
    // An end or a beginning stands in the log from its moment on.
    await logModes(tx, { now, secret: services.secret })
    record({
      ...(wish.issuerTaxId ? { targetId: wish.issuerTaxId } : {}),
      before: { mode: before },
      after: wish,
    })
    return { saved: true as const }
  }),
  setFiscalDates: handle(contract.setFiscalDates, async ({ tx, record }, dates) => {
    record({ before: await writeDates(tx, dates), after: dates })
    return { saved: true as const }
  }),
  signFiscalDeclaration: handle(
    contract.signFiscalDeclaration,
    async ({ tx, now, actor, record }, { place }) => {
      record({ after: await signDeclaration(tx, place, { now, person: actor.person.name }) })
      return { saved: true as const }
    },
  ),
  checkFiscalChain: handle(
    contract.checkFiscalChain,
    async ({ tx, now, services, record }, { issuerTaxId }) => {
      const found = await checkChain(tx, issuerTaxId, { now, secret: services.secret })
      record({
        targetId: issuerTaxId,
        after: { records: found.records, events: found.events, anomalies: found.anomalies.length },
      })
      return found
    },
  ),
  exportFiscal: handle(contract.exportFiscal, async ({ tx, now, services, record }, wish) => {
    const file = await exportFiscal(tx, wish, { now, secret: services.secret })
    record({ targetId: wish.issuerTaxId, after: { ...wish, count: file.count } })
    return file
  }),
  answerRequirement: handle(contract.answerRequirement, async ({ tx, now, services, record }, wish) => {
    const answer = await answerRequirement(tx, wish, { now, secret: services.secret })
    const { count, unsigned, files } = answer
    record({ targetId: wish.issuerTaxId, after: { ...wish, count, unsigned, files: files.length } })
    return answer
  }),
}
