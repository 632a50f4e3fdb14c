import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { CropFrame, type CropPlace, cropAt, type PictureCrop, zoomMax } from './crop-frame.tsx'
import classes from './picture-field.module.css'

interface CropDialogProps {
  file: File
  aspect: number
  busy: boolean
  onDone: (crop: PictureCrop) => void
  onUnreadable: () => void
  onClose: () => void
}

/** Chooses the part of a picture that is kept, before it is uploaded. */
export default function CropDialog({ file, aspect, busy, onDone, onUnreadable, onClose }: CropDialogProps) {
  const [src, setSrc] = useState<string>()
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [place, setPlace] = useState<CropPlace>({ x: 0.5, y: 0.5, zoom: 1 })
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <Modal.Root opened onClose={onClose} size={dialogWidthPx} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={m['files.crop.title']()}>
        <Modal.Body>
          <div className={classes.crop}>
            <h2>{m['files.crop.title']()}</h2>
            {src ? (
              <CropFrame
                {...{ src, aspect, place, size, onUnreadable }}
                onSize={setSize}
                onPlace={setPlace}
              />
            ) : undefined}
            <label className={classes.zoom}>
              {m['files.crop.zoom']()}
              <input
                type="range"
                min={1}
                max={zoomMax}
                step={0.05}
                value={place.zoom}
                onChange={(event) => setPlace({ ...place, zoom: Number(event.currentTarget.value) })}
              />
            </label>
            <div className={classes.actions}>
              <Button onClick={onClose}>{m['ui.cancel']()}</Button>
              <Button
                look="primary"
                busy={busy}
                disabled={!size}
                onClick={() => size && onDone(cropAt(place, size, aspect))}
              >
                {m['files.crop.done']()}
              </Button>
            </div>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
