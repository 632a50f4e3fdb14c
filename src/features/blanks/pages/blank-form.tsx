import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { amountText, typedCents } from '#ui/amounts.ts'
import { Button } from '#ui/button.tsx'
import { useEntityForm } from '#ui/entity-form.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import { useUndoable } from '#ui/use-undoable.ts'
import type { Blank, BlankDraft } from '../contract.ts'
import { BlankVariants, freshRow, type Row } from './blank-variants.tsx'
import { typeOptions } from './blank-words.ts'

interface Values {
  name: string
  type: Blank['type']
  supplier: string
  reference: string
  variants: Row[]
}

const valuesOf = (blank: Blank | null): Values => ({
  name: blank?.name ?? '',
  type: blank?.type ?? 'Ropa',
  supplier: blank?.supplier ?? '',
  reference: blank?.reference ?? '',
  variants: blank
    ? blank.variantRows.map((row) => ({
        key: row.id,
        id: row.id,
        size: row.size,
        colour: row.colour,
        cost: amountText(row.costCents),
        supply: row.supply,
        alternativeId: row.alternative?.id ?? '',
        alternativeName: row.alternative?.name ?? '',
      }))
    : [{ ...freshRow(), key: 'first' }],
})
const draftOf = ({ variants, ...rest }: Values): BlankDraft => ({
  ...rest,
  variants: variants.map(({ id, size, colour, cost, supply, alternativeId }) => ({
    ...(id ? { id } : {}),
    size,
    colour,
    costCents: cost.trim() ? typedCents(cost) : 0,
    supply,
    alternativeId: supply === 'alternative' ? alternativeId || null : null,
  })),
})

interface BlankFormProps {
  blank: Blank | null
  editable: boolean
  side?: ReactNode
}

/** A blank with every colour and size that its supplier has. */
export function BlankForm({ blank, editable, side }: BlankFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const undoable = useUndoable()
  const remove = ({ id: blankId }: Blank) =>
    undoable({
      act: (options) => api.blanks.deleteBlank({ blankId }, options),
      done: m['products.blanks.deleted'](),
      failed: (failure) => reasonOf(failure) ?? m['products.form.failed'](),
      leaveTo: '/products/blanks',
    })
  const { form, save, problem } = useEntityForm({
    entity: blank,
    valuesOf,
    write: (values, edit) =>
      blank
        ? api.blanks.updateBlank({ blankId: blank.id, ...draftOf(values) }, edit)
        : api.blanks.createBlank(draftOf(values)),
    words: {
      failed: m['products.form.failed'],
      saved: m['products.blanks.saved'],
      created: m['products.blanks.created'],
    },
    names: {
      name: m['products.blanks.name'],
      type: m['products.blanks.typeLabel'],
      supplier: m['products.blanks.supplier'],
      reference: m['products.blanks.reference'],
      variants: m['products.blanks.variants'],
    },
    list: '/products/blanks',
  })
  const { values, set, errors } = form
  const text = (name: 'name' | 'supplier' | 'reference') => ({
    value: values[name],
    error: errors[name],
    disabled: !editable,
    onChange: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.value),
  })
  return (
    <FormPage
      formRef={form.ref}
      editable={editable}
      isNew={blank === null}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={m['products.blanks.save']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={side}
    >
      <TextField label={m['products.blanks.name']()} {...text('name')} />
      <SelectField
        label={m['products.blanks.typeLabel']()}
        value={values.type}
        options={typeOptions()}
        disabled={!editable}
        onChange={(event) => set('type', event.currentTarget.value as Values['type'])}
      />
      <FieldRow>
        <TextField label={m['products.blanks.supplier']()} {...text('supplier')} />
        <TextField label={m['products.blanks.reference']()} {...text('reference')} />
      </FieldRow>
      <FormSection title={m['products.blanks.variants']()}>
        <BlankVariants
          rows={values.variants}
          errors={errors}
          disabled={!editable}
          onChange={(variants) => set('variants', variants)}
        />
        {editable && blank ? (
          <div>
            <Button look="danger" onClick={() => remove(blank)}>
              {m['products.blanks.delete']()}
            </Button>
          </div>
        ) : undefined}
      </FormSection>
    </FormPage>
  )
}
