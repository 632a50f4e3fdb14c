import { useRouteContext } from '@tanstack/react-router'
import { MayNotChange } from '#features/app/pages/ask-for-access.tsx'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { type Save, useEntityForm } from '#ui/entity-form.tsx'
import { TextField } from '#ui/field.tsx'
import { FormPage, FormSection } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import type { Information } from '../information-contract.ts'
import { AddressFields } from './address-fields.tsx'
import { BankFields } from './bank-fields.tsx'
import classes from './billing.module.css'
import { ConfirmTaxId } from './confirm-tax-id.tsx'
import { draftOf, type InformationValues, valuesOf } from './information-values.ts'
import { TaxFields } from './tax-fields.tsx'
import { WhoFields } from './who-fields.tsx'

interface FormProps {
  portalId: string
  information: Information
  mayEdit: boolean
  /** May this person say that a NIF on two accounts is right? */
  confirms: boolean
  thisYear: number
}

const bankId = 'bank'
/** To the field itself, with the cursor in it. */
const toIban = () => {
  const field = document.querySelector<HTMLInputElement>('input[data-iban]')
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/** Legal name, tax number, address, taxes and account of whoever is paid. */
export function InformationForm({ portalId, information, mayEdit, confirms, thisYear }: FormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { form, save, problem } = useEntityForm({
    entity: information,
    valuesOf,
    write: (values: InformationValues, edit) =>
      api.billing.updateBillingInformation({ portalId, ...draftOf(values) }, edit),
    words: {
      failed: m['billing.failed'],
      saved: m['billing.information.saved'],
      created: m['billing.information.saved'],
    },
    names: {
      kind: m['billing.information.kind'],
      legalName: m['billing.information.legalName'],
      givenName: m['billing.information.givenName'],
      firstSurname: m['billing.information.firstSurname'],
      secondSurname: m['billing.information.secondSurname'],
      taxId: m['billing.information.taxId'],
      supply: m['billing.information.supply'],
      retention: m['billing.information.retention'],
      retentionYear: m['billing.information.retentionYear'],
      retentionReason: m['billing.information.retentionReason'],
      street: m['billing.information.street'],
      postcode: m['billing.information.postcode'],
      city: m['billing.information.city'],
      province: m['billing.information.province'],
      holder: m['billing.information.holder'],
      email: m['billing.information.email'],
      iban: m['billing.information.iban'],
    },
    list: '/billing',
  })
  const { values, set, errors } = form
  const saveAndSee: Save = async (leaving) => {
    const saved = await save(leaving)
    // What follows from another IBAN stands beside it.
    if (values.iban) document.getElementById(bankId)?.scrollIntoView({ block: 'start' })
    return saved
  }
  const part = { values, errors, set, disabled: !mayEdit }
  return (
    <FormPage
      formRef={form.ref}
      editable={mayEdit}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={m['billing.information.save']()}
      onSave={saveAndSee}
      onDiscard={() => form.reset()}
      side={<AccountChangeSide mayEdit={mayEdit} />}
    >
      {mayEdit ? undefined : (
        <MayNotChange
          text={m['billing.information.readOnly']()}
          asked={{ page: 'billing.editInformation', portalId }}
        />
      )}
      {information.taxIdShared ? (
        <Notice kind="warning">{m['billing.information.taxIdShared']()}</Notice>
      ) : undefined}
      {confirms ? <ConfirmTaxId portalId={portalId} taxId={information.taxId} /> : undefined}
      <FormSection title={m['billing.information.who']()}>
        <WhoFields {...part} />
        <TextField
          label={m['billing.information.email']()}
          type="email"
          value={values.email}
          error={errors.email}
          disabled={!mayEdit}
          onChange={(event) => set('email', event.currentTarget.value)}
        />
      </FormSection>
      <FormSection title={m['billing.information.address']()}>
        <AddressFields {...part} />
      </FormSection>
      <FormSection title={m['billing.information.taxes']()}>
        <TaxFields {...part} portalId={portalId} information={information} thisYear={thisYear} />
      </FormSection>
      <FormSection id={bankId} title={m['billing.information.bank']()}>
        <BankFields {...part} information={information} />
      </FormSection>
    </FormPage>
  )
}

/** What happens when another account is written down, and the way there. */
function AccountChangeSide({ mayEdit }: { mayEdit: boolean }) {
  return (
    <Frame title={m['billing.information.sideTitle']()}>
      <div className={classes.stack}>
        <p className={classes.quiet}>{m['billing.information.sideText']()}</p>
        <p className={classes.quiet}>{m['billing.information.protected']()}</p>
        {mayEdit ? (
          <div>
            <Button onClick={toIban}>{m['billing.information.sideVerb']()}</Button>
          </div>
        ) : undefined}
      </div>
    </Frame>
  )
}
