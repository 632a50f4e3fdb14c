import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { BulkBar } from '#ui/bulk-bar.tsx'
import { Button } from '#ui/button.tsx'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

/** What can be done to all products that are chosen. */
export function ProductsBulk({ chosen, onClear }: { chosen: readonly string[]; onClear: () => void }) {
  const [open, setOpen] = useState<'archive' | 'price'>()
  const count =
    chosen.length === 1 ? m['products.bulk.one']() : m['products.bulk.count']({ count: chosen.length })
  return (
    <BulkBar
      label={m['products.bulk.label']()}
      count={count}
      clearLabel={m['products.bulk.clear']()}
      onClear={onClear}
    >
      <Button size="sm" onClick={() => setOpen('price')}>
        {m['products.bulk.price']()}
      </Button>
      <Button size="sm" onClick={() => setOpen('archive')}>
        {m['products.bulk.archive']()}
      </Button>
      <Suspense>
        {open ? (
          <BulkDialog kind={open} ids={chosen} onDone={onClear} onClose={() => setOpen(undefined)} />
        ) : undefined}
      </Suspense>
    </BulkBar>
  )
}
