import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/file-field.tsx'
import { readBase64 } from './read-base64.ts'
import { saveOrSay } from './save-or-say.ts'

interface FileProps {
  label: string
  portalId: string
  /** Of the document that is kept now. */
  name: string | null
  error: string | undefined
  mayEdit: boolean
  onChoose: (file: { name: string; content: string }) => void
}

/** The PDF that shows why tax is withheld: choose it, or take the one that is kept. */
export function RetentionFile({ label, portalId, name, error, mayEdit, onChoose }: FileProps) {
  const [chosen, setChosen] = useState<File>()
  const choose = async (file: File | undefined) => {
    if (!file) return
    setChosen(file)
    onChoose({ name: file.name.slice(-120), content: await readBase64(file) })
  }
  const save = () => saveOrSay(`/api/portal/${portalId}/billingInformation/retentionFile`)
  return (
    <>
      {mayEdit ? (
        <FileField
          label={label}
          help={
            name
              ? m['billing.information.retentionFileNow']({ name })
              : m['billing.information.retentionFileHelp']()
          }
          error={error}
          accept="application/pdf"
          file={chosen}
          onFile={choose}
        />
      ) : undefined}
      {name ? (
        <span>
          <Button size="sm" onClick={save}>
            {m['billing.information.retentionFileSee']()}
          </Button>
        </span>
      ) : undefined}
    </>
  )
}
