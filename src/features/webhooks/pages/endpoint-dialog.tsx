import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '#client.ts'
import classes from '#features/keys/pages/keys.module.css'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { PasswordField, SwitchField, TextField } from '#ui/field.tsx'
import { rowOf, useMetForm } from '#ui/met-form.tsx'
import { toast } from '#ui/toast.tsx'
import { WebAddressField } from '#ui/web-address-field.tsx'
import type { WebhookType } from '../choices.ts'
import type { WebhookEndpoint } from '../contract.ts'
import { type Made, MadeSecret } from './made-secret.tsx'
import { typeWord } from './webhook-words.ts'
import own from './webhooks.module.css'

interface EndpointDialogProps {
  portalId: string
  /** Absent: a new one. */
  endpoint?: WebhookEndpoint
  /** Only its secret is renewed. */
  renew?: boolean
  offered: readonly WebhookType[]
  label: boolean
  onClose: () => void
}

const valuesOf = (endpoint: WebhookEndpoint | null) => ({
  name: endpoint?.name ?? '',
  url: endpoint?.url ?? '',
  types: endpoint?.types ?? [],
  wholeAccount: endpoint?.wholeAccount ?? false,
})

/** What the dialog is for, and what its button does. */
function wordsOf(endpoint: WebhookEndpoint | undefined, renew: boolean | undefined) {
  if (renew)
    return {
      title: m['webhooks.rotateTitle']({ name: endpoint?.name ?? '' }),
      verb: m['webhooks.rotateVerb'](),
    }
  return endpoint
    ? { title: m['webhooks.editTitle'](), verb: m['webhooks.save']() }
    : { title: m['webhooks.createTitle'](), verb: m['webhooks.create']() }
}

/** A new endpoint, another form of one, or its next secret; then the secret, once. */
export default function EndpointDialog({
  portalId,
  endpoint,
  renew,
  offered,
  label,
  onClose,
}: EndpointDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [made, setMade] = useState<Made>()
  const { form, send, conflict } = useMetForm({
    entity: endpoint ?? null,
    valuesOf,
    own: { password: '' },
    write: (values, known): Promise<Result<WebhookEndpoint | Made>> => {
      if (!known) return api.webhooks.createEndpoint({ portalId, ...values })
      const at = { portalId, endpointId: known.id }
      return renew
        ? api.webhooks.rotateEndpointSecret({ ...at, password: values.password })
        : api.webhooks.updateEndpoint({ ...at, ...values }, { version: known.version })
    },
    read: ({ id }) => rowOf(id, () => api.webhooks.listEndpoints({ portalId })),
    failed: m['webhooks.failed'](),
    names: {
      name: m['webhooks.name'],
      url: m['webhooks.url'],
      types: m['webhooks.types'],
      wholeAccount: m['webhooks.wholeAccount'],
    },
    says: { types: (types: WebhookType[]) => types.map(typeWord).join(', ') },
  })
  const { values, set, errors } = form
  const save = async () => {
    const saved = await send()
    if (!saved) return
    if ('secret' in saved) setMade(saved)
    else {
      toast(m['webhooks.saved']())
      onClose()
    }
    await router.invalidate()
  }
  const { title, verb } = wordsOf(endpoint, renew)
  const choose = (type: WebhookType, chosen: boolean) =>
    set('types', chosen ? [...values.types, type] : values.types.filter((one) => one !== type))
  return (
    <Dialog label={title} holds={made !== undefined} onClose={onClose}>
      {made ? (
        <MadeSecret {...made} onClose={onClose} />
      ) : (
        <DialogForm title={title} verb={verb} form={form} onSend={save} onClose={onClose}>
          {renew ? undefined : (
            <>
              {conflict}
              <TextField
                label={m['webhooks.name']()}
                maxLength={60}
                autoComplete="off"
                data-autofocus
                value={values.name}
                error={errors.name}
                onChange={(event) => set('name', event.currentTarget.value)}
              />
              <WebAddressField
                label={m['webhooks.url']()}
                help={m['webhooks.urlHelp']()}
                autoComplete="off"
                value={values.url}
                error={errors.url}
                onChange={(url) => set('url', url)}
              />
              <fieldset className={classes.permissions}>
                <legend>{m['webhooks.types']()}</legend>
                <div className={own.choices}>
                  {offered.map((type) => (
                    <SwitchField
                      key={type}
                      label={typeWord(type)}
                      checked={values.types.includes(type)}
                      onChange={(chosen) => choose(type, chosen)}
                    />
                  ))}
                </div>
                {errors.types ? (
                  <p className={classes.error} role="alert">
                    {errors.types}
                  </p>
                ) : undefined}
              </fieldset>
              {label ? (
                <SwitchField
                  label={m['webhooks.wholeAccount']()}
                  checked={values.wholeAccount}
                  onChange={(chosen) => set('wholeAccount', chosen)}
                />
              ) : undefined}
            </>
          )}
          <PasswordField
            label={m['account.page.current']()}
            help={m['webhooks.passwordHelp']()}
            autoComplete="current-password"
            value={values.password}
            error={errors.password}
            onChange={(event) => set('password', event.currentTarget.value)}
          />
        </DialogForm>
      )}
    </Dialog>
  )
}
