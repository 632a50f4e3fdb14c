import { eq } from 'drizzle-orm'
import { Conflict } from '#platform/errors.ts'
import { wholeFileOut } from '#platform/file-out.ts'
import { handle } from '#platform/handle.ts'
import * as contract from '../payments-contract.ts'
import { ofMaster } from './information.ts'
import { billingInformation } from './information-table.ts'
import { matchStatement } from './match-statement.ts'
import { payoutLimit, setPayoutLimit } from './payout-limit.ts'
import {
  confirmRemittance,
  createRemittance,
  downloadRemittance,
  listRemittances,
  remittanceFile,
  undoRemittance,
} from './remittance.ts'

export const paymentOperations = {
  listRemittances: handle(contract.listRemittances, ({ tx, now, actor }, { page = 1 }) =>
    listRemittances(tx, page, { now, actorId: actor.person.id }),
  ),
  createRemittance: handle(contract.createRemittance, async ({ tx, actor, now, record }, { on, billIds }) => {
    const made = await createRemittance(tx, { on, billIds, now, actorId: actor.person.id })
    record({ targetId: made.id, after: made })
    return made
  }),
  confirmRemittance: handle(
    contract.confirmRemittance,
    async ({ tx, actor, now, record }, { remittanceId }) => {
      const after = await confirmRemittance(tx, remittanceId, { now, actorId: actor.person.id })
      record({ targetId: remittanceId, after })
      return after
    },
  ),
  undoRemittance: handle(contract.undoRemittance, async ({ tx, actor, now, record }, { remittanceId }) => {
    const after = await undoRemittance(tx, remittanceId, { now, actorId: actor.person.id })
    record({ targetId: remittanceId, after })
    return after
  }),
  downloadRemittance: handle(
    contract.downloadRemittance,
    async ({ tx, actor, now, record }, { remittanceId }) => {
      const after = await downloadRemittance(tx, remittanceId, { now, actorId: actor.person.id })
      record({ targetId: remittanceId, after })
      return after
    },
  ),
  getRemittanceFile: handle(contract.getRemittanceFile, async (call, { remittanceId }) =>
    wholeFileOut(call, await remittanceFile(call.tx, remittanceId)),
  ),
  matchStatement: handle(
    contract.matchStatement,
    async ({ tx, actor, now, services, record }, { file, mode }) => {
      const { appOrigin } = services
      const told = await matchStatement(tx, file, mode, { now, appOrigin, actorId: actor.person.id })
      const { entries, ...after } = told
      record({ after: { ...after, lines: entries.length } })
      return told
    },
    { rehearsal: ({ mode }) => mode === 'check' },
  ),
  setPayoutLimit: handle(
    contract.setPayoutLimit,
    async ({ tx, now, actor, record }, { confirmAboveCents }) => {
      const before = await payoutLimit(tx, now)
      const after = await setPayoutLimit(tx, confirmAboveCents, { now, actorId: actor.person.id })
      record({ before, after })
      return after
    },
  ),
  setPayoutMinimum: handle(contract.setPayoutMinimum, async ({ tx, portal, record }, { minimumCents }) => {
    const accountId = ofMaster(portal)
    const of = eq(billingInformation.accountId, accountId)
    const [known] = await tx
      .select({ minimumCents: billingInformation.payoutMinimumCents })
      .from(billingInformation)
      .where(of)
    if (!known) throw new Conflict('billing.informationMissing')
    await tx.update(billingInformation).set({ payoutMinimumCents: minimumCents }).where(of)
    record({ targetId: accountId, before: known, after: { minimumCents } })
    return { minimumCents }
  }),
}
