import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { typedRate } from '#ui/amounts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogForm, DialogParts } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { ConnectorKind } from '../choices.ts'
import type { Connector } from '../contract.ts'
import { kindHelp, kindOptions } from './connector-words.ts'
import classes from './connectors.module.css'

interface ConnectorDialogProps {
  portalId: string
  /** One that is there: only its name and rates change. */
  connector?: Connector | undefined
  /** A new secret of it, to be shown once. */
  secret?: { secret: string; url: string } | undefined
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

/** Connects a shop or changes how; its secret is shown once. */
export default function ConnectorDialog({ portalId, connector, secret, onClose }: ConnectorDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [made, setMade] = useState(secret)
  const form = useForm(
    {
      kind: (connector?.kind ?? 'shopify') as ConnectorKind,
      name: connector?.name ?? '',
      secret: '',
      rates: rateLines(connector?.currencyRates ?? {}),
    },
    m['orders.connectors.failed'](),
  )
  const { values, set, errors } = form
  const send = async () => {
    const currencyRates = readRates(values.rates)
    if (connector) {
      const saved = await form.send(() =>
        api.connectors.updateConnector(
          { portalId, connectorId: connector.id, name: values.name, currencyRates },
          { version: connector.version },
        ),
      )
      if (!saved) return
      toast(m['orders.connectors.saved']())
      onClose()
    } else {
      const created = await form.send(() =>
        api.connectors.createConnector({
          portalId,
          kind: values.kind,
          name: values.name,
          currencyRates,
          ...(values.secret.trim() ? { secret: values.secret } : {}),
        }),
      )
      if (!created || isFailure(created)) return
      setMade({ secret: created.secret, url: created.connector.url })
    }
    await router.invalidate()
  }
  const title = made
    ? m['orders.connectors.secretTitle']()
    : connector
      ? m['orders.connectors.edit']()
      : m['orders.connectors.new']()
  return (
    <Dialog label={title} holds={made !== undefined} onClose={onClose}>
      {made ? (
        <DialogParts title={title}>
          <Notice kind="warning">{m['orders.connectors.secretOnce']()}</Notice>
          <p className={classes.soft}>{m['orders.connectors.address']()}</p>
          <code className={classes.secret}>{made.url}</code>
          <p className={classes.soft}>{m['orders.connectors.secret']()}</p>
          <code className={classes.secret}>{made.secret}</code>
          <DialogActions>
            <Button look="primary" onClick={onClose}>
              {m['orders.connectors.copied']()}
            </Button>
          </DialogActions>
        </DialogParts>
      ) : (
        <DialogForm
          title={title}
          verb={connector ? m['orders.connectors.save']() : m['orders.connectors.create']()}
          form={form}
          onSend={send}
          onClose={onClose}
        >
          {connector ? undefined : (
            <SelectField
              label={m['orders.connectors.kind']()}
              help={kindHelp(values.kind)}
              value={values.kind}
              error={errors.kind}
              options={kindOptions()}
              onChange={(event) => set('kind', event.currentTarget.value as ConnectorKind)}
            />
          )}
          <TextField
            label={m['orders.connectors.name']()}
            maxLength={60}
            value={values.name}
            error={errors.name}
            data-autofocus
            onChange={(event) => set('name', event.currentTarget.value)}
          />
          {connector ? undefined : (
            <TextField
              label={m['orders.connectors.ownSecret']()}
              help={m['orders.connectors.ownSecretHelp']()}
              optional
              autoComplete="off"
              value={values.secret}
              error={errors.secret}
              onChange={(event) => set('secret', event.currentTarget.value)}
            />
          )}
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
        </DialogForm>
      )}
    </Dialog>
  )
}
