import type { Actor } from '#platform/actor.ts'
import type { View } from '#platform/call.ts'
import { handle } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import * as contract from '../contract.ts'
import { createView, deleteView, listViews, type Reader, updateView } from './saved-views.ts'

interface Called {
  actor: Actor
  view: View | undefined
}

const inView = <T>({ actor, view }: Called, run: (reader: Reader) => Promise<T>): Promise<T> => {
  if (!view) throw new Error('A call of scope "view" without a view')
  return run({ personId: actor.person.id, name: actor.person.name, view })
}

export const operations = {
  listViews: handle(contract.listViews, async (call) => {
    const items = await inView(call, (reader) => listViews(call.tx, reader))
    return listOf(items, items.length, 1)
  }),
  createView: handle(contract.createView, (call, draft) =>
    inView(call, (reader) => createView(call.tx, reader, draft)),
  ),
  updateView: handle(contract.updateView, async (call, { viewId, ...draft }) => {
    const { before, after } = await inView(call, (reader) => updateView(call.tx, reader, viewId, draft))
    call.record({ targetId: viewId, before, after })
    return after
  }),
  deleteView: handle(contract.deleteView, async (call, { viewId }) => {
    const before = await inView(call, (reader) => deleteView(call.tx, reader, viewId))
    call.record({ targetId: viewId, before })
    return null
  }),
}
