import { mdiUpload } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { ButtonLink } from '#ui/button.tsx'

/** The ways to the files of orders: those that came before, and a new one. */
export function UploadActions({ editable }: { editable: boolean }) {
  return (
    <>
      <ButtonLink to="/stocks/imports">{m['orders.imports.title']()}</ButtonLink>
      {editable ? (
        <ButtonLink look="primary" icon={mdiUpload} to="/stocks/imports/new">
          {m['orders.upload.open']()}
        </ButtonLink>
      ) : undefined}
    </>
  )
}
