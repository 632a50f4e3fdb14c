import { mdiDownload, mdiPlus, mdiUpload } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { toast } from '#ui/toast.tsx'
import type { ContactsSearch } from './contacts-search.ts'

const ContactDialog = lazy(() => import('./contact-dialog.tsx'))
const ImportDialog = lazy(() => import('./import-dialog.tsx'))

/** A new contact, many from a file, and the file of those that the filters leave. */
export function ContactsActions({ search }: { search: ContactsSearch }) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const [open, setOpen] = useState<'one' | 'many'>()
  const [saving, setSaving] = useState(false)
  if (!can(permissionsOf(session), 'contacts.managecontacts')) return null
  const save = async () => {
    const { page: _, ...filters } = search
    const parts: string[] = []
    setSaving(true)
    for (let batch: number | null = 1; batch; ) {
      const part = await api.contacts.exportContacts({ ...filters, batch })
      if (isFailure(part)) {
        setSaving(false)
        return toast(m['contacts.exportFailed'](), { kind: 'error' })
      }
      parts.push(part.csv)
      batch = part.next
      if (!batch) download(part.name, parts.join(''), 'text/csv')
    }
    setSaving(false)
  }
  const close = () => setOpen(undefined)
  return (
    <>
      <IconButton
        framed
        label={m['contacts.export']()}
        path={mdiDownload}
        aria-busy={saving}
        onClick={saving ? undefined : save}
      />
      <Button icon={mdiUpload} onClick={() => setOpen('many')}>
        {m['contacts.import.open']()}
      </Button>
      <Button look="primary" icon={mdiPlus} onClick={() => setOpen('one')}>
        {m['contacts.create.open']()}
      </Button>
      <Suspense>
        {open === 'one' ? <ContactDialog onClose={close} /> : undefined}
        {open === 'many' ? <ImportDialog onClose={close} /> : undefined}
      </Suspense>
    </>
  )
}
