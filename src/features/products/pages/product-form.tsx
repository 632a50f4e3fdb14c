import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallOptions } from '#client.ts'
import { PortalField } from '#features/portals/pages/portal-field.tsx'
import { m } from '#paraglide/messages.js'
import { AmountField } from '#ui/amount-field.tsx'
import { BilingualField } from '#ui/bilingual-field.tsx'
import { useEntityForm } from '#ui/entity-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import type { Form } from '#ui/form.ts'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import type { PickOption } from '#ui/pick-box.tsx'
import type { Product } from '../contract.ts'
import { CountryField } from './country-field.tsx'
import { DescriptionField } from './description-field.tsx'
import { FormatFields } from './format-fields.tsx'
import { PicturesField } from './pictures-field.tsx'
import { draftOf, type ProductValues, purchaseOf, valuesOf } from './product-values.ts'
import { categoryOptions, formatOptions, taxOptions } from './product-words.ts'
import { PurchaseField } from './purchase-field.tsx'
import { VariantsField } from './variants-field.tsx'

const nameMaxLength = 120

interface ProductFormProps {
  product: Product | null
  portals: PickOption[]
  blanks: PickOption[]
  editable: boolean
  /** May say where fans buy it, and nothing else. */
  onlyPurchase?: boolean
  side?: ReactNode
}

const names = {
  description: m['products.form.description'],
  name: m['products.form.name'],
  category: m['products.column.category'],
  format: m['products.column.format'],
  taxClass: m['products.form.tax'],
  price: m['products.form.price'],
  cost: m['products.form.cost'],
  sku: m['products.column.sku'],
  blankId: m['products.column.blank'],
  pictures: m['products.form.pictures'],
  purchaseAddresses: m['products.form.shops'],
  variants: m['products.form.variants'],
  countryOfOrigin: m['products.field.countryOfOrigin'],
  releaseOn: m['products.form.releaseOn'],
  closesOn: m['products.form.closesOn'],
  editionUnits: m['products.form.editionUnits'],
  fileUrl: m['products.form.fileUrl'],
} satisfies Record<Exclude<keyof ProductValues, 'portalId'>, () => string>

/** Everything about a product, with what its format asks for. */
export function ProductForm(props: ProductFormProps) {
  const { product, portals, blanks, editable, onlyPurchase = false, side } = props
  const { form, save, problem } = useEntityForm({
    entity: product,
    valuesOf,
    // What an edit adds to a product (a size, a shop) is taken off again by writing the product as it was.
    undo: 'again',
    write: useWrite(product, onlyPurchase),
    words: {
      failed: m['products.form.failed'],
      saved: m['products.form.saved'],
      created: m['products.form.created'],
    },
    names,
    list: '/products',
  })
  const { values, set, errors } = form
  const off = !editable
  const part: PartProps = { values, set, errors, disabled: off }
  const purchase = (
    <FormSection title={m['products.form.shops']()}>
      <PurchaseField
        addresses={values.purchaseAddresses}
        variants={values.variants}
        errors={errors}
        disabled={off && !onlyPurchase}
        onChange={(addresses) => set('purchaseAddresses', addresses)}
      />
    </FormSection>
  )
  return (
    <FormPage
      formRef={form.ref}
      editable={editable || onlyPurchase}
      isNew={product === null}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={product ? m['products.form.save']() : m['products.form.saveNew']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={side}
    >
      {product ? undefined : (
        <PortalField
          value={values.portalId}
          error={errors.portalId}
          portals={portals}
          onChange={(portalId) => set('portalId', portalId)}
        />
      )}
      <WhatFields {...part} sold={product?.sold} />
      <FormatFields form={form} blanks={blanks} blank={product?.blank} disabled={off} />
      {onlyPurchase ? purchase : undefined}
      <MoneyFields {...part} />
      <FormSection title={m['products.form.pictures']()}>
        <PicturesField
          portalId={values.portalId}
          pictures={values.pictures}
          error={errors.pictures}
          disabled={off}
          onChange={(pictures) => set('pictures', pictures)}
        />
      </FormSection>
      <FormSection title={m['products.form.variants']()}>
        <VariantsField
          variants={values.variants}
          errors={errors}
          sku={values.sku.trim()}
          disabled={off}
          onChange={(variants) => set('variants', variants)}
        />
      </FormSection>
      {onlyPurchase ? undefined : purchase}
    </FormPage>
  )
}

/** One that is there is written as a whole, or only where fans buy it. */
function useWrite(product: Product | null, onlyPurchase: boolean) {
  const { products } = useRouteContext({ from: '__root__' }).api
  return (values: ProductValues, edit: Pick<CallOptions, 'version' | 'onRequest'>) => {
    const { portalId } = values
    if (!product) return products.createProduct({ portalId, ...draftOf(values) })
    const at = { portalId, productId: product.id }
    return onlyPurchase
      ? products.updatePurchaseAddresses({ ...at, ...purchaseOf(values) }, edit)
      : products.updateProduct({ ...at, ...draftOf(values) }, edit)
  }
}

type PartProps = Pick<Form<ProductValues>, 'values' | 'set' | 'errors'> & { disabled: boolean }

/** What it is called and what kind of thing it is, which stays once some were sold. */
function WhatFields({ values, set, errors, disabled, sold }: PartProps & { sold: boolean | undefined }) {
  return (
    <>
      <BilingualField
        label={m['products.form.name']()}
        value={values.name}
        errors={{ es: errors['name.es'] ?? errors.name, en: errors['name.en'] }}
        maxLength={nameMaxLength}
        disabled={disabled}
        onChange={(name) => set('name', name)}
      />
      <DescriptionField
        value={values.description}
        errors={errors}
        disabled={disabled}
        onChange={(description) => set('description', description)}
      />
      <FieldRow>
        <SelectField
          label={m['products.column.category']()}
          value={values.category}
          options={categoryOptions()}
          error={errors.category}
          help={sold ? m['products.form.categorySold']() : undefined}
          disabled={disabled || sold}
          onChange={(event) => set('category', event.currentTarget.value as Product['category'])}
        />
        <SelectField
          label={m['products.column.format']()}
          value={values.format}
          options={formatOptions()}
          error={errors.format}
          disabled={disabled}
          onChange={(event) => set('format', event.currentTarget.value as Product['format'])}
        />
      </FieldRow>
    </>
  )
}

/** What it costs, how it is taxed, and what customs and stock know it by. */
function MoneyFields({ values, set, errors, disabled }: PartProps) {
  const text = (name: 'sku' | 'price' | 'cost') => ({
    value: values[name],
    disabled,
    onChange: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.value),
  })
  return (
    <FormSection title={m['products.form.money']()}>
      <FieldRow>
        <AmountField
          label={m['products.form.price']()}
          help={m['products.form.priceHelp']()}
          error={errors.priceCents}
          {...text('price')}
        />
        <AmountField
          label={m['products.form.cost']()}
          help={m['products.form.costHelp']()}
          optional
          error={errors.costCents}
          {...text('cost')}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          label={m['products.form.tax']()}
          value={values.taxClass}
          options={taxOptions()}
          error={errors.taxClass}
          disabled={disabled}
          onChange={(event) => set('taxClass', event.currentTarget.value)}
        />
        <TextField
          label={m['products.column.sku']()}
          optional
          error={errors.sku}
          autoComplete="off"
          {...text('sku')}
        />
      </FieldRow>
      <CountryField
        label={m['products.field.countryOfOrigin']()}
        value={values.countryOfOrigin}
        error={errors.countryOfOrigin}
        disabled={disabled}
        onChange={(countryOfOrigin) => set('countryOfOrigin', countryOfOrigin)}
      />
    </FormSection>
  )
}
