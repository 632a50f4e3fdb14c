import { useRouteContext } from '@tanstack/react-router'
import type { ChangeEvent } from 'react'
import { m } from '#paraglide/messages.js'
import { country } from '#platform/constants.ts'
import { useEntityForm } from '#ui/entity-form.tsx'
import { PasswordField, SelectField, TextField } from '#ui/field.tsx'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { retentions, territories } from '../choices.ts'
import type { Information } from '../information-contract.ts'
import classes from './billing.module.css'
import { rateWord } from './billing-words.ts'
import { RetentionFile } from './retention-file.tsx'

const territoryNames = {
  peninsula: m['billing.information.territories.peninsula'],
  canaries: m['billing.information.territories.canaries'],
  ceutaMelilla: m['billing.information.territories.ceutaMelilla'],
  basqueNavarre: m['billing.information.territories.basqueNavarre'],
} as const

const valuesOf = (of: Information | null) => ({
  legalName: of?.legalName ?? '',
  kind: of?.kind ?? 'company',
  taxId: of?.taxId ?? '',
  street: of?.street ?? '',
  postcode: of?.postcode ?? '',
  city: of?.city ?? '',
  province: of?.province ?? '',
  iban: '',
  holder: of?.holder ?? '',
  territory: of?.territory ?? 'peninsula',
  retentionBp: (of?.retentionBp ?? 0) as (typeof retentions)[number],
  retentionReason: of?.retentionReason ?? '',
  /** A PDF that was chosen just now. */
  retentionFile: null as { name: string; content: string } | null,
  email: of?.email ?? '',
  password: '',
})
type Values = ReturnType<typeof valuesOf>

interface FormProps {
  portalId: string
  information: Information
  mayEdit: boolean
}

/** Legal name, tax number, address, taxes and account of whoever is paid. */
export function InformationForm({ portalId, information, mayEdit }: FormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const { form, save, problem } = useEntityForm({
    entity: information,
    valuesOf,
    write: ({ iban, password, retentionFile, ...values }: Values) =>
      api.billing.updateBillingInformation(
        {
          ...{ portalId, ...values, ...(iban ? { iban } : {}), ...(password ? { password } : {}) },
          ...(retentionFile ? { retentionFile } : {}),
        },
        { version: information.version },
      ),
    words: {
      failed: m['billing.failed'],
      conflict: m['billing.conflict'],
      reload: m['billing.reload'],
      saved: m['billing.information.saved'],
      created: m['billing.information.saved'],
    },
    list: '/billing',
  })
  const { values, set, errors } = form
  const text = (
    name: 'legalName' | 'taxId' | 'street' | 'postcode' | 'city' | 'province' | 'holder' | 'email',
  ) => ({
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
      </div>
    </Frame>
  )
  return (
    <FormPage
      formRef={form.ref}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={m['billing.information.save']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={side}
    >
      {mayEdit ? undefined : <Notice kind="info">{m['billing.information.readOnly']()}</Notice>}
      {held ? (
        <Notice kind="warning">{m['billing.information.held']({ until: here().dateTime(held) })}</Notice>
      ) : undefined}
      <FormSection title={m['billing.information.who']()}>
        <TextField label={m['billing.information.legalName']()} maxLength={120} {...text('legalName')} />
        <FieldRow>
          <SelectField
            label={m['billing.information.kind']()}
            value={values.kind}
            disabled={!mayEdit}
            options={[
              { value: 'company', label: m['billing.information.company']() },
              { value: 'person', label: m['billing.information.person']() },
            ]}
            onChange={(event) => set('kind', event.currentTarget.value as 'person' | 'company')}
          />
          <TextField label={m['billing.information.taxId']()} maxLength={20} {...text('taxId')} />
        </FieldRow>
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
          />
          <TextField label={m['billing.information.city']()} maxLength={80} {...text('city')} />
        </FieldRow>
        <FieldRow>
          <TextField label={m['billing.information.province']()} maxLength={60} {...text('province')} />
          <SelectField
            label={m['billing.information.country']()}
            value={country}
            disabled={!mayEdit}
            options={[{ value: country, label: country }]}
            onChange={() => {}}
          />
        </FieldRow>
      </FormSection>
      <FormSection title={m['billing.information.taxes']()}>
        <FieldRow>
          <SelectField
            label={m['billing.information.territory']()}
            value={values.territory}
            error={errors.territory}
            disabled={!mayEdit}
            options={territories.map((value) => ({
              value,
              label: territoryNames[value](),
            }))}
            onChange={(event) => set('territory', event.currentTarget.value as (typeof territories)[number])}
          />
          <SelectField
            label={m['billing.information.retention']()}
            value={String(values.retentionBp)}
            error={errors.retentionBp}
            disabled={!mayEdit}
            options={retentions.map((bp) => ({
              value: String(bp),
              label: bp === 0 ? m['billing.information.noRetention']() : rateWord(bp),
            }))}
            onChange={(event) =>
              set('retentionBp', Number(event.currentTarget.value) as Values['retentionBp'])
            }
          />
        </FieldRow>
        {values.retentionBp > 0 ? (
          <TextField
            label={m['billing.information.retentionReason']()}
            help={m['billing.information.retentionHelp']()}
            maxLength={200}
            value={values.retentionReason}
            error={errors.retentionReason}
            disabled={!mayEdit}
            onChange={(event) => set('retentionReason', event.currentTarget.value)}
          />
        ) : undefined}
        {values.retentionBp > 0 ? (
          <RetentionFile
            portalId={portalId}
            name={information.retentionFileName}
            error={errors.retentionFile}
            mayEdit={mayEdit}
            onChoose={(file) => set('retentionFile', file)}
          />
        ) : undefined}
      </FormSection>
      <FormSection title={m['billing.information.bank']()}>
        <TextField
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
        {values.iban ? (
          <PasswordField
            label={m['billing.information.password']()}
            help={m['billing.information.passwordHelp']()}
            autoComplete="current-password"
            value={values.password}
            error={errors.password}
            onChange={(event) => set('password', event.currentTarget.value)}
          />
        ) : undefined}
      </FormSection>
    </FormPage>
  )
}
