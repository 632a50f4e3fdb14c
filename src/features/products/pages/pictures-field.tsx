import { mdiArrowUp, mdiTrashCanOutline } from '@mdi/js'
import { PictureField } from '#features/files/pages/picture-field.tsx'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import type { ProductValues } from './product-values.ts'
import classes from './products.module.css'

type Pictures = ProductValues['pictures']

interface PicturesFieldProps {
  portalId: string
  pictures: Pictures
  error: string | undefined
  disabled: boolean
  onChange: (pictures: Pictures) => void
}

/** Pictures in the order that fans see them, each with what it shows. The first one stands for the product. */
export function PicturesField({ portalId, pictures, error, disabled, onChange }: PicturesFieldProps) {
  const up = (at: number) =>
    onChange(
      pictures.map((one, place) => pictures[place === at - 1 ? at : place === at ? at - 1 : place] ?? one),
    )
  return (
    <>
      {pictures.length > 0 ? (
        <ol className={classes.pictures}>
          {pictures.map(({ url, alt }, at) => (
            <li key={url}>
              <img src={url} alt="" />
              <span className={classes.alt}>
                <input
                  aria-label={m['products.form.alt']({ place: at + 1 })}
                  placeholder={m['products.form.altPlaceholder']()}
                  maxLength={160}
                  value={alt}
                  disabled={disabled}
                  onChange={(event) => {
                    const next = event.currentTarget.value
                    onChange(pictures.map((one, place) => (place === at ? { url, alt: next } : one)))
                  }}
                />
              </span>
              {disabled ? undefined : (
                <>
                  <IconButton
                    label={m['products.form.pictureUp']({ place: at + 1 })}
                    path={mdiArrowUp}
                    disabled={at === 0}
                    onClick={() => up(at)}
                  />
                  <IconButton
                    label={m['products.form.pictureRemove']({ place: at + 1 })}
                    path={mdiTrashCanOutline}
                    onClick={() => onChange(pictures.filter((_, place) => place !== at))}
                  />
                </>
              )}
            </li>
          ))}
        </ol>
      ) : undefined}
      {disabled || pictures.length >= 12 ? undefined : portalId ? (
        <PictureField
          key={pictures.length}
          portalId={portalId}
          label={m['products.form.addPicture']()}
          use="cover"
          aspect={1}
          value={null}
          fallback={null}
          error={error}
          onChange={(url) => (url ? onChange([...pictures, { url, alt: '' }]) : undefined)}
        />
      ) : (
        <p className={classes.soft}>{m['products.form.portalFirst']()}</p>
      )}
    </>
  )
}
