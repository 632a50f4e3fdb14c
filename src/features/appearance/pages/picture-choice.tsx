import { mdiAlertCircleOutline, mdiTrayArrowUp } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import classes from './picture-choice.module.css'

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
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const wrong = refused ?? error

  const upload = async (file: File | undefined) => {
    if (!file) return
    setBusy(true)
    setRefused(undefined)
    const stored = await api.files.uploadFile({ portalId, file, use })
    setBusy(false)
    if (input.current) input.current.value = ''
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
          onChange={(event) => upload(event.currentTarget.files?.[0])}
        />
      </div>
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
