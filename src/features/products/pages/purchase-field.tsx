import { mdiArrowUp, mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { Button, IconButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { WebAddressField } from '#ui/web-address-field.tsx'
import { shopMaxLength, shopsMax } from '../choices.ts'
import type { PurchaseValues, VariantValues } from './product-values.ts'
import classes from './products.module.css'

interface PurchaseFieldProps {
  addresses: PurchaseValues[]
  variants: VariantValues[]
  /** By the field's name in the API: `purchaseAddresses.0.url`. */
  errors: Record<string, string>
  disabled: boolean
  onChange: (addresses: PurchaseValues[]) => void
}

/** Where fans buy it: a row a shop, the main one first, with the addresses of single variants below it. */
export function PurchaseField({ addresses, variants, errors, disabled, onChange }: PurchaseFieldProps) {
  const change = (at: number, part: Partial<PurchaseValues>) =>
    onChange(addresses.map((one, place) => (place === at ? { ...one, ...part } : one)))
  const first = (at: number) => onChange([...addresses.slice(at, at + 1), ...addresses.toSpliced(at, 1)])
  return (
    <>
      <p className={classes.soft}>{m['products.form.shopsHelp']()}</p>
      {addresses.map((one, at) => (
        <div key={one.key} className={classes.shop}>
          <div className={classes.shopRow}>
            <TextField
              label={m['products.form.shop']()}
              placeholder={m['products.form.shopExample']()}
              maxLength={shopMaxLength}
              value={one.shop}
              error={errors[`purchaseAddresses.${at}.shop`]}
              disabled={disabled}
              onChange={(event) => change(at, { shop: event.currentTarget.value })}
            />
            <WebAddressField
              disabled={disabled}
              label={m['products.form.shopUrl']()}
              value={one.url}
              error={errors[`purchaseAddresses.${at}.url`]}
              onChange={(url) => change(at, { url })}
            />
            {disabled ? undefined : (
              <span className={classes.shopActs}>
                {at > 0 ? (
                  <IconButton
                    label={m['products.form.shopFirst']({ shop: one.shop })}
                    path={mdiArrowUp}
                    onClick={() => first(at)}
                  />
                ) : undefined}
                <IconButton
                  label={m['products.form.removeShop']({ shop: one.shop })}
                  path={mdiTrashCanOutline}
                  onClick={() => onChange(addresses.toSpliced(at, 1))}
                />
              </span>
            )}
          </div>
          {variants.length > 0 ? (
            <VariantAddresses
              {...{ one, addresses, variants, errors, disabled }}
              onChange={(of) => change(at, { of })}
            />
          ) : undefined}
        </div>
      ))}
      {errors.purchaseAddresses ? <p className={classes.fault}>{errors.purchaseAddresses}</p> : undefined}
      {disabled || addresses.length >= shopsMax ? undefined : (
        <span>
          <Button
            adds
            size="sm"
            icon={mdiPlus}
            onClick={() => onChange([...addresses, { key: crypto.randomUUID(), shop: '', url: '', of: {} }])}
          >
            {m['products.form.addShop']()}
          </Button>
        </span>
      )}
    </>
  )
}

interface VariantAddressesProps
  extends Pick<PurchaseFieldProps, 'addresses' | 'variants' | 'errors' | 'disabled'> {
  one: PurchaseValues
  onChange: (of: PurchaseValues['of']) => void
}

/** Addresses of single variants at one shop, folded away: most shops have one page for all. */
function VariantAddresses({ one, addresses, variants, errors, disabled, onChange }: VariantAddressesProps) {
  const filled = variants.filter(({ key }) => one.of[key]?.trim()).length
  const faultOf = (key: string, at: number) => {
    // As it is sent: only the shops that this variant has an address of.
    const place = addresses.filter(({ of }) => of[key]?.trim()).findIndex((other) => other.key === one.key)
    const sent = `variants.${at}.purchaseAddresses.${place}`
    return errors[`${sent}.url`] ?? errors[`${sent}.shop`]
  }
  const wrong = variants.some(({ key }, at) => faultOf(key, at))
  return (
    <details className={classes.fold} open={wrong || undefined}>
      <summary>{m['products.form.shopVariants']({ count: filled, all: variants.length })}</summary>
      <div className={classes.folded}>
        <p className={classes.soft}>{m['products.form.shopVariantHelp']()}</p>
        {variants.map(({ key, size, colour }, at) => (
          <WebAddressField
            key={key}
            disabled={disabled}
            optional
            label={m['products.form.shopVariantUrl']({
              variant: [size, colour].filter(Boolean).join(' · ') || String(at + 1),
            })}
            value={one.of[key] ?? ''}
            error={faultOf(key, at)}
            onChange={(url) => onChange({ ...one.of, [key]: url })}
          />
        ))}
      </div>
    </details>
  )
}
