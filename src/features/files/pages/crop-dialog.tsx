import { useEffect, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { Segments } from '#ui/field.tsx'
import { CropFrame, type CropPlace, cropAt, type PictureCrop, zoomMax } from './crop-frame.tsx'
import classes from './picture-field.module.css'

/** A shape that a picture can be cut to; without an aspect it is kept whole. */
export interface CropShape {
  label: string
  /** Width by height. */
  aspect?: number
}

interface CropDialogProps {
  file: File
  /** To choose from; of a single one nothing is asked. */
  shapes: readonly CropShape[]
  busy: boolean
  onDone: (crop: PictureCrop | undefined) => void
  onUnreadable: () => void
  onClose: () => void
}

const middle: CropPlace = { x: 0.5, y: 0.5, zoom: 1 }

/** Chooses the part of a picture that is kept, before it is uploaded. */
export default function CropDialog({ file, shapes, busy, onDone, onUnreadable, onClose }: CropDialogProps) {
  const [src, setSrc] = useState<string>()
  const [size, setSize] = useState<{ width: number; height: number }>()
  const [place, setPlace] = useState<CropPlace>(middle)
  const [shape, setShape] = useState(shapes[0])
  const aspect = shape?.aspect
  useEffect(() => {
    const address = URL.createObjectURL(file)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <Dialog label={m['files.crop.title']()} onClose={onClose}>
      <DialogParts title={m['files.crop.title']()}>
        {shapes.length > 1 ? (
          <Segments
            label={m['files.crop.shape']()}
            value={shape?.label ?? ''}
            options={shapes.map(({ label }) => ({ value: label, label }))}
            onChange={(label) => {
              setShape(shapes.find((one) => one.label === label))
              setPlace(middle)
            }}
          />
        ) : undefined}
        {src && aspect ? (
          <CropFrame {...{ src, aspect, place, size, onUnreadable }} onSize={setSize} onPlace={setPlace} />
        ) : src ? (
          <img
            src={src}
            alt=""
            className={classes.whole}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize({ width, height })
            }
            onError={onUnreadable}
          />
        ) : undefined}
        {aspect ? (
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
        ) : undefined}
        <DialogActions>
          <Button onClick={onClose}>{m['ui.cancel']()}</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={!size}
            onClick={() => size && onDone(aspect ? cropAt(place, size, aspect) : undefined)}
          >
            {m['files.crop.done']()}
          </Button>
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}
