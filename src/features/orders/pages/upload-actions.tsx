import { mdiUpload } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { ButtonLink } from '#ui/button.tsx'
import type { ImportWays } from './import-ways.ts'

/** The ways to the files of orders: those that came before, and a new one. */
export function UploadActions({ ways, editable }: { ways: ImportWays; editable: boolean }) {
  return (
    <>
      <ButtonLink {...ways.imports}>{m['orders.imports.title']()}</ButtonLink>
      {editable ? (
        <ButtonLink look="primary" icon={mdiUpload} {...ways.fresh}>
          {m['orders.upload.open']()}
        </ButtonLink>
      ) : undefined}
    </>
  )
}
