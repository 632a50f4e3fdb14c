import { mdiClose } from '@mdi/js'
import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import classes from './products.module.css'

const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

/** Count, verbs and × for the chosen rows. */
export function BulkBar({ chosen, onClear }: { chosen: readonly string[]; onClear: () => void }) {
  const [open, setOpen] = useState<'archive' | 'price'>()
  return (
    <section className={classes.bulk} aria-label={m['products.bulk.label']()}>
      <b>
        {chosen.length === 1 ? m['products.bulk.one']() : m['products.bulk.count']({ count: chosen.length })}
      </b>
      <Button size="sm" onClick={() => setOpen('price')}>
        {m['products.bulk.price']()}
      </Button>
      <Button size="sm" onClick={() => setOpen('archive')}>
        {m['products.bulk.archive']()}
      </Button>
      <IconButton label={m['products.bulk.clear']()} path={mdiClose} onClick={onClear} />
      <Suspense>
        {open ? (
          <BulkDialog kind={open} ids={chosen} onDone={onClear} onClose={() => setOpen(undefined)} />
        ) : undefined}
      </Suspense>
    </section>
  )
}
