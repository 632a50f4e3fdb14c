import { mdiAlertCircleOutline, mdiTrayArrowUp } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { isFailure } from '#client.ts'
import type { PictureCrop } from '#features/files/pages/crop-frame.tsx'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import classes from './picture-choice.module.css'

const CropDialog = lazy(() => import('#features/files/pages/crop-dialog.tsx'))

interface PictureChoiceProps {
  portalId: string
  label: string
  help: string
  use: 'wide' | 'logo'
  url: string | null
  error?: string | undefined
  onChange: (url: string | null) => void
}

/** A picture of the portal: chosen from the machine, stored at once, shown small, taken away. */
export function PictureChoice({ portalId, label, help, use, url, error, onChange }: PictureChoiceProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  const [chosen, setChosen] = useState<File>()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const wrong = refused ?? error

  const upload = async (file: File, crop: PictureCrop | undefined) => {
    setBusy(true)
    const stored = await api.files.uploadFile({ portalId, file, use, ...crop })
    setBusy(false)
    setChosen(undefined)
    if (isFailure(stored)) {
      const said = typeof stored?.error === 'object' ? stored.error : undefined
      setRefused(said?.fields?.file ?? said?.message ?? m['appearance.picture.failed']())
    } else onChange(stored.url)
  }
  return (
    <div className={classes.choice}>
      <span className={classes.label} id={`${id}label`}>
        {label}
      </span>
      <div className={classes.row}>
        {url ? <img src={url} alt="" data-use={use} /> : undefined}
        <Button
          size="sm"
          icon={mdiTrayArrowUp}
          busy={busy}
          aria-describedby={`${id}label ${id}note`}
          onClick={() => input.current?.click()}
        >
          {busy
            ? m['appearance.picture.uploading']()
            : url
              ? m['appearance.picture.change']()
              : m['appearance.picture.choose']()}
        </Button>
        {url ? (
          <Button size="sm" look="ghost" aria-describedby={`${id}label`} onClick={() => onChange(null)}>
            {m['appearance.picture.remove']()}
          </Button>
        ) : undefined}
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={label}
          onChange={(event) => {
            setRefused(undefined)
            setChosen(event.currentTarget.files?.[0])
            // The same file can be chosen again after a refusal.
            event.currentTarget.value = ''
          }}
        />
      </div>
      {chosen ? (
        <Suspense>
          <CropDialog
            file={chosen}
            shapes={shapesOf(use)}
            busy={busy}
            onDone={(crop) => upload(chosen, crop)}
            onUnreadable={() => {
              setChosen(undefined)
              setRefused(m['files.unreadable']())
            }}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      ) : undefined}
      {wrong ? (
        <span id={`${id}note`} role="alert" className={classes.error}>
          <Icon path={mdiAlertCircleOutline} size={16} />
          {wrong}
        </span>
      ) : (
        <span id={`${id}note`} className={classes.help}>
          {help}
        </span>
      )}
    </div>
  )
}

/** A cover fills what its design leaves it; a logo is cut to its own shape. */
const shapesOf = (use: 'wide' | 'logo') => [
  { label: m['files.crop.whole']() },
  { label: m['files.crop.square'](), aspect: 1 },
  use === 'wide'
    ? { label: m['files.crop.wide'](), aspect: 16 / 9 }
    : { label: m['files.crop.flat'](), aspect: 3 },
]
