import { mdiTrayArrowUp } from '@mdi/js'
import { useRef } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import classes from './file-field.module.css'

interface FileFieldProps {
  label: string
  help?: string
  error?: string | undefined
  /** What the browser's own dialog offers. */
  accept: string
  file: File | undefined
  onFile: (file: File | undefined) => void
}

/** A file from the device; the browser's own control speaks the browser's language, so a button stands for it. */
export function FileField({ label, help, error, accept, file, onFile }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Field label={label} help={help} error={error}>
      {(wiring) => (
        <span className={classes.row}>
          <input
            ref={input}
            {...wiring}
            type="file"
            accept={accept}
            className={classes.input}
            onChange={(event) => {
              onFile(event.currentTarget.files?.[0])
              // The same file can be chosen again once it has been corrected.
              event.currentTarget.value = ''
            }}
          />
          <Button icon={mdiTrayArrowUp} tabIndex={-1} onClick={() => input.current?.click()}>
            {file ? m['files.other']() : m['files.chooseFile']()}
          </Button>
          {file ? <span className={classes.name}>{file.name}</span> : undefined}
        </span>
      )}
    </Field>
  )
}
