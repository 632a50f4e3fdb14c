import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { typedRate } from '#ui/amounts.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { type Form, useForm } from '#ui/form.ts'
import { toast } from '#ui/toast.tsx'
import type { ConnectorKind } from '../choices.ts'
import type { Connector } from '../contract.ts'
import { kindHelp, kindOptions } from './connector-words.ts'
import SecretDialog from './secret-dialog.tsx'

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

const valuesOf = (connector: Connector | undefined) => ({
  kind: (connector?.kind ?? 'shopify') as ConnectorKind,
  name: connector?.name ?? '',
  secret: '',
  rates: rateLines(connector?.currencyRates ?? {}),
})
type Values = ReturnType<typeof valuesOf>

/** Connects a shop or changes how; its secret is shown once. */
export default function ConnectorDialog({ portalId, connector, onClose }: ConnectorDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [made, setMade] = useState<{ secret: string; url: string }>()
  const form = useForm(valuesOf(connector), m['orders.connectors.failed']())
  const change = ({ id, version }: Connector) => {
    const { name, rates } = form.values
    return api.connectors.updateConnector(
      { portalId, connectorId: id, name, currencyRates: readRates(rates) },
      { version },
    )
  }
  const create = () => {
    const { kind, name, secret, rates } = form.values
    return api.connectors.createConnector({
      ...{ portalId, kind, name, currencyRates: readRates(rates) },
      ...(secret.trim() ? { secret } : {}),
    })
  }
  const send = async () => {
    if (connector) {
      if (!(await form.send(() => change(connector)))) return
      toast(m['orders.connectors.saved']())
      onClose()
    } else {
      const created = await form.send(create)
      if (!created) return
      setMade({ secret: created.secret, url: created.connector.url })
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
        onSend={send}
        onClose={onClose}
      >
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
        placeholder="USD 0,92"
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
