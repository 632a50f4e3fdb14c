import { mdiImagePlusOutline, mdiTrashCanOutline } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { isFailure, type Result } from '#client.ts'
import type { PictureUse } from '#features/files/contract.ts'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import type { PictureCrop } from './crop-frame.tsx'
import classes from './picture-field.module.css'

// Most visits to a form change no picture.
const CropDialog = lazy(() => import('./crop-dialog.tsx'))

interface PictureFieldProps {
  /** Whose picture it is: a portal's … */
  portalId?: string
  /** … or stored by another call. */
  store?: (file: File, crop: PictureCrop | undefined) => Promise<Result<{ url: string }>>
  label: string
  help?: string
  use: PictureUse
  /** Width by height of the part that is kept; without it the picture is kept whole. */
  aspect?: number
  value: string | null
  /** Shown where there is no picture. */
  fallback: React.ReactNode
  /** The fallback is a drawing that could be taken for a chosen picture: it is said that it is none. */
  drawn?: boolean
  error?: string | undefined
  disabled?: boolean
  onChange: (url: string | null) => void
}

/** A picture of the portal: chosen from the device, cut in the browser, uploaded at once; the form keeps its address. */
export function PictureField(props: PictureFieldProps) {
  const { portalId, store, label, help, use, aspect, value, fallback, drawn, disabled, onChange } = props
  const { api } = useRouteContext({ from: '__root__' })
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const upload = async (file: File, crop: PictureCrop | undefined) => {
    setBusy(true)
    const stored = await (store
      ? store(file, crop)
      : api.files.uploadFile({ portalId: portalId ?? '', file, use, ...crop }))
    setBusy(false)
    setChosen(undefined)
    if (!isFailure(stored)) return onChange(stored.url)
    const said = typeof stored?.error === 'object' ? stored.error : undefined
    setProblem(said?.fields?.file ?? said?.message ?? m['files.failed']())
  }
  const choose = (file: File | undefined) => {
    if (!file) return
    setProblem(undefined)
    if (aspect) setChosen(file)
    else void upload(file, undefined)
  }
  const said = help ?? m['files.help']()
  return (
    <Field
      label={label}
      help={value || !drawn ? said : m['files.standIn']({ help: said })}
      error={problem ?? props.error}
      optional
    >
      {(wiring) => (
        <div className={classes.field}>
          {value ? <img src={value} alt="" className={classes.picture} /> : fallback}
          <input
            ref={input}
            {...wiring}
            type="file"
            accept="image/jpeg,image/png,image/webp"
            className={classes.input}
            disabled={disabled}
            onChange={(event) => {
              choose(event.currentTarget.files?.[0])
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
            {value ? m['files.change']() : m['files.choose']()}
          </Button>
          {value && !disabled ? (
            <IconButton
              label={m['files.remove']()}
              path={mdiTrashCanOutline}
              onClick={() => onChange(null)}
            />
          ) : undefined}
          {chosen && aspect ? (
            <Suspense>
              <CropDialog
                file={chosen}
                shapes={[{ label: '', aspect }]}
                busy={busy}
                onDone={(crop) => upload(chosen, crop)}
                onUnreadable={() => {
                  setChosen(undefined)
                  setProblem(m['files.unreadable']())
                }}
                onClose={() => setChosen(undefined)}
              />
            </Suspense>
          ) : undefined}
        </div>
      )}
    </Field>
  )
}
