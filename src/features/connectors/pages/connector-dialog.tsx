import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api, Failure, Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { typedRate } from '#ui/amounts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import type { Form } from '#ui/form.ts'
import { rowOf, useMetForm } from '#ui/met-form.tsx'
import { toast } from '#ui/toast.tsx'
import type { ConnectorKind } from '../choices.ts'
import type { Connector } from '../contract.ts'
import { kindHelp, kindOptions } from './connector-words.ts'
import SecretDialog from './secret-dialog.tsx'

type Created = Exclude<Awaited<ReturnType<Api['connectors']['createConnector']>>, Failure | undefined>

interface ConnectorDialogProps {
  portalId: string
  /** One that is there: only its name and rates change. */
  connector?: Connector | undefined
  onClose: () => void
}

const rateLines = (rates: Record<string, string>) =>
  Object.entries(rates)
    .map(([currency, rate]) => `${currency} ${getLocale() === 'en' ? rate : rate.replace('.', ',')}`)
    .join(', ')
/** «USD 0,92, GBP 1,17» as the API takes it. */
const readRates = (text: string) =>
  Object.fromEntries(
    text
      .split(/[\s,;]+(?=[A-Za-z])/)
      .filter((entry) => entry.trim())
      .map((entry) => {
        const [, currency = entry, rate = ''] =
          /^\s*([A-Za-z]{3})\s*[:=]?\s*([^A-Za-z]*?)[\s,;]*$/.exec(entry) ?? []
        // What is no rate goes as it is and is refused by the API.
        return [currency.toUpperCase(), typedRate(rate) ?? rate]
      }),
  )

const valuesOf = (connector: Connector | null) => ({
  name: connector?.name ?? '',
  rates: rateLines(connector?.currencyRates ?? {}),
})
/** Asked of a new one alone. */
const first = { kind: 'shopify' as ConnectorKind, secret: '' }
type Values = ReturnType<typeof valuesOf> & typeof first

/** Connects a shop or changes how; its secret is shown once. */
export default function ConnectorDialog({ portalId, connector, onClose }: ConnectorDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [made, setMade] = useState<{ secret: string; url: string }>()
  const change = ({ id, version }: Connector, { name, rates }: Values) =>
    api.connectors.updateConnector(
      { portalId, connectorId: id, name, currencyRates: readRates(rates) },
      { version },
    )
  const create = ({ kind, name, secret, rates }: Values) =>
    api.connectors.createConnector({
      ...{ portalId, kind, name, currencyRates: readRates(rates) },
      ...(secret.trim() ? { secret } : {}),
    })
  const { form, send, conflict } = useMetForm({
    entity: connector ?? null,
    valuesOf,
    own: first,
    write: (values, known): Promise<Result<Connector | Created>> =>
      known ? change(known, values) : create(values),
    read: ({ id }) => rowOf(id, () => api.connectors.listConnectors({ portalId })),
    failed: m['orders.connectors.failed'](),
    names: { name: m['orders.connectors.name'], rates: m['orders.connectors.rates'] },
  })
  const save = async () => {
    const saved = await send()
    if (!saved) return
    if ('secret' in saved) setMade({ secret: saved.secret, url: saved.connector.url })
    else {
      toast(m['orders.connectors.saved']())
      onClose()
    }
    await router.invalidate()
  }
  if (made) return <SecretDialog made={made} onClose={onClose} />
  const title = connector ? m['orders.connectors.edit']() : m['orders.connectors.new']()
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogForm
        title={title}
        verb={connector ? m['orders.connectors.save']() : m['orders.connectors.create']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        {conflict}
        <Fields form={form} isNew={!connector} />
      </DialogForm>
    </Dialog>
  )
}

function Fields({ form: { values, set, errors }, isNew }: { form: Form<Values>; isNew: boolean }) {
  return (
    <>
      {isNew ? (
        <SelectField
          label={m['orders.connectors.kind']()}
          help={kindHelp(values.kind)}
          value={values.kind}
          error={errors.kind}
          options={kindOptions()}
          onChange={(event) => set('kind', event.currentTarget.value as ConnectorKind)}
        />
      ) : undefined}
      <TextField
        label={m['orders.connectors.name']()}
        maxLength={60}
        value={values.name}
        error={errors.name}
        data-autofocus
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      {isNew ? (
        <TextField
          label={m['orders.connectors.ownSecret']()}
          help={m['orders.connectors.ownSecretHelp']()}
          optional
          autoComplete="off"
          value={values.secret}
          error={errors.secret}
          onChange={(event) => set('secret', event.currentTarget.value)}
        />
      ) : undefined}
      <TextField
        label={m['orders.connectors.rates']()}
        help={m['orders.connectors.ratesHelp']()}
        placeholder={rateLines({ USD: '0.92' })}
        optional
        value={values.rates}
        error={
          errors.currencyRates ??
          Object.entries(errors).find(([field]) => field.startsWith('currencyRates.'))?.[1]
        }
        onChange={(event) => set('rates', event.currentTarget.value)}
      />
    </>
  )
}
