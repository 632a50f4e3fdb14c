import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import classes from './picture-field.module.css'

/** A part of a picture, in its own pixels. */
export interface PictureCrop {
  left: number
  top: number
  width: number
  height: number
}

/** Where the cut lies: its middle in parts of the picture, and how much it is enlarged. */
export interface CropPlace {
  x: number
  y: number
  zoom: number
}
export const zoomMax = 4

/** The part of a picture of that size that lies in a frame of that aspect, kept inside the picture. */
export function cropAt(
  place: CropPlace,
  size: { width: number; height: number },
  aspect: number,
): PictureCrop {
  const whole = Math.min(size.width, size.height * aspect) / place.zoom
  const width = Math.max(1, Math.floor(whole))
  const height = Math.max(1, Math.min(size.height, Math.floor(whole / aspect)))
  const inside = (middle: number, part: number, all: number) =>
    Math.round(Math.min(Math.max(middle * all - part / 2, 0), all - part))
  return {
    left: inside(place.x, width, size.width),
    top: inside(place.y, height, size.height),
    width,
    height,
  }
}

interface CropFrameProps {
  src: string
  aspect: number
  place: CropPlace
  size: { width: number; height: number } | undefined
  onSize: (size: { width: number; height: number }) => void
  onPlace: (place: CropPlace) => void
  onUnreadable: () => void
}

const steps: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The picture behind its frame: dragged, or moved with the arrows. */
export function CropFrame({ src, aspect, place, size, onSize, onPlace, onUnreadable }: CropFrameProps) {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const from = useRef<{ x: number; y: number }>(undefined)
  const crop = size && cropAt(place, size, aspect)

  /** Moves the cut by pixels of the picture. */
  const move = (x: number, y: number) => {
    if (!size || !crop) return
    const wished = cropAt(
      {
        ...place,
        x: (crop.left + crop.width / 2 + x) / size.width,
        y: (crop.top + crop.height / 2 + y) / size.height,
      },
      size,
      aspect,
    )
    onPlace({
      ...place,
      x: (wished.left + wished.width / 2) / size.width,
      y: (wished.top + wished.height / 2) / size.height,
    })
  }
  const drag = (event: PointerEvent) => {
    if (!from.current || !crop || !frame) return
    const scale = crop.width / frame.clientWidth
    move((from.current.x - event.clientX) * scale, (from.current.y - event.clientY) * scale)
    from.current = { x: event.clientX, y: event.clientY }
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || !crop) return
    event.preventDefault()
    move((step[0] * crop.width) / 20, (step[1] * crop.height) / 20)
  }
  const part = (value: number) => `${value * 100}%`
  return (
    <button
      type="button"
      ref={setFrame}
      className={classes.frame}
      style={{ aspectRatio: aspect }}
      aria-label={m['files.crop.frame']()}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        from.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        from.current = undefined
      }}
      onKeyDown={press}
    >
      <img
        src={src}
        alt=""
        draggable={false}
        onLoad={({ currentTarget }) =>
          onSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
        }
        onError={onUnreadable}
        style={
          size && crop
            ? {
                width: part(size.width / crop.width),
                height: part(size.height / crop.height),
                left: part(-crop.left / crop.width),
                top: part(-crop.top / crop.height),
              }
            : { opacity: 0 }
        }
      />
    </button>
  )
}
