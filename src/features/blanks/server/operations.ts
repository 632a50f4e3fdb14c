import { handle } from '#platform/handle.ts'
import * as contract from '../contract.ts'
import { listAlternatives, listBlanks } from './queries.ts'
import { blankOf, blankVersion, createBlank, deleteBlank, updateBlank } from './write-blank.ts'

export const operations = {
  listBlanks: handle(contract.listBlanks, ({ tx }, query) => listBlanks(tx, query)),
  getBlank: handle(contract.getBlank, ({ tx, locale }, { blankId }) => blankOf(tx, blankId, locale)),
  createBlank: handle(contract.createBlank, ({ tx }, draft) => createBlank(tx, draft)),
  updateBlank: handle(
    contract.updateBlank,
    async ({ tx, record }, { blankId, ...draft }) => {
      const before = await blankOf(tx, blankId)
      const after = await updateBlank(tx, blankId, draft)
      record({ targetId: blankId, before, after })
      return after
    },
    { versionOf: ({ tx }, { blankId }) => blankVersion(tx, blankId) },
  ),
  deleteBlank: handle(contract.deleteBlank, async ({ tx, record }, { blankId }) => {
    record({ targetId: blankId, before: await deleteBlank(tx, blankId) })
    return null
  }),
  listAlternatives: handle(contract.listAlternatives, ({ tx }, { q }) => listAlternatives(tx, q)),
}
