import { namesOf } from '#features/account/server/names-of.ts'
import { BadInput } from '#platform/errors.ts'
import { handle } from '#platform/handle.ts'
import { seenInView } from '#platform/of-portals.ts'
import * as contract from '../contract.ts'
import { listAllStocks } from './all-stocks.ts'
import { exportAllStocks } from './export-all-stocks.ts'
import { exportStocks } from './export-stocks.ts'
import { type Counted, importCount, readCount } from './import-count.ts'
import { countStock, lockStock, moveStock, stockOf, transferStock, updateStock } from './move-stock.ts'
import { listStocks, movementsOf } from './queries.ts'

export const operations = {
  listStocks: handle(contract.listStocks, ({ tx, portal }, { portalId: _, ...query }) =>
    listStocks(tx, portal.id, query),
  ),
  listAllStocks: handle(contract.listAllStocks, (call, query) =>
    listAllStocks(call.tx, query, seenInView(call)),
  ),
  exportAllStocks: handle(contract.exportAllStocks, (call, query) => exportAllStocks(call, query)),
  getStock: handle(contract.getStock, async ({ tx, portal }, { stockId }) => {
    const row = await stockOf(tx, portal.id, stockId)
    const { people, movementsTotal, toMovements } = await movementsOf(tx, portal.id, stockId)
    return { ...row, movements: toMovements(await namesOf(tx, people)), movementsTotal }
  }),
  updateStock: handle(
    contract.updateStock,
    async ({ tx, portal, record }, { stockId, incoming, safety, lowAt }) => {
      const before = await stockOf(tx, portal.id, stockId)
      const after = await updateStock(tx, portal.id, stockId, { incoming, safety, lowAt })
      record({ targetId: stockId, before, after })
      return after
    },
    {
      versionOf: async ({ tx, portal }, { stockId }) => (await lockStock(tx, portal.id, stockId)).version,
    },
  ),
  addMovement: handle(contract.addMovement, async (call, { stockId, kind, units, note }) => {
    const { tx, portal, actor, record } = call
    if (units === 0 && (kind !== 'note' || !note))
      throw new BadInput('invalidInput', { units: { code: 'stocks.nothing' } })
    if (kind === 'note' && units !== 0)
      throw new BadInput('invalidInput', { units: { code: 'stocks.noteMoves' } })
    const after = await moveStock(tx, portal.id, stockId, { kind, units, note, personId: actor.person.id })
    record({ targetId: stockId, after: { name: after.name, kind, units, onHand: after.onHand } })
    return after
  }),
  countStock: handle(contract.countStock, async (call, { stockId, onHand, note }) => {
    const { tx, portal, actor, record } = call
    const before = await stockOf(tx, portal.id, stockId)
    const after = await countStock(tx, portal.id, stockId, { onHand, note, personId: actor.person.id })
    record({
      targetId: stockId,
      before: { name: before.name, onHand: before.onHand },
      after: { name: after.name, onHand: after.onHand },
    })
    return after
  }),
  transferStock: handle(contract.transferStock, async (call, { portalId: _, ...wish }) => {
    const { tx, portal, actor, record } = call
    const moved = await transferStock(tx, portal.id, { ...wish, personId: actor.person.id })
    record({ targetId: wish.fromId, after: { name: moved.from.name, units: wish.units } })
    return moved
  }),
  exportStocks: handle(contract.exportStocks, (call, { portalId: _, ...query }) => exportStocks(call, query)),
  importCount: handle(
    contract.importCount,
    async (call, { mode }, counted: Counted[]) => {
      const { tx, portal, actor, locale, record } = call
      const answer = await importCount(tx, portal.id, counted, mode, {
        locale,
        personId: actor.person.id,
      })
      record({ after: { changed: answer.changed } })
      return answer
    },
    { before: ({ locale }, { file, decimal }) => readCount(file, locale, decimal) },
  ),
}
