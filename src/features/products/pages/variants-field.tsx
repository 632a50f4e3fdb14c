import { mdiTrashCanOutline } from '@mdi/js'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Matrix, MatrixCell, MatrixFault } from '#ui/matrix.tsx'
import type { VariantValues } from './product-values.ts'
import classes from './products.module.css'

interface VariantsFieldProps {
  variants: VariantValues[]
  /** By the field's name in the API: `variants.0.sku`. */
  errors: Record<string, string>
  /** SKUs of new rows start with it. */
  sku: string
  disabled: boolean
  onChange: (variants: VariantValues[]) => void
}

const parts = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]
const code = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()

/** Sizes by colours: made as a matrix, then each row with its own SKU and price. */
export function VariantsField({ variants, errors, sku, disabled, onChange }: VariantsFieldProps) {
  const [sizes, setSizes] = useState('')
  const [colours, setColours] = useState('')
  const add = () => {
    const wanted = (parts(colours).length > 0 ? parts(colours) : ['']).flatMap((colour) =>
      (parts(sizes).length > 0 ? parts(sizes) : ['']).map((size) => ({ size, colour })),
    )
    const known = new Set(variants.map(({ size, colour }) => `${size}|${colour}`.toLowerCase()))
    const fresh = wanted
      .filter(({ size, colour }) => !known.has(`${size}|${colour}`.toLowerCase()))
      .map(({ size, colour }) => ({
        key: crypto.randomUUID(),
        size,
        colour,
        sku: sku ? [sku, code(colour).slice(0, 6), code(size)].filter(Boolean).join('-') : '',
        price: '',
      }))
    onChange([...variants, ...fresh])
    setSizes('')
    setColours('')
  }
  const change = (key: string, part: Partial<VariantValues>) =>
    onChange(variants.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const columns = [
    ['size', m['products.form.size']()],
    ['colour', m['products.form.colour']()],
    ['sku', m['products.column.sku']()],
    ['price', m['products.form.ownPrice']()],
  ] as const
  return (
    <>
      {variants.length > 0 ? (
        <Matrix headings={columns.map(([, title]) => title)}>
          {variants.map((variant, at) => (
            <tr key={variant.key}>
              {columns.map(([id, title]) => (
                <MatrixCell
                  key={id}
                  title={title}
                  row={at + 1}
                  value={variant[id]}
                  amount={id === 'price'}
                  error={errors[`variants.${at}.${id === 'price' ? 'priceCents' : id}`]}
                  disabled={disabled}
                  onChange={(value) => change(variant.key, { [id]: value })}
                />
              ))}
              <td>
                {disabled ? undefined : (
                  <IconButton
                    label={m['products.form.removeVariant']({
                      name: [variant.colour, variant.size].filter(Boolean).join(' ') || String(at + 1),
                    })}
                    path={mdiTrashCanOutline}
                    onClick={() => onChange(variants.filter(({ key }) => key !== variant.key))}
                  />
                )}
              </td>
            </tr>
          ))}
        </Matrix>
      ) : (
        <p className={classes.soft}>{m['products.form.noVariants']()}</p>
      )}
      {errors.variants ? <MatrixFault>{errors.variants}</MatrixFault> : undefined}
      {disabled ? undefined : (
        <div className={classes.row}>
          <TextField
            label={m['products.form.sizes']()}
            placeholder="S, M, L, XL"
            value={sizes}
            onChange={(event) => setSizes(event.currentTarget.value)}
          />
          <TextField
            label={m['products.form.colours']()}
            placeholder={m['products.form.coloursExample']()}
            value={colours}
            onChange={(event) => setColours(event.currentTarget.value)}
          />
          <Button adds onClick={add} disabled={!sizes.trim() && !colours.trim()}>
            {m['products.form.addVariants']()}
          </Button>
        </div>
      )}
    </>
  )
}
