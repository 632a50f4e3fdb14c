import { useRouteContext } from '@tanstack/react-router'
import { type ChangeEvent, useEffect, useRef } from 'react'
import { MayNotChange } from '#features/app/pages/ask-for-access.tsx'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { countryName } from '#ui/country-name.ts'
import { type Save, useEntityForm } from '#ui/entity-form.tsx'
import { PasswordField, SelectField, TextField } from '#ui/field.tsx'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { ibanHoldHours } from '../choices.ts'
import type { Information } from '../information-contract.ts'
import { provinceOf } from '../places.ts'
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
    write: (values: InformationValues) =>
      api.billing.updateBillingInformation(
        { portalId, ...draftOf(values) },
        { version: information.version },
      ),
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
  // What is asked on top of an IBAN comes into view with it: it would appear below the bar.
  const asksPassword = useRef<HTMLDivElement>(null)
  const asks = values.iban !== ''
  useEffect(() => {
    if (asks) asksPassword.current?.scrollIntoView({ block: 'nearest' })
  }, [asks])
  const saveAndSee: Save = async (leaving) => {
    const saved = await save(leaving)
    // What follows from another IBAN stands beside it.
    if (asks) document.getElementById(bankId)?.scrollIntoView({ block: 'start' })
    return saved
  }
  const part = { values, errors, set, disabled: !mayEdit }
  const text = (name: 'street' | 'postcode' | 'city' | 'province' | 'holder' | 'email') => ({
    value: values[name],
    error: errors[name],
    disabled: !mayEdit,
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.currentTarget.value),
  })
  const held = information.ibanHeldUntil
  const side = (
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
      side={side}
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
        <TextField label={m['billing.information.email']()} type="email" {...text('email')} />
      </FormSection>
      <FormSection title={m['billing.information.address']()}>
        <TextField label={m['billing.information.street']()} maxLength={120} {...text('street')} />
        <FieldRow>
          <TextField
            label={m['billing.information.postcode']()}
            inputMode="numeric"
            maxLength={5}
            {...text('postcode')}
            onChange={(event) => {
              const postcode = event.currentTarget.value
              set('postcode', postcode)
              set('province', provinceOf(postcode) ?? values.province)
            }}
          />
          <TextField label={m['billing.information.city']()} maxLength={80} {...text('city')} />
        </FieldRow>
        <FieldRow>
          <TextField label={m['billing.information.province']()} maxLength={60} {...text('province')} />
          <SelectField
            label={m['billing.information.country']()}
            value="ES"
            disabled={!mayEdit}
            options={[{ value: 'ES', label: countryName('ES') }]}
            onChange={() => {}}
          />
        </FieldRow>
      </FormSection>
      <FormSection title={m['billing.information.taxes']()}>
        <TaxFields {...part} portalId={portalId} information={information} thisYear={thisYear} />
      </FormSection>
      <FormSection id={bankId} title={m['billing.information.bank']()}>
        {held ? (
          <Notice kind="warning">
            {information.ibanMasked
              ? m['billing.information.heldNow']({
                  iban: information.ibanMasked,
                  until: here().dateTime(held),
                })
              : m['billing.information.held']({ until: here().dateTime(held) })}
          </Notice>
        ) : undefined}
        <TextField
          data-iban
          label={m['billing.information.iban']()}
          help={
            information.ibanMasked
              ? m['billing.information.ibanHelp']({ iban: information.ibanMasked })
              : m['billing.information.ibanNew']()
          }
          autoComplete="off"
          maxLength={42}
          value={values.iban}
          error={errors.iban}
          disabled={!mayEdit}
          onChange={(event) => set('iban', event.currentTarget.value)}
        />
        <TextField label={m['billing.information.holder']()} maxLength={120} {...text('holder')} />
        {values.iban && information.ibanMasked ? (
          <Notice kind="warning">
            {m['billing.information.willHold']({
              until: here().dateTime(new Date(Date.now() + ibanHoldHours * 3_600_000).toISOString()),
            })}
          </Notice>
        ) : undefined}
        {values.iban ? (
          <div ref={asksPassword} className={classes.asked}>
            <PasswordField
              label={m['billing.information.password']()}
              help={m['billing.information.passwordHelp']()}
              autoComplete="current-password"
              value={values.password}
              error={errors.password}
              onChange={(event) => set('password', event.currentTarget.value)}
            />
          </div>
        ) : undefined}
      </FormSection>
    </FormPage>
  )
}
