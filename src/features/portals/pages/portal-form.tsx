import { useRouteContext } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { isFailure, type Result } from '#client.ts'
import { useFreshSession } from '#features/account/pages/use-fresh-session.ts'
import { PictureField } from '#features/files/pages/picture-field.tsx'
import { permissionsAt } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { AmountField } from '#ui/amount-field.tsx'
import { Cover } from '#ui/cover.tsx'
import { useEntityForm } from '#ui/entity-form.tsx'
import { Field, SwitchField, TextField } from '#ui/field.tsx'
import type { Form } from '#ui/form.ts'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { AddressFields } from './address-fields.tsx'
import { DomainState } from './domain-state.tsx'
import {
  dataNames,
  dataOf,
  type OnePortal,
  type PortalValues,
  settingsOf,
  valuesOf,
} from './portal-values.ts'

const nameMaxLength = 60
const isData = (name: keyof PortalValues) => (dataNames as readonly string[]).includes(name)

const names = {
  name: m['portals.form.name'],
  code: m['portals.one.code'],
  customUrl: m['portals.one.address'],
  pictureUrl: m['portals.form.picture'],
  selfInvoice: m['portals.form.selfInvoice'],
  customDomain: m['portals.one.domain'],
  apiOrigins: m['portals.form.origins'],
  objective: m['portals.form.objective'],
  advanceLimitPct: m['portals.form.advanceLimit'],
  settlementPct: m['portals.form.settlement'],
}

/** A portal's data and settings for whoever may change them: one form, though the API takes them in two calls. */
export function PortalForm({ portal, side }: { portal: OnePortal; side: ReactNode }) {
  const { session } = useRouteContext({ from: '__root__' })
  const staff = session?.user.staff === true
  const mayInvoice = can(permissionsAt(session, portal.id), 'billing.editbillinginformation')
  const write = useWrite(portal, staff)
  const { form, save, problem } = useEntityForm({
    entity: portal,
    valuesOf: (one) => valuesOf(one ?? portal),
    write,
    words: { failed: m['portals.form.failed'], saved: m['portals.form.saved'] },
    names,
  })
  const { values, set, errors } = form
  const part: PartProps = { values, set, errors }
  return (
    <FormPage
      formRef={form.ref}
      changes={form.changed.length}
      busy={form.busy}
      problem={problem}
      saveLabel={m['portals.form.save']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={side}
    >
      <PictureField
        portalId={portal.id}
        label={m['portals.form.picture']()}
        use="cover"
        aspect={1}
        value={values.pictureUrl}
        drawn
        fallback={<Cover of={{ id: portal.id }} size={64} />}
        error={errors.pictureUrl}
        onChange={(url) => set('pictureUrl', url)}
      />
      <TextField
        label={m['portals.form.name']()}
        value={values.name}
        error={errors.name}
        maxLength={nameMaxLength}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <AddressFields {...part} portalId={portal.id} url={portal.url} saved={valuesOf(portal)} />
      <DomainFields {...part} portal={portal} />
      <SettingsFields {...part} staff={staff} mayInvoice={mayInvoice} />
    </FormPage>
  )
}

/** Both calls of the form, as far as there is something for them to change. */
function useWrite(portal: OnePortal, staff: boolean) {
  const { api } = useRouteContext({ from: '__root__' })
  const freshSession = useFreshSession()
  // Of two calls the first may be taken and the second refused: the next try starts from what the first made.
  const version = useRef(portal.version)
  const portalId = portal.id
  const saved = valuesOf(portal)

  return async (values: PortalValues): Promise<Result<OnePortal>> => {
    const changed = (Object.keys(values) as (keyof PortalValues)[]).filter(
      (name) => values[name] !== saved[name],
    )
    if (changed.some(isData)) {
      const result = await api.portals.updatePortal(
        { portalId, ...dataOf(values) },
        { version: version.current },
      )
      if (isFailure(result)) return result
      version.current = result.version
    }
    if (!changed.every(isData)) {
      const result = await api.portals.updateSettings(
        { portalId, ...settingsOf(values, staff) },
        { version: version.current },
      )
      if (isFailure(result)) return result
      version.current = result.version
    }
    await freshSession()
    return api.portals.getPortal({ portalId })
  }
}

type PartProps = Pick<Form<PortalValues>, 'values' | 'set' | 'errors'>

/** A domain of the portal's own, and pages elsewhere that may ask its API. */
function DomainFields({ values, set, errors, portal }: PartProps & { portal: OnePortal }) {
  const wrongOrigin = Object.entries(errors).find(([name]) => name.startsWith('apiOrigins'))?.[1]
  return (
    <FormSection title={m['portals.form.domainTitle']()}>
      <TextField
        label={m['portals.one.domain']()}
        optional
        help={m['portals.form.domainHelp']()}
        placeholder="fans.ejemplo.es"
        inputMode="url"
        autoComplete="off"
        value={values.customDomain}
        error={errors.customDomain}
        onChange={(event) => set('customDomain', event.currentTarget.value)}
      />
      <DomainState portal={portal} />
      <Field
        label={m['portals.form.origins']()}
        optional
        help={m['portals.form.originsHelp']()}
        error={wrongOrigin}
      >
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={2}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://shop.example"
            value={values.apiOrigins}
            onChange={(event) => set('apiOrigins', event.currentTarget.value)}
          />
        )}
      </Field>
    </FormSection>
  )
}

interface SettingsProps extends PartProps {
  staff: boolean
  mayInvoice: boolean
}

function SettingsFields({ values, set, errors, staff, mayInvoice }: SettingsProps) {
  return (
    <FormSection title={m['portals.form.settingsTitle']()}>
      <SwitchField
        label={m['portals.form.selfInvoice']()}
        help={mayInvoice ? m['portals.form.selfInvoiceHelp']() : m['portals.form.selfInvoiceFixed']()}
        checked={values.selfInvoice}
        disabled={!mayInvoice}
        onChange={(selfInvoice) => set('selfInvoice', selfInvoice)}
      />
      <FieldRow>
        <AmountField
          label={m['portals.form.objective']()}
          optional
          help={m['portals.form.objectiveHelp']()}
          value={values.objective}
          error={errors.salesObjectiveCents}
          onChange={(event) => set('objective', event.currentTarget.value)}
        />
        <AmountField
          kind="percent"
          label={m['portals.form.advanceLimit']()}
          help={staff ? m['portals.form.advanceLimitHelp']() : m['portals.form.advanceLimitFixed']()}
          disabled={!staff}
          value={values.advanceLimitPct}
          error={errors.advanceLimitPct}
          onChange={(event) => set('advanceLimitPct', event.currentTarget.value)}
        />
        <AmountField
          kind="percent"
          label={m['portals.form.settlement']()}
          help={staff ? m['portals.form.settlementHelp']() : m['portals.form.settlementFixed']()}
          disabled={!staff}
          value={values.settlementPct}
          error={errors.settlementPct}
          onChange={(event) => set('settlementPct', event.currentTarget.value)}
        />
      </FieldRow>
    </FormSection>
  )
}
