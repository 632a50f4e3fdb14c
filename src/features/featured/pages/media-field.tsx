import { mdiImagePlusOutline } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import classes from './media-field.module.css'
import { MediaPreview } from './media-preview.tsx'

interface MediaFieldProps {
  portalId: string
  value: string | null
  error: string | undefined
  disabled: boolean
  onChange: (url: string) => void
}

/** A pick's picture or video: chosen from the device, uploaded at once; the form keeps its address. */
export function MediaField({ portalId, value, error, disabled, onChange }: MediaFieldProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const upload = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setProblem(undefined)
    const stored = await api.files.uploadFile({ portalId, file, use: 'wide', video: 'true' })
    setBusy(false)
    if (!isFailure(stored)) return onChange(stored.url)
    const said = typeof stored?.error === 'object' ? stored.error : undefined
    setProblem(said?.fields?.file ?? said?.message ?? m['featured.form.uploadFailed']())
  }
  return (
    <Field label={m['featured.form.media']()} help={m['featured.form.mediaHelp']()} error={problem ?? error}>
      {(wiring) => (
        <div className={classes.field}>
          {value ? <MediaPreview url={value} /> : undefined}
          <input
            ref={input}
            {...wiring}
            type="file"
            className={classes.input}
            data-unseen="always"
            accept="image/jpeg,image/png,image/webp,video/mp4,video/webm"
            disabled={disabled}
            onChange={(event) => {
              void upload(event.currentTarget.files?.[0])
              // The same file can be chosen again after a refusal.
              event.currentTarget.value = ''
            }}
          />
          <Button
            icon={mdiImagePlusOutline}
            busy={busy}
            disabled={disabled}
            onClick={() => input.current?.click()}
          >
            {value ? m['featured.form.mediaChange']() : m['featured.form.mediaChoose']()}
          </Button>
        </div>
      )}
    </Field>
  )
}
