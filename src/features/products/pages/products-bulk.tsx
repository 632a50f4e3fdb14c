import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'
import { useUndoable } from '#ui/use-undoable.ts'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

/** What can be done to all products that are chosen. */
export function ProductsBulk({ chosen, onClear }: { chosen: readonly string[]; onClear: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [pricing, setPricing] = useState(false)
  const undoable = useUndoable()
  const count =
    chosen.length === 1 ? m['products.bulk.one']() : m['products.bulk.count']({ count: chosen.length })
  const archive = async () => {
    const done = await undoable({
      act: (options) =>
        api.products.changeProducts({ ids: [...chosen], archive: true, preview: false }, options),
      done: ({ changed }) => m['products.bulk.archived']({ count: changed }),
      failed: m['products.bulk.failed'],
    })
    if (done) onClear()
  }
  return (
    <BulkBar
      label={m['products.bulk.label']()}
      count={count}
      clearLabel={m['products.bulk.clear']()}
      onClear={onClear}
    >
      <Button size="sm" onClick={() => setPricing(true)}>
        {m['products.bulk.price']()}
      </Button>
      <Button size="sm" onClick={archive}>
        {m['products.bulk.archive']()}
      </Button>
      <Suspense>
        {pricing ? <BulkDialog ids={chosen} onDone={onClear} onClose={() => setPricing(false)} /> : undefined}
      </Suspense>
    </BulkBar>
  )
}
