import { lazy, Suspense, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form-page.tsx'
import type { ContactDetail } from '../contract.ts'
import classes from './contacts.module.css'

const EraseDialog = lazy(() => import('./erase-dialog.tsx'))

/** The way to erase a person on their request. */
export function EraseContact({ contact }: { contact: ContactDetail }) {
  const [asking, setAsking] = useState(false)
  return (
    <FormSection title={m['contacts.erase.title']()}>
      <div className={classes.danger}>
        <p>{m['contacts.erase.about']()}</p>
        <Button look="danger" onClick={() => setAsking(true)}>
          {m['contacts.erase.open']()}
        </Button>
      </div>
      {asking ? (
        <Suspense>
          <EraseDialog contact={contact} onClose={() => setAsking(false)} />
        </Suspense>
      ) : undefined}
    </FormSection>
  )
}
